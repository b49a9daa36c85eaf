import { MOST_ON_PAGE, MOST_TOLD } from "#text";
import { blockText, frameView, lineIndex, lineWriter, createPageContext } from "../frame/index.ts";
import type { PageContext, SiteContext, Page, SourceFile, SourcePart } from "../frame/index.ts";

/**
 * Lines in one list element. The style sheet skips the layout of lists that are out of sight, and estimates their height by this
 * number.
 */
const BLOCK = 100;

/** The end of a line without its line break. */
function endOf(text: string, start: number, next: number): number {
  let end = next;
  while (end > start && isBreak(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

const isBreak = (code: number): boolean => code === 10 || code === 13;

/** The lines with problems and their severity. */
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

/** The lines of a part. Each is a list item with an anchor. */
function blocksOf(context: PageContext, source: SourceFile, part: SourcePart) {
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
  const firsts = items.map((_, at) => at).filter((at) => at % BLOCK === 0);
  return firsts.map((at) => ({ first: part.first + at, lines: { html: items.slice(at, at + BLOCK).join("\n") } }));
}

/** Links to the files of the document: those around this one, and how many come before and after them. */
function filesAround({ site, path }: PageContext, source: SourceFile) {
  const { files } = site.sources;
  const go = (to: SourceFile | undefined, text: string) => ({
    href: to?.parts[0] ? site.routes.relative(path, to.parts[0].path) : "",
    text,
    current: to === source,
  });
  const start = Math.floor(files.indexOf(source) / MOST_TOLD) * MOST_TOLD;
  const shown = files.slice(start, start + MOST_TOLD).map((each) => go(each, each.name));
  const further = (count: number, at: number) => (count > 0 ? [go(files[at], site.words("site.more", { count }))] : []);
  const end = start + shown.length;
  return files.length > 1 ? [...further(start, start - MOST_TOLD), ...shown, ...further(files.length - end, end)] : [];
}

function viewOf(context: PageContext, source: SourceFile, part: SourcePart) {
  const { words } = context.site;
  const { name, parts } = source;
  return {
    ...frameView(context, {
      kind: "source",
      title: name,
      summary: words("site.source-lead"),
      crumbs: [{ text: words("site.source") }],
      pages: parts.map(({ path }) => path),
    }),
    ...(parts.length > MOST_ON_PAGE ? { pages: [] } : {}),
    name,
    // The problems are collected once for each page, so a document with a problem on every line still takes linear time.
    blocks: blocksOf(context, source, part),
    range: parts.length > 1 ? words("site.lines-of", { first: part.first, last: part.last, all: parts.at(-1)?.last ?? 0 }) : "",
    files: filesAround(context, source),
  };
}

/** The pages that show the documents as they were written, with an anchor on every line. */
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
