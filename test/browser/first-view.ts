import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BuiltSite } from "./sites.ts";

const KB = 1000;

function compressed(...path: string[]): number {
  return gzipSync(readFileSync(join(...path)), { level: 6 }).length;
}

/** The bytes of the assets of a kind that a page asks for. */
function assetsOf({ folder }: BuiltSite, html: string, extension: string): number {
  const names = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(extension) && html.includes(`assets/${name}`));
  return names.reduce((all, name) => all + compressed(folder, "assets", name), 0);
}

/** The pages whose first view is over 40 KB compressed, with their bytes, and the scripts if they are over 14 KB. */
export function heavyViews(site: BuiltSite): readonly string[] {
  const views = site.pages.map(({ path }) => {
    const html = readFileSync(join(site.folder, path), "utf8");
    const script = assetsOf(site, html, ".js");
    return { path, script, bytes: compressed(site.folder, path) + script + assetsOf(site, html, ".css") };
  });
  const heavy = views.filter(({ bytes }) => bytes > 40 * KB).map(({ path, bytes }) => `${path}: ${String(bytes)}`);
  const scripts = views.filter(({ script }) => script > 14 * KB).map(({ path, script }) => `script of ${path}: ${String(script)}`);
  return [...heavy, ...scripts];
}
