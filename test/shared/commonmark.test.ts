import { readFileSync } from "node:fs";
import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { parseFragment, serialize } from "parse5";
import { beforeAll, describe, expect, it } from "vitest";
import type { RenderedText } from "#prose";
import type { Pipeline } from "../../src/prose/markdown/render.ts";
import { loadPipeline } from "../../src/prose/markdown/render.ts";
import { DEFAULT_OPTIONS } from "../../src/prose/markdown/rendered.ts";

interface Example {
  readonly markdown: string;
  readonly html: string;
}

const suite = new URL("../../../shared/corpus/suites/commonmark-0.31.json", import.meta.url);
const examples = JSON.parse(readFileSync(suite, "utf8")) as Example[];
let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await loadPipeline();
});

/** Slots filled as plain CommonMark would have it: targets as they are. */
function join({ pieces }: RenderedText): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if (piece.kind === "prefix" || piece.kind === "embed") return "";
      const target = encodeURI(decodeOrKeep(piece.target)).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      if (piece.kind === "link") return ` href="${target}"`;
      const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      return `<img src="${target}" alt="${escape(piece.alt)}"${piece.title === undefined ? "" : ` title="${escape(piece.title)}"`}>`;
    })
    .join("");
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

type Parent = Tree.DocumentFragment | Tree.Element;

/** What we add to plain CommonMark (ids, classes, scopes) and the level of headings are not differences. */
function normalize(html: string): string {
  const root = parseFragment(html);
  const tidy = (parent: Parent): void => {
    for (const child of parent.childNodes) {
      if (!("childNodes" in child)) continue;
      child.attrs = child.attrs
        .filter(({ name }) => ["href", "src", "alt", "title", "start"].includes(name))
        .map(({ name, value }) => ({ name, value: name === "href" || name === "src" ? decodeOrKeep(value) : value }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      if (/^h[1-6]$/.test(child.tagName)) child.tagName = child.nodeName = "h";
      tidy(child);
    }
  };
  tidy(root);
  return serialize(root)
    .replace(/<\/?span>/g, "")
    .replace(/href="[a-z]+:/gi, (scheme) => scheme.toLowerCase())
    .replace(/>\s+</g, "><")
    .replace(/\s+<(\/?(?:p|ul|ol|li|blockquote|h|pre|hr)\b)/g, "<$1")
    .replace(/(<(?:li|blockquote)>)\s+/g, "$1")
    .replace(/\s+(<\/code><\/pre>)/g, "$1")
    .trim();
}

/** GFM § 6.9 makes links of bare addresses, which CommonMark leaves as text. */
function withoutAutolinks(html: string): string {
  return html.replace(/<a href="(?:mailto:)?([^"]*)">\1<\/a>/g, "$1");
}

/** Why an example may differ: the rules of safety and of losing nothing, seen in its own output. */
function reasonOf(made: RenderedText): string {
  const codes = new Set(made.problems.map(({ code, blanks }) => (code === "text/structure" ? structureOf(blanks.what) : code)));
  for (const code of ["text/raw-html", "text/unsafe-link", "text/remote-image"]) if (codes.has(code)) return code;
  return [...codes].sort().join(", ") || "none";
}

function structureOf(what: string | number): string {
  if (String(what).includes("has no text")) return "link without text";
  return String(what).includes("alternative") ? "image without text" : "structure";
}

describe("CommonMark 0.31", () => {
  it("is CommonMark, or differs by a rule of safety that is reported", () => {
    const counts = new Map<string, number>();
    const unexplained: unknown[] = [];
    for (const { markdown, html } of examples) {
      const made = pipeline(markdown, DEFAULT_OPTIONS);
      const [ours, theirs] = [normalize(join(made)), normalize(html)];
      const literal = withoutAutolinks(ours) === theirs ? "bare address" : reasonOf(made);
      const reason = ours === theirs ? "same" : literal;
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      if (reason === "none" || reason === "structure") unexplained.push({ markdown, ours, theirs });
    }
    expect(unexplained).toEqual([]);
    expect(Object.fromEntries([...counts].sort())).toEqual({
      same: 568,
      "text/raw-html": 72,
      "bare address": 5,
      "text/unsafe-link": 4,
      "link without text": 2,
      "image without text": 1,
    });
  });
});
