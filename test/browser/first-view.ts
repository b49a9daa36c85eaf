import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BuiltSite } from "./sites.ts";

const KB = 1000;

function compressed(...path: string[]): number {
  return gzipSync(readFileSync(join(...path)), { level: 6 }).length;
}

function assetsOf({ folder }: BuiltSite, extension: string): number {
  const names = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(extension));
  return names.reduce((all, name) => all + compressed(folder, "assets", name), 0);
}

/** The pages whose first view is over 40 KB compressed, with their bytes, and the scripts if they are over 14 KB. */
export function heavyViews(site: BuiltSite): readonly string[] {
  const script = assetsOf(site, ".js");
  const rest = script + assetsOf(site, ".css");
  const views = site.pages.map(({ path }) => ({ path, bytes: compressed(site.folder, path) + rest }));
  const heavy = views.filter(({ bytes }) => bytes > 40 * KB).map(({ path, bytes }) => `${path}: ${String(bytes)}`);
  return script > 14 * KB ? [...heavy, `script: ${String(script)}`] : heavy;
}
