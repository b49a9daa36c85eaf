import type { Adversary } from "./adversary.ts";
import { head, many, quoted } from "./adversary.ts";

/** Markdown that costs parsers more than it weighs, of so many bytes. */
const costly: Readonly<Record<string, (bytes: number) => string>> = {
  stars: (bytes) => "*a ".repeat(bytes / 3),
  "stars of both sides": (bytes) => "*a_b".repeat(bytes / 4),
  "nested emphasis": (bytes) => `${"*a **b ".repeat(bytes / 14)}x${"** *".repeat(bytes / 8)}`,
  brackets: (bytes) => "[".repeat(bytes),
  "brackets with ends": (bytes) => `${"[a".repeat(bytes / 4)}${"](".repeat(bytes / 4)}`,
  "links in links": (bytes) => "[a](b".repeat(bytes / 5),
  images: (bytes) => "![a](".repeat(bytes / 5),
  "link titles": (bytes) => `[a](b "`.repeat(bytes / 7),
  "angle brackets": (bytes) => "<".repeat(bytes),
  "open comments": (bytes) => "<!-- ".repeat(bytes / 5),
  "open tags": (bytes) => '<a b="'.repeat(bytes / 6),
  tags: (bytes) => "<a>".repeat(bytes / 3),
  declarations: (bytes) => "<!A ".repeat(bytes / 4),
  instructions: (bytes) => "<? ".repeat(bytes / 3),
  backticks: (bytes) => many(bytes, (at) => "`".repeat((at % 300) + 1), " "),
  entities: (bytes) => "&amp".repeat(bytes / 4),
  quotes: (bytes) => "> ".repeat(bytes / 2),
  "a quote a line": (bytes) => `> a\n${"b\n".repeat(bytes / 2)}`,
  "deep quotes a line": (bytes) => `${"> ".repeat(90)}a\n`.repeat(bytes / 182),
  "lists in lists": (bytes) => many(bytes, (at) => `${" ".repeat(2 * (at % 90))}- a\n`),
  "list items": (bytes) => "- a\n".repeat(bytes / 4),
  "ordered items": (bytes) => "1. a\n\n".repeat(bytes / 6),
  "empty items": (bytes) => "-\n".repeat(bytes / 2),
  rules: (bytes) => "a\n---\n".repeat(bytes / 6),
  headings: (bytes) => "# a\n".repeat(bytes / 4),
  "empty headings": (bytes) => "#\n".repeat(bytes / 2),
  "tables, wide and short": (bytes) => `|${"a|".repeat(bytes / 8)}\n|${"-|".repeat(bytes / 8)}\n${"|a\n".repeat(bytes / 6)}`,
  "table rows": (bytes) => `|a|b|\n|-|-|\n${"|a|b|\n".repeat(bytes / 6)}`,
  pipes: (bytes) => "|".repeat(bytes),
  tables: (bytes) => "|a|\n|-|\n\n".repeat(bytes / 9),
  definitions: (bytes) => many(bytes, (at) => `[a${at}]: b\n`),
  "one definition used": (bytes) => `[a]: http://x.example/${"b".repeat(bytes / 2)}\n\n${"[a] ".repeat(bytes / 8)}`,
  footnotes: (bytes) => many(bytes, (at) => `x[^${at}]\n\n[^${at}]: a\n\n`),
  "one footnote used": (bytes) => `${"[^a] ".repeat(bytes / 5)}\n\n[^a]: b`,
  "nested footnotes": (bytes) => many(bytes, (at) => `[^${at}]: [^${at + 1}]\n\n`),
  addresses: (bytes) => "www.a.b ".repeat(bytes / 8),
  "mail addresses": (bytes) => "a@b.c ".repeat(bytes / 6),
  "mail without end": (bytes) => `${"a.".repeat(bytes / 2)}@`,
  strikes: (bytes) => "~a ~~b ".repeat(bytes / 7),
  fences: (bytes) => "```\n".repeat(bytes / 4),
  "fence of a language": (bytes) => `\`\`\`js\n${"/*".repeat(bytes / 2)}\n\`\`\``,
  "fence of regular expressions": (bytes) => `\`\`\`js\n${"a=/[".repeat(bytes / 4)}\n\`\`\``,
  "fence of templates": (bytes) => "```ts\n" + "`${".repeat(bytes / 3) + "\n```",
  "fence of XML": (bytes) => `\`\`\`xml\n${"<a b='".repeat(bytes / 6)}\n\`\`\``,
  "fence of HTML": (bytes) => `\`\`\`html\n${"<script>".repeat(bytes / 8)}\n\`\`\``,
  "fence of SQL": (bytes) => `\`\`\`sql\n${"select (".repeat(bytes / 8)}\n\`\`\``,
  "fence of shell": (bytes) => `\`\`\`sh\n${'$("'.repeat(bytes / 3)}\n\`\`\``,
  "fence of YAML": (bytes) => `\`\`\`yaml\n${"a: &b ".repeat(bytes / 6)}\n\`\`\``,
  "fences of languages": (bytes) =>
    many(
      bytes,
      (at) =>
        `\`\`\`${["js", "ts", "xml", "html", "css", "sql", "sh", "ini", "toml", "diff", "docker", "proto"][at % 12] ?? ""}\n{"<$(\n\`\`\`\n`,
    ),
  spaces: (bytes) => `a${" ".repeat(bytes)}b`,
  lines: (bytes) => "a\n".repeat(bytes / 2),
  paragraphs: (bytes) => "a\n\n".repeat(bytes / 3),
  "hard breaks": (bytes) => "a  \n".repeat(bytes / 4),
  "one word": (bytes) => "a".repeat(bytes),
  words: (bytes) => many(bytes, (at) => at.toString(36), " "),
  backslashes: (bytes) => "\\".repeat(bytes),
  "links to entities": (bytes) => "[a](message:b) ".repeat(bytes / 15),
  "broken links": (bytes) => many(bytes, (at) => `[a](b${at}.md) `),
  embeds: (bytes) => "```msgdocs\nmessage: a\n```\n".repeat(bytes / 26),
};

const LARGEST = 65_000;

/** The same in many descriptions, each just under the limit of one. */
const spread =
  (text: (bytes: number) => string) =>
  (bytes: number): string => {
    const channels = Array.from({ length: Math.max(1, Math.floor(bytes / (LARGEST + 100))) }, (_, at) => {
      const made = text(LARGEST);
      return `  c${at}: { description: ${quoted(`${at} ${made}`.slice(0, LARGEST))} }\n`;
    });
    return `${head}channels:\n${channels.join("")}`.slice(0, bytes + 1000);
  };

/** Thousands of short ones. */
const scattered =
  (text: (bytes: number) => string) =>
  (bytes: number): string =>
    `${head}channels: { c: {} }\ncomponents:\n  schemas:\n    A:\n      properties:\n${many(bytes, (at) => `        p${at}: { description: ${quoted(`${at} ${text(300)}`)} }\n`)}`;

export const texts: readonly Adversary[] = Object.entries(costly).flatMap(([name, text]) => [
  { name: `Markdown in large descriptions: ${name}`, make: spread(text) },
  { name: `Markdown in many descriptions: ${name}`, make: scattered(text) },
]);
