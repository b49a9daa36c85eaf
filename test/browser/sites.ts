import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inject } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A page as the manifest lists it. */
export interface Listed {
  readonly path: string;
  readonly kind: string;
  readonly id: string | null;
  readonly title: string;
}

/** A site on the disk that the bundled product built. */
export interface BuiltSite {
  readonly name: string;
  readonly folder: string;
  readonly pages: readonly Listed[];
  url(path: string): string;
}

/** The sites that the files of this folder look at: built once for all of them, and only read. */
export interface Sites {
  readonly example: BuiltSite;
  /** Long names, other scripts, empty things. */
  readonly odd: BuiltSite;
  /** Released 3.x, request and reply, the reader's view leads. */
  readonly reply: BuiltSite;
  readonly all: readonly BuiltSite[];
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the {@link Sites}, or why they could not be built. */
    readonly sites: { readonly folder: string } | { readonly error: string };
  }
}

/** Builds one site into a folder, in spite of errors in the document. */
export function build(name: string, folder: string, args: readonly string[]): BuiltSite {
  const out = join(folder, name);
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, "dist/cli.js"), "build", ...args, "--allow-errors", "--trust-settings", "-o", out],
    {
      encoding: "utf8",
      cwd: folder,
    },
  );
  if (status !== 0) throw new Error(`The site ${name} ended with ${String(status)}: ${stderr}`);
  return siteIn(name, out);
}

/** A site that was built, with the pages that its manifest lists. */
function siteIn(name: string, out: string): BuiltSite {
  const { pages } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as { pages: Listed[] };
  return { name, folder: out, pages, url: (path) => pathToFileURL(join(out, path)).href };
}

/** Builds the example and two documents of the tests' own. */
export function buildSites(folder: string): void {
  const fixtures = join(root, "test/browser/fixtures");
  const settings = join(folder, "reply-settings.yaml");
  writeFileSync(settings, "view: client\n");
  build("example", folder, ["--config", join(root, "example-docs/msgdocs.yaml")]);
  build("odd", folder, [join(fixtures, "odd.yaml")]);
  build("reply", folder, [join(fixtures, "reply.yaml"), "--config", settings]);
}

/** The sites that were built before all tests. Throws where that failed. */
export function openSites(built = inject("sites")): Sites {
  if ("error" in built) throw new Error(built.error);
  const [example, odd, reply] = ["example", "odd", "reply"].map((name) => siteIn(name, join(built.folder, name))) as [
    BuiltSite,
    BuiltSite,
    BuiltSite,
  ];
  return { example, odd, reply, all: [example, odd, reply] };
}

/** Of each kind the first so many pages. */
export function ofEachKind(site: BuiltSite, count: number): Listed[] {
  const seen = new Map<string, number>();
  return site.pages.filter(({ kind }) => {
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    return before < count;
  });
}
