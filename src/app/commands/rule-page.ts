import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "#config";
import type { Code } from "#text";
import manifest from "../../../package.json" with { type: "json" };

const REPOSITORY = manifest.homepage.replace(/#.*$/, "");

/** The page that explains a code: its Markdown, and its address in the repository. */
export function rulePage(code: Code): { readonly markdown: string; readonly url: string } {
  const path = `docs/rules/${code}.md`;
  return { markdown: readFileSync(join(packageRoot(), path), "utf8"), url: `${REPOSITORY}/blob/HEAD/${path}` };
}
