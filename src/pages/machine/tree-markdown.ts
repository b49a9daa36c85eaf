import type { Words } from "#text";
import { block, code, inline } from "../blocks/index.ts";
import type { SharedTexts } from "./shared-texts.ts";
import type { View } from "./view-text.ts";
import { indented, isHtml, isProse, isView, joined, linkTo, listOf, LOWEST, phrase, plain, stringOf, textOf } from "./view-text.ts";

/** What changed in a field. A slot of a portal is kept as it is; it takes Markdown when it is filled. */
function versionOf({ version }: View): string {
  if (!isHtml(version) || version.html === "") return "";
  return version.html.startsWith(" <") ? ` (${phrase(version)})` : version.html;
}

/** Prints the trees of schemas. */
export class TreeMarkdown {
  readonly #words: Words;
  readonly #shared: SharedTexts;
  readonly #problems: (items: unknown) => string;

  /** @param problems prints a list of problems */
  constructor(words: Words, shared: SharedTexts, problems: (items: unknown) => string) {
    this.#words = words;
    this.#shared = shared;
    this.#problems = problems;
  }

  /** A schema: its root, then its rows as a nested list. Rows that the page would open on demand are included. */
  tree(tree: View): string {
    const planted = tree.root as View;
    const root = this.#shared.once(planted, (row) => this.#row(row, ""));
    const below = this.#shared.once(tree, (body) => this.rows(body, "  "));
    const ends = listOf(tree.ends).map((end) => `- ${phrase(end as { html: string })}`);
    const { written } = tree as { written?: { value: { html: string } } };
    return joined([root, below, ...ends, written ? `\n${block(textOf(written.value.html), "")}` : ""], "\n");
  }

  rows(body: View, by: string): string {
    const rows = listOf(body.rows).map((row) => this.#row(row as View, by));
    const sections = listOf(body.sections).map((section) => {
      const { title, links } = section as View;
      return joined(
        [
          `${by}- ${plain(title)}`,
          this.rows(section as View, `${by}  `),
          ...listOf(links).map((link) => `${by}  - ${phrase(link as { html: string })}`),
        ],
        "\n",
      );
    });
    return [...rows, ...sections].join("\n");
  }

  #row(row: View, by: string): string {
    const label = isHtml(row.label) && row.label.html !== "" ? phrase(row.label) : "";
    const name = joined(
      [label === "" ? this.#words("schema.root") : label, stringOf(row.required) === "" ? "" : `(${stringOf(row.required)})`],
      " ",
    );
    const face = this.#shared.once(row, (view) => this.#face(view));
    const lines = [`${by}- ${name}${versionOf(row)}${face === "" ? "" : `: ${indented(face, `${by}  `).trimStart()}`}`];
    const below = row.below as View | undefined;
    if (below && by !== "") lines.push(this.rows(below, `${by}  `));
    for (const link of listOf(row.links)) lines.push(`${by}  - ${phrase(link as { html: string })}`);
    return joined(lines, "\n");
  }

  /** What a row says about its schema: one line, and what takes lines of its own. */
  #face(face: View): string {
    const words = [
      phrase(face.type as { html: string }),
      stringOf(face.deprecated),
      ...listOf(face.access).map(stringOf),
      plain(face.title),
    ];
    const facts = listOf(face.facts).map((fact) => phrase(fact as { html: string }));
    const blocks: string[] = [];
    const prose: string[] = [];
    for (const each of listOf(face.descriptions)) {
      const text = isProse(each) ? each.markdown(LOWEST).trim() : "";
      if (text.includes("\n")) blocks.push(text);
      else prose.push(text);
    }
    for (const each of [...listOf(face.values), ...listOf(face.examples)]) {
      const { label, items, more } = each as View;
      const values = listOf(items) as readonly { value: { html: string }; block: boolean; description?: { html: string } }[];
      const inlined = values
        .filter((value) => !value.block)
        .map(({ value, description }) => code(textOf(value.html)) + (description ? ` (${inline(textOf(description.html))})` : ""));
      if (isHtml(more)) inlined.push(phrase(more));
      if (inlined.length > 0) facts.push(`${stringOf(label)} ${inlined.join(", ")}`);
      for (const { value } of values.filter(({ block: isBlock }) => isBlock))
        blocks.push(`${stringOf(label)}:\n\n${block(textOf(value.html), "json")}`);
    }
    for (const note of listOf(face.notes)) facts.push(phrase(note as { html: string }));
    const { contradictions } = face as {
      contradictions?: { effect: string; single?: { html: string }; items: readonly { html: string }[] };
    };
    if (contradictions)
      facts.push(inline(contradictions.effect), ...[contradictions.single ?? [], contradictions.items].flat().map(phrase));
    if (isView(face.parts)) facts.push(phrase(face.parts.names as { html: string }));
    for (const docs of listOf(face.docs)) facts.push(linkTo(stringOf((docs as View).href), stringOf((docs as View).text)));
    for (const other of listOf(face.others)) {
      const { key, value, block: isBlock } = other as { key: string; value: { html: string }; block: boolean };
      if (isBlock) blocks.push(`${code(key)}:\n\n${block(textOf(value.html), "json")}`);
      else facts.push(`${inline(key)} ${value.html.startsWith("<a") ? phrase(value) : code(textOf(value.html))}`);
    }
    if (listOf(face.problems).length > 0) blocks.push(this.#problems(face.problems));
    const type = joined(words, " ");
    const line = joined([type, facts.join("; "), ...prose], " — ");
    return joined([line, ...blocks], "\n\n");
  }
}
