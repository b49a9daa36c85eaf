import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { RenderText } from "#prose";
import { prepareRender } from "#prose";
import { htmlOf, outsideOfSet, textOf } from "../prose/markdown/closed-set.ts";

interface Payload {
  readonly title: string;
  readonly payload: string;
}

const suite = new URL("../../../shared/corpus/suites/xss-payloads.json", import.meta.url);
const payloads = JSON.parse(readFileSync(suite, "utf8")) as Payload[];
let render: RenderText;
beforeAll(async () => {
  render = await prepareRender(["<load the pipeline>"]);
});

/** Each where Markdown may treat it differently: as a block, in a line, as a target, a title, a label, code, a cell. */
const contexts: readonly ((payload: string) => string)[] = [
  (text) => text,
  (text) => `before ${text} after`,
  (text) => `[label](${text})`,
  (text) => `[label](<${text}>)`,
  (text) => `![${text}](${text} "${text}")`,
  (text) => `[label]: <${text}> "${text}"\n\n[label] ![label]`,
  (text) => `<${text}>`,
  (text) => `\`${text}\``,
  (text) => `\`\`\`${text}\n${text}\n\`\`\``,
  (text) => `\`\`\`js\n${text}\n\`\`\``,
  (text) => `# ${text}\n\n| ${text} |\n|-|\n| ${text} |`,
  (text) => `a[^${text}]\n\n[^${text}]: ${text}`,
  (text) => `- [ ] ${text}\n\n> ${text}`,
];

const letters = (text: string) => text.replace(/[^A-Za-z0-9]/g, "");

describe("hostile payloads in Markdown", () => {
  it("has the payloads", () => {
    expect(payloads.length).toBe(223);
  });

  it.each(contexts.map((context, at) => [at, context] as const))("stay inert in context %i", (_, context) => {
    for (const { title, payload } of payloads) {
      const made = render(context(payload));
      expect(outsideOfSet(htmlOf(made.pieces)), `${title}: ${payload}`).toEqual([]);
    }
  });

  it("stay readable: their text is on the page", () => {
    for (const { title, payload } of payloads) {
      const text = letters(textOf(htmlOf(render(`\`\`\`\n${payload}\n\`\`\``).pieces)));
      expect(text, title).toContain(letters(payload));
      const raw = render(`<x>\n${payload.replaceAll(/\n\s*\n/g, "\n")}`);
      expect(letters(textOf(htmlOf(raw.pieces))), title).toContain(letters(payload.trim()));
      expect(
        raw.problems.some(({ code }) => code === "text/raw-html"),
        title,
      ).toBe(true);
    }
  });
});
