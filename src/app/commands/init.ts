import type { Dirent } from "node:fs";
import { existsSync, readdirSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { loadSettings, packageRoot, settingsFiles } from "#config";
import { visible } from "#report";
import type { Exit, Io } from "#run";
import { documentNames, exits, isDocument, makeFolder, refuseWayOut, replaceFile, UsageError } from "#run";
import { isUrl, namedAccess, parseText, readFile, readLimits, readOwnFile, SITE_RECORD, statsOf, stringOf, valueOf } from "#text";

/** The hosts for which CI files can be written. */
const hosts = ["github", "gitlab"] as const;

export interface InitRequest {
  /** Documents, or folders with documents. Without any, they are searched. */
  readonly documents: readonly string[];
  readonly ci?: (typeof hosts)[number] | undefined;
  readonly preCommit: boolean;
  readonly docker: boolean;
}

const DEPTH = 5;
/** Folders with more entries are not searched. */
const MOST = 5000;

const slashed = (path: string): string => path.split(sep).join("/");

/** What a folder holds. One that must not be read, such as that of a database, holds no document. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** The documents below a folder, those with the usual names first. Generated sites, hidden folders and package folders are skipped. */
function documentsBelow(top: string, cwd: string): string[] {
  const found: string[] = [];
  let seen = 0;
  const look = (folder: string, depth: number): void => {
    // A generated site contains its own document.
    if (existsSync(join(folder, SITE_RECORD))) return;
    const entries = entriesOf(folder).filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      seen += 1;
      if (seen > MOST) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && depth < DEPTH) look(path, depth + 1);
      else if (entry.isFile() && isDocument(path, cwd)) found.push(slashed(relative(cwd, path)));
    }
  };
  look(top, 0);
  const rank = (path: string): number => {
    const at = documentNames.indexOf(path);
    return at < 0 ? documentNames.length : at;
  };
  return found.sort((a, b) => rank(a) - rank(b) || a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
}

/** Globs in the place of documents that lie alike: those whose paths differ in one folder, or in the name of the file. */
function withGlobs(documents: readonly string[]): readonly string[] {
  const globsOf = (path: string): string[] => {
    const steps = path.split("/");
    return steps.flatMap((step, at) => {
      const star = at < steps.length - 1 ? "*" : `*${extname(step)}`;
      return /[[\]{}()!*?\\]/.test(path) ? [] : [[...steps.slice(0, at), star, ...steps.slice(at + 1)].join("/")];
    });
  };
  const counts = new Map<string, number>();
  for (const glob of documents.flatMap(globsOf)) counts.set(glob, (counts.get(glob) ?? 0) + 1);
  const best = (path: string): string => {
    const [first] = globsOf(path).sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    return first !== undefined && (counts.get(first) ?? 0) > 1 ? first : path;
  };
  return [...new Set(documents.map(best))];
}

const YES = /^y(?:es)?$/i;

/** The documents that the arguments name, and all in folders that they name. */
function documentsNamed({ documents }: InitRequest, { cwd, stdout }: Io): string[] {
  return documents.flatMap((given) => {
    if (given === "-") throw new UsageError("Settings cannot name standard input.", "Name a file. It may be written later.");
    if (isUrl(given))
      throw new UsageError(
        `${JSON.stringify(given)} is on the network, and settings alone reach no network.`,
        `Download the file, or build it without settings: msgdocs build ${given} --allow-remote ${given} -o site`,
      );
    const path = resolve(cwd, given);
    const below = statsOf(path)?.isDirectory() ? withGlobs(documentsBelow(path, cwd)) : [slashed(relative(cwd, path))];
    if (below.length === 0) throw new UsageError(`There is no document below ${JSON.stringify(given)}.`);
    if (!existsSync(path)) stdout(`There is no ${visible(given)} yet: the settings name it all the same.\n`);
    return below;
  });
}

/** The documents for the settings: those of the arguments, otherwise the one with a usual name or the only one below the folder. */
async function documentsOf(request: InitRequest, io: Io): Promise<readonly string[]> {
  if (request.documents.length > 0) return documentsNamed(request, io);
  const { file, settings } = loadSettings({}, io.cwd);
  // Settings that are there stay as they are, and say what the other files are for.
  if (file) return settings?.portal?.documents.map(({ path }) => path) ?? [settings?.document ?? ""];
  const found = documentsBelow(io.cwd, io.cwd);
  const [first, ...others] = found;
  if (first === undefined)
    throw new UsageError("There is no document below this folder.", "Name one: msgdocs init asyncapi.yaml. It may be written later.");
  if (others.length === 0) return [first];
  const names = found.map(visible).join(", ");
  if (!io.ask) {
    if (documentNames.includes(first)) return [first];
    throw new UsageError(
      `There are several documents: ${names}.`,
      "Name one of them: msgdocs init FILE. For a portal of all: msgdocs init .",
    );
  }
  return choose(found, `Which document? ${names}; all for a portal [${visible(first)}] `, answersOf(io.ask, io));
}

type Answers = (question: string) => Promise<string>;

/** Asks on the terminal. Nothing is written before every question has its answer. */
function answersOf(ask: NonNullable<Io["ask"]>, { stderr, onInterrupt }: Io): Answers {
  return async (question) => {
    const answered = onInterrupt(() => stderr("\nNothing was written.\n"));
    const answer = await ask(question);
    answered();
    if (answer !== undefined) return answer.trim();
    stderr("\n");
    throw new UsageError("A question got no answer: nothing was written.", "msgdocs init --help lists the flags that answer beforehand.");
  };
}

/** Asks until the answer is one of the documents or all. An empty answer means the first. */
async function choose([first = "", ...others]: readonly string[], question: string, ask: Answers): Promise<readonly string[]> {
  const answer = slashed(await ask(question));
  if (answer === "") return [first];
  if (answer.toLowerCase() === "all") return withGlobs([first, ...others]);
  return answer === first || others.includes(answer) ? [answer] : choose([first, ...others], question, ask);
}

/** Asks until the answer is a host or none. */
async function hostOf(ask: Answers): Promise<InitRequest["ci"]> {
  const answer = (await ask("Files for CI? github, gitlab, none [none] ")).toLowerCase();
  const host = hosts.find((each) => each === answer);
  return host !== undefined || answer === "" || answer === "none" ? host : hostOf(ask);
}

/** Asks for what the arguments leave open. Without a terminal nothing is asked. */
async function complete(request: InitRequest, io: Io): Promise<InitRequest> {
  const documents = await documentsOf(request, io);
  if (!io.ask) return { ...request, documents };
  const ask = answersOf(io.ask, io);
  const ci = request.ci ?? (await hostOf(ask));
  const preCommit = request.preCommit || YES.test(await ask("A pre-commit hook? y, n [n] "));
  return { ...request, documents, ci, preCommit };
}

/** A text for YAML, quoted if necessary. It may come from the repository. */
const yamlText = (text: string): string => (/^[\w.][\w./@+-]*$/.test(text) ? text : JSON.stringify(text));

/** The lines for the document of a site, or for those of a portal. */
function documentLines(documents: readonly string[]): string {
  const [first = "", ...others] = documents.map(yamlText);
  if (others.length === 0 && !first.includes("*")) return `# The document to check and to build.\ndocument: ${first}`;
  const list = [first, ...others].map((each) => `  - ${each}`).join("\n");
  return `# The documents to check, and to make a portal of. Globs are fine: services/*/asyncapi.yaml\ndocuments:\n${list}\n\n# The title of the portal.\n# title: Events of the shop`;
}

function settingsText(documents: readonly string[], { version }: Io): string {
  return `# Settings of msgdocs. The schema says what every key is; editors complete by it.
$schema: https://unpkg.com/msgdocs@${version}/docs/settings.schema.json

${documentLines(documents)}

# The folder of the site. It is missing, empty, or was written by msgdocs.
output: site

# The URL at which the site will be served, for canonical links and the sitemap.
# siteUrl: https://docs.example.com/orders/

# Whose code the pages show: that of a client, or that of the application.
# reader: client

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

/** The version that the package of the folder pins, which its CI must run too. A range is none. */
function pinnedVersion(cwd: string): string | undefined {
  const path = join(cwd, "package.json");
  const bytes = readFile(path, { ...namedAccess(path, cwd), largest: 1 << 20 });
  if ("problem" in bytes) return undefined;
  const file = { id: path, name: "package.json", text: bytes.toString("utf8"), language: "json" } as const;
  const root = parseText(file, { limits: readLimits, report: () => undefined });
  const versions = ["devDependencies", "dependencies"].map((key) => stringOf(valueOf(root, key), "msgdocs"));
  return versions.find((version) => version !== undefined && /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
}

/** A kit without the condition that one API is published only after its check: the mistake of one team must not stop a portal. */
function publishedAnyway(kit: string): string {
  return kit.replace(/^( +)# A description that fails.*\n +needs:(?: check| (\[)api-check\])$/m, (_, indent: string, list?: string) => {
    const said = `${indent}# A portal with a clash is published all the same; the check is red.`;
    return list === undefined ? said : `${said}\n${indent}needs: []`;
  });
}

/** The files to write: path and text of each. */
function filesOf({ documents, ci, preCommit, docker }: InitRequest, io: Io): (readonly [string, string])[] {
  const isPortal = documents.length > 1 || documents.some((path) => path.includes("*"));
  const kit = (file: string): string => {
    const text = readOwnFile(join(packageRoot(), "docs/ci", file)).toString();
    return (isPortal ? publishedAnyway(text) : text).replaceAll("msgdocs@VERSION", `msgdocs@${pinnedVersion(io.cwd) ?? io.version}`);
  };
  return [
    ["msgdocs.yaml", settingsText(documents, io)],
    ...(ci === "github" ? [[".github/workflows/api-docs.yml", kit("github.yml")] as const] : []),
    ...(ci === "gitlab" ? [[".gitlab-ci.yml", kit("gitlab.yml")] as const] : []),
    ...(preCommit ? [[".pre-commit-config.yaml", kit("pre-commit.yaml")] as const] : []),
    ...(docker ? [["msgdocs.Dockerfile", kit("site.Dockerfile")] as const] : []),
  ];
}

/** Writes a file that does not exist. If it does, it stays unchanged and the text is printed. */
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
  makeFolder(dirname(target), io.cwd);
  replaceFile(target, text, io.cwd);
  io.stdout(`Wrote ${path}\n`);
}

/** Writes the settings for a document, and on request files for CI, a hook and an image. It never overwrites a file. */
export async function init(request: InitRequest, io: Io): Promise<Exit> {
  const wanted = await complete(request, io);
  for (const [path, text] of filesOf(wanted, io)) writeNew(path, text, io);
  io.stdout("Next: msgdocs check, and msgdocs watch --open. The folder site is made anew by each build: add it to .gitignore.\n");
  return exits.fine;
}
