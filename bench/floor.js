/**
 * What no build of a document can do without, in one process: `yaml` parses the text, remark turns each distinct description
 * into HTML, shiki colours each distinct code block. Prints the seconds of each.
 *
 *   node bench/floor.js document.yaml
 */
import { readFileSync } from "node:fs";
import remarkGfm from "remark-gfm";
import remarkHtml from "remark-html";
import remarkParse from "remark-parse";
import { createHighlighter } from "shiki";
import { unified } from "unified";
import { parseDocument } from "yaml";

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function descriptionsOf(root) {
  const found = new Set();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (key === "description" && typeof value === "string") found.add(value);
      else open.push(value);
    }
  }
  return [...found];
}

const start = seconds();
const text = readFileSync(process.argv[2] ?? "", "utf8");
const value = parseDocument(text).toJS();
const read = seconds();
const descriptions = descriptionsOf(value);
const pipeline = unified().use(remarkParse).use(remarkGfm).use(remarkHtml);
for (const description of descriptions) pipeline.processSync(description);
const said = seconds();
const fences = new Set(descriptions.flatMap((each) => [...each.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, , code]) => code)));
if (fences.size > 0) {
  const highlighter = await createHighlighter({ themes: ["github-light"], langs: ["js"] });
  for (const code of fences) highlighter.codeToHtml(code, { lang: "js", theme: "github-light" });
}
console.error(
  JSON.stringify({ yaml: read - start, remark: said - read, shiki: seconds() - said, texts: descriptions.length, fences: fences.size }),
);
