import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BuiltSite } from "./sites.ts";

const KB = 1000;

/** What the headers of an answer take, some more and some less. */
const HEADERS = 200;

/** What is sent for each file of a site's theme, headers included. */
function sentAssets({ folder }: BuiltSite): ReadonlyMap<string, number> {
  return new Map(readdirSync(join(folder, "assets")).map((name) => [name, sent(join(folder, "assets", name))]));
}

function sent(path: string): number {
  return gzipSync(readFileSync(path), { level: 6 }).length + HEADERS;
}

/** The pages whose first view is over 40 KB as transferred, icon and headers included, with their bytes, and the scripts if they are over 14 KB. */
export function heavyViews(site: BuiltSite): readonly string[] {
  const assets = [...sentAssets(site)];
  return site.pages.flatMap(({ path }) => {
    const html = readFileSync(join(site.folder, path), "utf8");
    const used = assets.filter(([name]) => html.includes(`assets/${name}`));
    const sum = (of: typeof used): number => of.reduce((bytes, [, each]) => bytes + each, 0);
    const [script, bytes] = [sum(used.filter(([name]) => name.endsWith(".js"))), sum(used) + sent(join(site.folder, path))];
    const heavy = bytes > 40 * KB ? [`${path}: ${String(bytes)}`] : [];
    return script > 14 * KB ? [...heavy, `script of ${path}: ${String(script)}`] : heavy;
  });
}
