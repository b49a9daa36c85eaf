/**
 * The user guide. `node .config/guide.js` builds its site with the example API into site/. A test of the settings writes
 * docs/guide/settings.md. The page of the templates is made when the site is: what templates are given changes with any version.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Handlebars from "handlebars";
import { parseDocument, stringify } from "yaml";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");

function kindOf({ type, enum: values, anyOf }) {
  if (anyOf) return anyOf.map(kindOf).join(", or ");
  return values ? values.map((value) => `\`${value}\``).join(", ") : type;
}

function settingOf(key, schema) {
  const more = schema.default === undefined ? "" : `; default: \`${schema.default}\``;
  const members = key === "rules" ? [] : Object.entries(schema.properties ?? {});
  const rows = members.map(([name, own]) => `| \`${name}\` | ${kindOf(own)} | ${own.default ?? ""} | ${own.description} |`);
  const table = rows.length === 0 ? "" : `\n\n| key | value | default | |\n|---|---|---|---|\n${rows.join("\n")}`;
  const [example] = schema.examples;
  const block = stringify({ [key]: example }, { lineWidth: 0 });
  return `### ${key}\n\n${schema.description} (${kindOf(schema)}${more})${table}\n\n\`\`\`yaml\n# msgdocs.yaml\n${block}\`\`\`\n`;
}

/** The page of the settings, by their sections (`settingSections`). */
export function settingsPage(all) {
  const sections = Object.entries(all).map(([title, rows]) => {
    const settings = Object.entries(rows).map(([key, row]) => settingOf(key, row));
    return `## ${title}\n\n${settings.join("\n")}`;
  });
  const head = `---\norder: 16\ngroup: Reference\n---\n# Settings\n
msgdocs reads settings from \`msgdocs.yaml\` (\`.yml\`, \`.json\`) in the working folder, or from the file that \`--config\` names. Paths are relative to that
file. Flags override settings. This page is generated from [the schema](../settings.schema.json), which editors use for completion.\n\n`;
  return head + sections.join("\n");
}

/** The sections of the page of the templates, with their folders. */
const TEMPLATES = { "The frame": "", Pages: "pages", Partials: "partials", Portals: "portal" };

/** What a template asks for of its own view: names of values, and of partials. */
function namesOf(text) {
  const found = { values: new Set(), partials: new Set() };
  const path = (node, depth) => {
    if (node?.type === "PathExpression" && !node.data && node.depth === depth && node.parts.length > 0)
      found.values.add(node.parts.join("."));
  };
  const walk = (program, depth) => {
    for (const node of program?.body ?? []) {
      if (node.type === "MustacheStatement") [node.path, ...node.params].forEach((each) => path(each, depth));
      if (node.type === "PartialStatement" || node.type === "PartialBlockStatement") {
        found.partials.add(node.name.original);
        node.params.forEach((each) => path(each, depth));
      }
      if (node.type === "BlockStatement") node.params.forEach((each) => path(each, depth));
      const isDeeper = node.type === "BlockStatement" && ["each", "with"].includes(node.path.original);
      walk(node.program, depth + (isDeeper ? 1 : 0));
      walk(node.inverse, depth);
    }
  };
  walk(Handlebars.parse(text), 0);
  for (const name of ["if", "unless", "each", "with", "html", "figure"]) found.values.delete(name);
  return found;
}

/** The page of the templates: what each is given. */
export function templatesPage() {
  const paths = readdirSync(join(root, "templates"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".hbs"))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "templates/").length).replaceAll("\\", "/"))
    .sort();
  const line = (title, names) => {
    const sorted = [...names].sort().map((name) => `\`${name}\``);
    return sorted.length === 0 ? "" : `\n${title}: ${sorted.join(", ")}.\n`;
  };
  const templateOf = (path) => {
    const { values, partials } = namesOf(read(`templates/${path}`));
    return `### ${path}\n${line("Values", values)}${line("Partials", partials)}`;
  };
  const sections = Object.entries(TEMPLATES).map(([title, folder]) => {
    const own = paths.filter((path) => folder === path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    return `## ${title}\n\n${own.map(templateOf).join("\n")}`;
  });
  const head = `---\ntitle: Templates\norder: 17\ngroup: Reference\n---\n
Which values each template is given, and which partials it shows. Words of the interface are below \`t\`; inside of a loop the values are those of the item.
\`msgdocs theme eject FILE\` copies a template. Those of code all have the values that the page on code lists.\n\n`;
  return head + sections.join("\n");
}

/** The example API, which says that it is one: the site begins with the guide. */
function guideDocument() {
  const document = parseDocument(read("example-docs/robots/msgapi.yaml"));
  const description = `One command turns an API description into a site that people love to read, and that never lies.
    [Start](../../docs/guide/start.md) has a site of yours in two commands. This site is made by msgdocs itself, and the API that it shows is an example:
    robots that carry parcels.`;
  document.setIn(["info", "title"], "msgdocs");
  document.setIn(["info", "version"], JSON.parse(read("package.json")).version);
  document.setIn(["info", "description"], description.replaceAll(/\s+/g, " "));
  document.delete("externalDocs");
  return document.toString();
}

/** Builds the site of the guide. */
export async function buildGuide(output) {
  const { build } = await import("../dist/index.js");
  const made = mkdtempSync(join(tmpdir(), "msgdocs-guide-"));
  try {
    writeFileSync(join(made, "templates.md"), templatesPage());
    const document = { path: "example-docs/robots/msgapi.yaml", text: guideDocument() };
    const settings = { root: ".", guides: ["docs/guide/*.md", join(made, "*.md")] };
    return await build({ cwd: root, document, settings, ...(output === undefined ? {} : { output }) });
  } finally {
    rmSync(made, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { ok, report } = await buildGuide("site");
  for (const { file, start, message } of report.diagnostics) console.log(`${file}:${start.line} ${message}`);
  process.exitCode = ok ? 0 : 1;
}
