import { dirname, join, relative, resolve } from "node:path";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Code, Level, Node, RuleLevels } from "#text";
import { asOnDisk, codesForName, globFolder, isInside, isLegacyRule, isTrue, isUrl, itemsOf, realPathOf, stringOf, valueOf } from "#text";
import type { Analytics, Limits, PortalDocument, PlainSettings, PortalSettings, Settings } from "./settings.ts";
import { codeLanguages, defaultLimits } from "./settings.ts";
import { flagOf, linksOf, recordOf, textsOf } from "./check-settings.ts";
import type { SettingRow } from "./setting-rows.ts";
import { settingRows } from "./setting-rows.ts";

function find(folder: string): string {
  if (existsSync(join(folder, "package.json")) && existsSync(join(folder, "themes"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("The folder of msgdocs itself is incomplete: there is no themes folder.");
  return find(parent);
}

/** The folder of the package, which holds templates and themes. It works from source and from the bundle. */
export function packageRoot(): string {
  // Loaders that turn modules into CommonJS, such as Docusaurus's, support no other field of `import.meta`.
  return find(dirname(fileURLToPath(import.meta.url)));
}

const rows: readonly (readonly [key: string, row: SettingRow])[] = Object.entries(settingRows);

/** The names of the built-in themes. Any other theme is a path. */
const BUILT_IN = ["default", "paper"];

/** Whether a theme is built in. */
export function isBuiltIn(theme: string): boolean {
  return BUILT_IN.includes(theme);
}

/** The folder of a built-in theme, or of a theme by its path relative to `folder`. */
export function themeFolder(theme: string, folder: string): string {
  return BUILT_IN.includes(theme) ? join(packageRoot(), "themes", theme) : realPathOf(resolve(folder, theme));
}

/** The rule levels of each profile, for `extends`. `strict` also reports what a document may leave out but readers would miss. */
const profiles: Readonly<Record<string, RuleLevels>> = {
  strict: {
    "channel/no-operation": "warning",
    "component/unused": "warning",
    "example/not-checked": "warning",
    "message/no-example": "warning",
    "message/schema-format-encoding": "warning",
    "operation/no-message": "warning",
    "style/contact": "warning",
    "style/description": "warning",
    "style/id-urn": "warning",
    "style/operation-id": "warning",
    "style/tags-order": "warning",
  },
};

function rulesOf(root: Node | undefined): Settings["rules"] {
  const level = (value: Node): Level | undefined => {
    if (value.kind !== "string") return undefined;
    return value.value === "warn" ? "warning" : (value.value as Level);
  };
  const given = recordOf(valueOf(root, "rules"), level);
  const rules = Object.assign(Object.create(null) as Partial<Record<Code, Level>>, profiles[stringOf(root, "extends") ?? ""]);
  // A code has precedence over a rule of another tool that stands for several codes.
  const old = Object.entries(given).filter(([name]) => isLegacyRule(name));
  for (const [name, value] of old) for (const code of codesForName(name) ?? []) rules[code] = value;
  for (const [name, value] of Object.entries(given)) if (!isLegacyRule(name)) rules[name as Code] = value;
  return rules;
}

function limitsOf(root: Node | undefined): Limits {
  const own = recordOf(valueOf(root, "limits"), (value) => (value.kind === "number" ? value.value : undefined));
  return { ...defaultLimits, ...own };
}

/** Folders that are read from. Links in their paths are followed once: what was judged must be what is read. */
export const readFolders: readonly string[] = ["root", "templates"];

/** A path or glob made absolute, with links followed once in the folder where the search starts. */
function searchPath(from: string, written: string): string {
  const path = resolve(from, written);
  const folder = globFolder(path);
  return join(realPathOf(folder), relative(folder, path));
}

function absolutePath(key: string, folder: string, path: string): string {
  if (key === "document") return isUrl(path) ? path : searchPath(folder, path);
  const written = resolve(folder, path);
  return readFolders.includes(key) ? realPathOf(written) : written;
}

/** The settings that are paths, made absolute. */
function pathsOf(
  root: Node | undefined,
  folder: string,
): Pick<Settings, "document" | "output" | "root" | "cache" | "templates" | "logo" | "favicon" | "baseline" | "ruleset" | "wordsFile"> {
  const paths: Record<string, string> = {};
  for (const [key, { is }] of rows) {
    const path = is === "path" ? stringOf(root, key) : undefined;
    if (path === undefined) continue;
    const absolute = absolutePath(key, folder, path);
    paths[key === "words" ? "wordsFile" : key] = key === "logo" || key === "favicon" ? asOnDisk(absolute, folder) : absolute;
  }
  return paths;
}

/** The settings that are taken as written, or by their defaults. */
function plainOf(root: Node | undefined): PlainSettings {
  const plain: Record<string, unknown> = {};
  for (const [key, row] of rows) {
    if (row.is !== "plain") continue;
    const node = valueOf(root, key);
    const value = node && "value" in node ? node.value : row.default;
    if (value !== undefined) plain[key] = value;
  }
  return plain as unknown as PlainSettings;
}

function portalDocument(node: Node, folder: string): PortalDocument[] {
  const path = node.kind === "string" ? node.value : stringOf(node, "path");
  if (path === undefined) return [];
  const [name, versions, perspective] = ["name", "versions", "perspective"].map((key) => stringOf(node, key));
  return [
    {
      path: searchPath(folder, path),
      ...(name === undefined ? {} : { name }),
      ...(versions === undefined ? {} : { versions: searchPath(folder, versions) }),
      ...(perspective === undefined ? {} : { perspective: perspective as Settings["perspective"] }),
    },
  ];
}

function portalOf(root: Node | undefined, folder: string): PortalSettings | undefined {
  const keys = ["documents", "title", "brokers", "takeAll", "group"];
  if (!keys.some((key) => valueOf(root, key) !== undefined)) return undefined;
  const title = stringOf(root, "title");
  return {
    folder,
    ...(title === undefined ? {} : { title }),
    documents: itemsOf(valueOf(root, "documents")).flatMap((node) => portalDocument(node, folder)),
    brokers: recordOf(valueOf(root, "brokers"), textsOf),
    takeAll: textsOf(valueOf(root, "takeAll")),
    group: (stringOf(root, "group") ?? "none") as PortalSettings["group"],
  };
}

/** The languages of samples, each once; without the setting, all of them. */
function codeOf(node: Node | undefined): readonly string[] {
  return node?.kind === "list" ? [...new Set(textsOf(node))] : codeLanguages;
}

function tryItOf(node: Node | undefined): Settings["tryIt"] {
  return node?.kind === "list" ? node.items.filter((item) => item.kind === "string") : isTrue(node);
}

function analyticsOf(root: Node | undefined): Analytics | undefined {
  const own = valueOf(root, "analytics");
  const script = stringOf(own, "script");
  const data = recordOf(valueOf(own, "data"), (value) => (value.kind === "string" ? value.value : undefined));
  return script === undefined ? undefined : { script: new URL(script).href, integrity: stringOf(own, "integrity"), data };
}

/** What pages may load from other hosts: the sources in the settings, and those of the script for visit statistics. */
function pageSources(root: Node | undefined): Pick<Settings, "analytics" | "csp"> {
  const csp = recordOf(valueOf(root, "csp"), textsOf);
  const analytics = analyticsOf(root);
  if (!analytics) return { csp };
  const { origin, pathname } = new URL(analytics.script);
  const script = `${origin}${pathname.replaceAll(";", "%3B").replaceAll(",", "%2C")}`;
  const { "script-src": scripts = [], "connect-src": connections = [] } = csp;
  return { analytics, csp: Object.assign(csp, { "script-src": [...scripts, script], "connect-src": [...connections, origin] }) };
}

function newMessagesOf(node: Node | undefined): Settings["newMessages"] {
  const word = (value: Node): "breaking" | "compatible" =>
    value.kind === "string" && value.value === "compatible" ? "compatible" : "breaking";
  return node?.kind === "string" ? { "*": word(node) } : recordOf(node, word);
}

/** Creates settings from the root of a checked settings file, or from none, with defaults. `path` is the path of the file. */
export function makeSettings(root: Node | undefined, path: string): Settings {
  const folder = dirname(path);
  const portal = portalOf(root, folder);
  return {
    ...(portal ? { portal } : {}),
    released: recordOf(valueOf(root, "released"), (versions) =>
      recordOf(versions, (day) => (day.kind === "string" ? day.value : undefined)),
    ),
    newMessages: newMessagesOf(valueOf(valueOf(root, "changes"), "newMessages")),
    // Documents of one portal share files, such as common schemas, beside their folders.
    ...(portal && portal.documents.length > 0 && portal.documents.every((each) => isInside(folder, each.path)) ? { root: folder } : {}),
    ...pathsOf(root, folder),
    ...plainOf(root),
    theme: themeFolder(stringOf(root, "theme") ?? "default", folder),
    ...(stringOf(root, "generatedExamples") === "always" ? { generatedExamples: "always" } : {}),
    code: codeOf(valueOf(root, "code")),
    tryIt: tryItOf(valueOf(root, "tryIt")),
    rules: rulesOf(root),
    show: {
      source: flagOf(valueOf(root, "show"), "source") ?? false,
      problems: flagOf(valueOf(root, "show"), "problems") ?? true,
      assistants: flagOf(valueOf(root, "show"), "assistants") ?? true,
    },
    navigation: { groupBy: (stringOf(valueOf(root, "navigation"), "groupBy") ?? "auto") as Settings["navigation"]["groupBy"] },
    links: linksOf(valueOf(root, "links")),
    guides: textsOf(valueOf(root, "guides")).map((guide) => searchPath(folder, guide)),
    onlyTags: textsOf(valueOf(root, "onlyTags")),
    ...(flagOf(root, "markdownOnly") === true ? { markdown: true } : {}),
    redirects: recordOf(valueOf(root, "redirects"), (value) => (value.kind === "string" ? value : undefined)),
    ...(stringOf(root, "redirects") === "pages" ? { redirectPages: true } : {}),
    ...pageSources(root),
    limits: limitsOf(root),
  };
}
