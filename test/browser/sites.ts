import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "vitest";

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

/** Sites of one test file, in a folder of their own. */
export interface Sites {
  readonly example: BuiltSite;
  /** Long names, other scripts, empty things. */
  readonly odd: BuiltSite;
  /** Released 3.x, request and reply, the reader's view leads. */
  readonly reply: BuiltSite;
  readonly all: readonly BuiltSite[];
  remove(): void;
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
  expect([name, status, status === 0 ? "" : stderr]).toEqual([name, 0, ""]);
  const { pages } = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8")) as { pages: Listed[] };
  return { name, folder: out, pages, url: (path) => pathToFileURL(join(out, path)).href };
}

/** Builds the example and two documents of the tests' own. */
export function buildSites(): Sites {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-sites-"));
  const fixtures = join(root, "test/browser/fixtures");
  const settings = join(folder, "reply-settings.yaml");
  writeFileSync(settings, "view: client\n");
  const example = build("example", folder, ["--config", join(root, "example-docs/msgdocs.yaml")]);
  const odd = build("odd", folder, [join(fixtures, "odd.yaml")]);
  const reply = build("reply", folder, [join(fixtures, "reply.yaml"), "--config", settings]);
  return { example, odd, reply, all: [example, odd, reply], remove: () => rmSync(folder, { recursive: true }) };
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
