/** Explains codes: `msgdocs explain`. */
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { packageRoot } from "#config";
import type { Code, CodeDefinition } from "#text";
import { catalog, codesForName, nearest, readOwnFile, replacementNote } from "#text";
import type { Exit, Io } from "./io.ts";
import { exits, UsageError } from "./io.ts";

const REPOSITORY = manifest.homepage.replace(/#.*$/, "");

/** The page on a code: its Markdown, and its URL in the repository. */
export function rulePage(code: Code): { readonly markdown: string; readonly url: string } {
  const path = `docs/rules/${code}.md`;
  return { markdown: readOwnFile(join(packageRoot(), path)).toString(), url: `${REPOSITORY}/blob/HEAD/${path}` };
}

/** All codes with their levels. `!` marks levels that settings cannot change. */
function listing(): string {
  const all: readonly (readonly [string, CodeDefinition])[] = Object.entries(catalog);
  const longest = Math.max(...all.map(([code]) => code.length));
  const lines = all.map(([code, { level, fatal }]) => `${code.padEnd(longest)}  ${level}${fatal ? "!" : ""}`);
  return `${lines.join("\n")}\n\n! The settings cannot change it. More about each: msgdocs explain <code>\n`;
}

/** Prints the page of a code, the pages of all codes for a rule of another tool, or the list of codes. */
export async function explain(name: string | undefined, io: Io): Promise<Exit> {
  if (name === undefined) {
    io.stdout(listing());
    return exits.fine;
  }
  const codes = codesForName(name);
  if (!codes) {
    const near = nearest(name, Object.keys(catalog));
    const hint = near === undefined ? "msgdocs explain lists all codes." : `Did you mean ${JSON.stringify(near)}?`;
    throw new UsageError(`There is no code ${JSON.stringify(name)}.`, hint);
  }
  if (!Object.hasOwn(catalog, name)) io.stdout(`There is no rule ${JSON.stringify(name)} here: ${replacementNote(name)}.\n\n`);
  io.stdout([codes.map((code) => rulePage(code).markdown).join("\n")]);
  return Promise.resolve(exits.fine);
}
