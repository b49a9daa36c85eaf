import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { packageRoot, settingsFiles } from "#config";
import { RECORD } from "#output";
import { visible } from "#report";
import { readOwnFile, withFile } from "#text";
import { documentNames } from "./find-documents.ts";
import type { Exit, Io } from "./io.ts";
import { exits, UsageError } from "./io.ts";
import { refuseWayOut, replaceFile } from "./one-file.ts";

/** Where checks run. */
const hosts = ["github", "gitlab"] as const;

export interface InitRequest {
  /** The document; it is looked for where it is absent. */
  readonly document?: string | undefined;
  readonly ci?: (typeof hosts)[number] | undefined;
  readonly preCommit: boolean;
  readonly docker: boolean;
}

const DEPTH = 5;
/** Larger folders are no place to look for a document in. */
const MOST = 5000;
/** The version of the format stands at the top of a document. */
const BEGINNING = 20_000;

const EXTENSION = /\.(?:ya?ml|json)$/i;
const VERSION_FIELD = /^\s*\{?\s*["']?(?:asyncapi|msgapi)["']?\s*:/m;

const slashed = (path: string): string => path.split(sep).join("/");

function isDocument(path: string, root: string): boolean {
  return withFile(path, { root }, (file) => VERSION_FIELD.test(file.read(BEGINNING).toString())) === true;
}

/** The documents below a folder, those with the usual names first. Sites, hidden folders and those of packages are left out. */
function documentsBelow(cwd: string): string[] {
  const found: string[] = [];
  let seen = 0;
  const look = (folder: string, depth: number): void => {
    // A site holds its own document.
    if (existsSync(join(folder, RECORD))) return;
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      seen += 1;
      if (seen > MOST) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < DEPTH) look(path, depth + 1);
      else if (entry.isFile() && EXTENSION.test(entry.name) && isDocument(path, cwd)) found.push(slashed(relative(cwd, path)));
    }
  };
  look(cwd, 0);
  const rank = (path: string): number => {
    const at = documentNames.indexOf(path);
    return at < 0 ? documentNames.length : at;
  };
  return found.sort((a, b) => rank(a) - rank(b) || a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
}

const LETTERS = /^y(?:es)?$/i;

/** Asks for what the arguments leave open; without a terminal nothing is asked. */
async function complete(request: InitRequest, { cwd, ask }: Io): Promise<InitRequest & { readonly document: string }> {
  const documents = request.document === undefined ? documentsBelow(cwd) : [slashed(request.document)];
  const [first, ...others] = documents;
  if (first === undefined)
    throw new UsageError("There is no document below this folder.", "Name one: msgdocs init asyncapi.yaml. It may be written later.");
  if (!ask) {
    if (others.length > 0 && !documentNames.includes(first))
      throw new UsageError(`There are several documents: ${documents.map(visible).join(", ")}.`, "Name one of them: msgdocs init FILE.");
    return { ...request, document: first };
  }
  const named = others.length === 0 ? "" : await ask(`Which document? ${documents.map(visible).join(", ")} [${visible(first)}] `);
  const document = named.trim() === "" ? first : slashed(named.trim());
  const host = request.ci ?? (await ask("Files for CI? github, gitlab, none [none] "));
  const ci = hosts.find((each) => each === host.trim().toLowerCase());
  const preCommit = request.preCommit || LETTERS.test((await ask("A pre-commit hook? y, n [n] ")).trim());
  return { ...request, document, ci, preCommit };
}

/** The name as YAML and a shell read it. It goes into scripts, and may have come with the repository. */
function nameFor(document: string): string {
  if (!/^[\p{L}\p{N}_.][\p{L}\p{N}_./@+, -]*$/u.test(document))
    throw new UsageError(`The name ${JSON.stringify(document)} cannot stand in scripts.`, "Use letters, digits and . _ - / @ + in it.");
  return document.includes(" ") ? `'${document}'` : document;
}

function settingsText(name: string, { version }: Io): string {
  return `# Settings of msgdocs. The schema says what every key is; editors complete by it.
$schema: https://unpkg.com/msgdocs@${version}/docs/settings.schema.json

# The document to check and to build.
document: ${name}

# The folder of the site. It is missing, empty, or was written by msgdocs.
output: site

# The URL at which the site will be served, for canonical links and the sitemap.
# siteUrl: https://docs.example.com/orders/

# Whose words lead: the application's ("sends") or its client's ("you receive").
# view: client

# Your own Markdown pages, in the sidebar and in the search.
# guides: [docs/*.md]

# Your look: brand/css/tokens.css with --accent, --bg and --text is a brand.
# templates: brand

# The level of a rule: error, warning, info or off.
# rules:
#   example/payload: warning

# Where a line of the source is, for links from the pages.
# sourceUrl: https://github.com/OWNER/REPOSITORY/blob/main/{path}#L{line}
`;
}

/** The files to write: their paths, and the text of each. */
function filesOf({ document, ci, preCommit, docker }: InitRequest & { readonly document: string }, io: Io): (readonly [string, string])[] {
  const name = nameFor(document);
  const fill = (text: string): string => text.replaceAll("msgdocs@VERSION", `msgdocs@${io.version}`).replaceAll(/\bDOCUMENT\b/g, name);
  const kit = (file: string): string => fill(readOwnFile(join(packageRoot(), "docs/ci", file)).toString());
  return [
    ["msgdocs.yaml", settingsText(name, io)],
    ...(ci === "github" ? [[".github/workflows/api-docs.yml", kit("github.yml")] as const] : []),
    ...(ci === "gitlab" ? [[".gitlab-ci.yml", kit("gitlab.yml")] as const] : []),
    ...(preCommit ? [[".pre-commit-config.yaml", kit("pre-commit.yaml")] as const] : []),
    ...(docker ? [["msgdocs.Dockerfile", kit("site.Dockerfile")] as const] : []),
  ];
}

/** What is there already stays as it is, and what would be written is shown. */
function writeNew(path: string, text: string, io: Io): void {
  const target = join(io.cwd, path);
  const own = path === "msgdocs.yaml" ? settingsFiles.find((name) => existsSync(join(io.cwd, name))) : undefined;
  const taken = own ?? (existsSync(target) ? path : undefined);
  if (taken !== undefined) {
    const rest = path === "msgdocs.yaml" ? "" : ` To add by hand:\n\n${text.replace(/^(?=.)/gm, "    ")}\n`;
    io.stdout(`${taken} is there already, and stays as it is.${rest}${rest === "" ? "\n" : ""}`);
    return;
  }
  refuseWayOut(target, io.cwd);
  mkdirSync(dirname(target), { recursive: true });
  replaceFile(target, text, io.cwd);
  io.stdout(`Wrote ${path}\n`);
}

/** Writes the settings of a document, and on request the files of a CI, a hook and an image. Nothing is ever overwritten. */
export async function init(request: InitRequest, io: Io): Promise<Exit> {
  const wanted = await complete(request, io);
  for (const [path, text] of filesOf(wanted, io)) writeNew(path, text, io);
  io.stdout("Next: msgdocs check, and msgdocs watch --open. The folder site is made anew by each build: add it to .gitignore.\n");
  return exits.fine;
}
