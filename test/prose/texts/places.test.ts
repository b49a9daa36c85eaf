import { ruleCase } from "../../support/rule-case.ts";

/** A text in each of YAML's styles, with marks. Lines that end a text's paragraph are empty. */
const styles: Readonly<Record<string, (lines: readonly string[]) => string>> = {
  folded: (lines) => `>-\n${lines.map((line) => `    ${line}\n`).join("")}`,
  literal: (lines) => `|\n${lines.map((line) => `    ${line}\n`).join("")}`,
  plain: (lines) => `${lines.join("\n    ")}\n`,
  "in quotes": (lines) => `"${lines.join("\n    ")}"\n`,
};

const info = (text: string): string => `asyncapi: 2.6.0\ninfo:\n  title: T\n  version: "1"\n  description: ${text}channels: {}\n`;
const message = (text: string): string =>
  `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels: { a: { messages: { m: { $ref: "#/components/messages/m" } } } }\ncomponents:\n  messages:\n    m:\n      description: ${text.replaceAll("\n    ", "\n        ")}`;

for (const [name, style] of Object.entries(styles)) {
  const cases = [
    ["text/raw-html", ["Publish to", "lamp/⟦<lampId>⟧/state."]],
    ["text/unsafe-link", ["See the", "docs ⟦[of it](javascript:a)⟧."]],
    ["text/remote-image", ["A lamp", "is ⟦![a lamp](https://example.com/a.png)⟧."]],
    ["text/broken-link", ["More in", "the ⟦[guide](guide.md)⟧."]],
  ] as const;
  for (const [code, lines] of cases) {
    ruleCase(code, `in a text of several lines, ${name}`, { document: info(style(lines)), only: "YAML" });
    ruleCase(code, `behind a reference, ${name}`, { document: message(style(lines)), only: "YAML" });
  }
}

ruleCase("text/raw-html", "in backticks it is no HTML", {
  document: info(styles.folded?.(["Publish to", "`lamp/<lampId>/state`."]) ?? ""),
  only: "YAML",
});
ruleCase("text/unsafe-link", "links of mail and to entities are safe", {
  document: info(styles.literal?.(["[a](mailto:a@b.c) [b](https://example.com)"]) ?? ""),
  only: "YAML",
});
ruleCase("text/remote-image", "an image in backticks, and one that is data", {
  document: info(
    styles.folded?.(["Write `![a](https://example.com/a.png)`", "or ![a](data:image/gif;base64,R0lGODlhAQABAAAAACw=)."]) ?? "",
  ),
  only: "YAML",
});
ruleCase("text/broken-link", "a link in backticks, and one to elsewhere", {
  document: info(styles.folded?.(["Write `[guide](guide.md)`", "or [guide](https://example.com/guide.md)."]) ?? ""),
  only: "YAML",
});
