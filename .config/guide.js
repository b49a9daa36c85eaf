/**
 * The user guide. `node .config/guide.js` writes docs/guide/settings.md anew from the schema of the settings, and builds the site of the guide
 * with the example API into site/. The page of the templates is made when the site is: what templates are given changes with any version.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Handlebars from "handlebars";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(join(root, path), "utf8");

function kindOf({ type, enum: values }) {
  return values ? values.map((value) => `\`${value}\``).join(", ") : type;
}

/** A value in YAML: JSON is YAML, and plain texts need no quotes. */
function yamlOf(value) {
  return typeof value === "string" && /^[\w./][\w./ -]*$/.test(value) ? value : JSON.stringify(value);
}

function sectionOf([key, schema]) {
  const more = schema.default === undefined ? "" : ` Default: \`${schema.default}\`.`;
  const members = key === "rules" ? [] : Object.entries(schema.properties ?? {});
  const rows = members.map(([name, own]) => `| \`${name}\` | ${kindOf(own)} | ${own.default ?? ""} | ${own.description} |`);
  const table = rows.length === 0 ? "" : `\n\n| key | value | default | |\n|---|---|---|---|\n${rows.join("\n")}`;
  const [example] = schema.examples;
  return `## ${key}\n\n${schema.description ?? ""} (${kindOf(schema)})${more}${table}\n\n\`\`\`yaml\n# msgdocs.yaml\n${key}: ${yamlOf(example)}\n\`\`\`\n`;
}

/** The page of the settings. */
export function settingsPage() {
  const { properties } = JSON.parse(read("docs/settings.schema.json"));
  const head = `---\norder: 12\ngroup: Reference\n---\n# Settings\n
Settings stand in \`msgdocs.yaml\` (\`.yml\`, \`.json\`) in the working folder, or in the file that \`--config\` names. Paths are relative to the file. A flag wins
over its setting. This page is made from [the schema](../settings.schema.json), which editors use for completion.\n\n`;
  return head + Object.entries(properties).map(sectionOf).join("\n");
}

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
  for (const name of ["if", "unless", "each", "with", "html"]) found.values.delete(name);
  return found;
}

/** The page of the templates: what each is given. */
export function templatesPage() {
  const paths = readdirSync(join(root, "templates"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".hbs"))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "templates/").length).replaceAll("\\", "/"))
    .sort();
  const list = (names) =>
    names.size === 0
      ? "–"
      : [...names]
          .sort()
          .map((name) => `\`${name}\``)
          .join(", ");
  const sections = paths.map((path) => {
    const { values, partials } = namesOf(read(`templates/${path}`));
    return `## ${path}\n\nValues: ${list(values)}.\n\nPartials: ${list(partials)}.\n`;
  });
  const head = `---\ntitle: Templates\norder: 13\ngroup: Reference\n---\n
Which values each template is given, and which partials it shows. Words of the interface are below \`t\`; inside of a loop the values are those of the item.
\`msgdocs theme eject FILE\` copies a template.\n\n`;
  return head + sections.join("\n");
}

/** Builds the site of the guide. */
export async function buildGuide(output) {
  const { build } = await import("../dist/index.js");
  const made = mkdtempSync(join(tmpdir(), "msgdocs-guide-"));
  try {
    writeFileSync(join(made, "templates.md"), templatesPage());
    const settings = { document: "example-docs/robots/msgapi.yaml", root: ".", guides: ["docs/guide/*.md", join(made, "*.md")] };
    return await build({ cwd: root, settings, ...(output === undefined ? {} : { output }) });
  } finally {
    rmSync(made, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, "docs/guide/settings.md"), settingsPage());
  const { ok, report } = await buildGuide("site");
  for (const { file, start, message } of report.diagnostics) console.log(`${file}:${start.line} ${message}`);
  process.exitCode = ok ? 0 : 1;
}
