import type { Node } from "#text";
import { blockText } from "./block-text.ts";
import type { PageContext, SafeHtml } from "./context.ts";
import { lineWriter } from "./line-writer.ts";

/** Of a longer text the beginning is shown; the source has all of it. */
const MOST_CHARACTERS = 20_000;

/** Further in nothing is moved to the left: a document may be one line of megabytes. */
const DEEPEST = 200;

/** YAML as its author wrote it, with comments, as if it stood alone; nothing of what is written as JSON, or in a file that is not shown. */
export function writtenYaml(context: PageContext, node: Node): { readonly html: SafeHtml; readonly cut: boolean } | undefined {
  const { file, start, end } = node;
  // A public build has no source pages: what it leaves out stands in the text as well.
  if (file.language === "json" || node.kind === "string" || context.sourceHref(node) === "") return undefined;
  const { text } = file;
  const indent = /(?:^|\n)([ -]*)$/.exec(text.slice(Math.max(0, start - DEEPEST), start))?.[1]?.length ?? 0;
  const cut = end - start > MOST_CHARACTERS;
  const lines = text.slice(start, cut ? start + MOST_CHARACTERS : end).trimEnd().split(/\r?\n/);
  const isText = blockText("yaml");
  const write = lineWriter(context);
  const html = lines.map((line, at) => {
    const own = at === 0 ? line : line.slice(Math.min(indent, line.search(/[^ ]|$/)));
    return write(own, isText(own) ? undefined : "yaml");
  });
  return { html: { html: html.join("\n") }, cut };
}
