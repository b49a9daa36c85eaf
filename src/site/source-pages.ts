import type { PageContext, SafeHtml, SiteContext } from "./context.ts";
import { frameView } from "./frame.ts";
import { highlightLine } from "./highlight-line.ts";
import { lineIndex } from "./line-index.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import type { SourceFile, SourcePart } from "./sources.ts";
import { escapeHtml } from "./value-html.ts";
import { visible } from "./visible.ts";

/** A line longer than this is cut where it is shown, and plain. */
const LONGEST_LINE = 2000;
/** Of more parts than these, each links to its neighbours alone. */
const MOST_LINKED = 40;
/** A page's one line may be this long at most. */
const LONGEST_ALONE = 60_000;

function lineHtml(text: string, language: "yaml" | "json" | undefined, words: SiteContext["words"]): string {
  const shown = visible(text);
  if (shown.length <= LONGEST_LINE) return language ? highlightLine(shown, language) : escapeHtml(shown);
  const cut = shown.length > LONGEST_ALONE ? `… ${words("site.more-characters", { count: shown.length - LONGEST_ALONE })}` : "";
  return escapeHtml(shown.slice(0, LONGEST_ALONE) + cut);
}

/** Lines up to so long are often met again: so many of them are kept as HTML while the pages of a site are made. */
const OFTEN = { longest: 80, most: 5_000 };

const known = new WeakMap<SiteContext, Map<string, string>>();

/** The HTML of lines; that of one that was met before is known. */
function lineWriter({ site }: PageContext): (text: string, language: "yaml" | "json" | undefined) => string {
  const { words } = site;
  const kept = known.get(site) ?? new Map<string, string>();
  known.set(site, kept);
  return (text, language) => {
    if (text.length > OFTEN.longest) return lineHtml(text, language, words);
    const key = `${language ?? ""}\n${text}`;
    const before = kept.get(key);
    if (before !== undefined) return before;
    const html = lineHtml(text, language, words);
    if (kept.size < OFTEN.most) kept.set(key, html);
    return html;
  };
}

/** Where a line ends, its break left out. */
function endOf(text: string, start: number, next: number): number {
  let end = next;
  while (end > start && isBreak(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

const isBreak = (code: number): boolean => code === 10 || code === 13;

/** The header of a YAML block scalar at the end of a line: `|`, `>` with indentation and chomping indicators (YAML 1.2 § 8.1.1). */
const BLOCK = /(?:^|[:\-?]\s+|\s)[|>][0-9+-]{0,2}\s*(?:#.*)?$/;

const indentOf = (text: string): number => text.search(/\S|$/);

/** Whether each line in turn is text inside of a block scalar, which is no YAML to highlight. Begins anew on every page. */
function blockText(language: "yaml" | "json"): (line: string) => boolean {
  let inside = -1;
  return (line) => {
    if (language === "json") return false;
    const indent = indentOf(line);
    if (inside >= 0 && (indent > inside || line.trim() === "")) return true;
    inside = BLOCK.test(line) && !/^\s*#/.test(line) ? indent : -1;
    return false;
  };
}

/** Lines with problems, for marking. */
function markedLines(context: PageContext, source: SourceFile): ReadonlyMap<number, string> {
  const marked = new Map<number, string>();
  const { lineAt } = lineIndex(source.file);
  for (const { place, severity } of context.site.problems) {
    if (place.file !== source.file || severity === "off" || severity === "info") continue;
    const line = lineAt(place.start);
    if (marked.get(line) !== "error") marked.set(line, severity);
  }
  return marked;
}

/** The lines of a part, each a list item that a link can lead to. */
function linesHtml(context: PageContext, source: SourceFile, part: SourcePart): SafeHtml {
  const { text } = source.file;
  const language = source.file.language === "json" ? "json" : "yaml";
  const { starts } = lineIndex(source.file);
  const marked = markedLines(context, source);
  const items: string[] = [];
  const isText = blockText(language);
  const write = lineWriter(context);
  for (let line = part.first; line <= part.last; line += 1) {
    const start = starts[line - 1] ?? 0;
    const raw = text.slice(start, endOf(text, start, starts[line] ?? text.length));
    const mark = marked.get(line);
    items.push(`<li id="L${line}"${mark ? ` class="${mark}"` : ""}>${write(raw, isText(raw) ? undefined : language)}</li>`);
  }
  return { html: items.join("\n") };
}

function viewOf(context: PageContext, source: SourceFile, part: SourcePart) {
  const { sources, routes, words } = context.site;
  const { name, parts } = source;
  const go = (to: SourcePart | undefined) => (to ? routes.relative(context.path, to.path) : "");
  return {
    ...frameView(context, { kind: "source", title: name, summary: words("site.source-lead"), crumbs: [{ text: words("site.source") }], pages: parts.map(({ path }) => path) }),
    ...(parts.length > MOST_LINKED ? { pages: [] } : {}),
    name: visible(name),
    // One map of the lines that have problems a page: a document with a problem a line is still linear in pages.
    lines: linesHtml(context, source, part),
    firstLine: part.first,
    range: parts.length > 1 ? words("site.lines-of", { first: part.first, last: part.last, all: parts.at(-1)?.last ?? 0 }) : "",
    files: sources.files.length > 1 ? sources.files.slice(0, 100).map((each) => ({ href: go(each.parts[0]), text: visible(each.name), current: each === source })) : [],
  };
}

/** The documents as they were written, a target on every line. */
export function sourcePages(site: SiteContext): Page[] {
  return site.sources.files.flatMap((source) =>
    source.parts.map((part, index): Page => ({
      path: part.path,
      kind: "source",
      id: index === 0 ? source.name : `${source.name}#${index + 1}`,
      title: source.name,
      template: "pages/source",
      view: () => viewOf(createPageContext(site, part.path), source, part),
    })),
  );
}
