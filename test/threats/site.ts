import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { parse } from "parse5";
import type { Said } from "../app/cli/shell.ts";
import { contents, msgdocs, report } from "../app/cli/shell.ts";
import { processorSeconds } from "../support/processor.ts";

export const head = "msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\n";
export const schemasOf = (text: string): string => `${head}channels: {}\ncomponents: { schemas: { ${text} } }\n`;
export const messageOf = (text: string, more = ""): string => `${head}channels: { lit: { publish: { message: ${text} } } }\n${more}`;

/** What the real command makes of a document. */
export interface Built {
  readonly exit: number;
  /** Codes of errors and warnings, in order. */
  readonly codes: readonly string[];
  /** The files of the site by path; bytes as Latin-1. */
  readonly files: Readonly<Record<string, string>>;
  /** Seconds of processor time. */
  readonly took: number;
  /** The text that a reader sees on all pages of a kind. */
  readonly textOf: (paths: RegExp) => string;
}

function seen(html: string): string {
  const parts: string[] = [];
  const walk = (node: Tree.Node): void => {
    if ("value" in node) parts.push(node.value);
    if ("childNodes" in node) for (const child of node.childNodes) walk(child);
  };
  walk(parse(html));
  return parts.join("");
}

/** Builds a document with the real command into a folder of its own. */
export async function buildSite(text: string, args: readonly string[] = []): Promise<Built> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "msgdocs-threat-")));
  try {
    writeFileSync(join(cwd, "msgapi.yaml"), text);
    let said: Said | undefined;
    const took = await processorSeconds(async () => {
      said = await msgdocs(cwd, ["build", "-o", "site", "--allow-errors", "--format", "json", ...args]);
    });
    if (!said) throw new Error("Nothing was said.");
    const codes = report(said)
      .diagnostics.filter(({ severity }) => severity !== "info")
      .map(({ code }) => code);
    const prefix = "site/";
    const files = Object.fromEntries(
      Object.entries(contents(cwd))
        .filter(([path]) => path.startsWith(prefix))
        .map(([path, latin1]) => [path.slice(prefix.length), Buffer.from(latin1, "latin1").toString("utf8")]),
    );
    const textOf = (paths: RegExp): string =>
      Object.entries(files)
        .filter(([path]) => paths.test(path) && path.endsWith(".html"))
        .map(([, html]) => seen(html))
        .join("\n");
    return { exit: said.exit, codes, files, took, textOf };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** Paths of pages in a folder of the site. */
export function pagesIn({ files }: Built, folder: string): string[] {
  return Object.keys(files).filter((path) => path.startsWith(`${folder}/`) && path.endsWith(".html"));
}
