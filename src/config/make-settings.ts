import { dirname, join, resolve } from "node:path";
import type { Code, Level, Node } from "#text";
import { asOnDisk, codesForName, isLegacyRule, stringOf, valueOf } from "#text";
import { defaultLimits } from "./settings.ts";
import { packageRoot } from "./package-root.ts";
import { flagOf, linksOf, numberOf, recordOf, textsOf } from "./check-settings.ts";
import type { Limits, Settings } from "./settings.ts";

/** Built-in themes go by name; everything with a separator, or that is no such name, is a path. */
const BUILT_IN = ["default", "paper"];

/** Whether a theme is one of ours. */
export function isBuiltIn(theme: string): boolean {
  return BUILT_IN.includes(theme);
}

/** The folder of a theme: a built-in one by its name, any other relative to a folder. */
export function themeFolder(theme: string, folder: string): string {
  return BUILT_IN.includes(theme) ? join(packageRoot(), "themes", theme) : resolve(folder, theme);
}

function rulesOf(root: Node | undefined): Settings["rules"] {
  const level = (value: Node): Level | undefined => {
    if (value.kind !== "string") return undefined;
    return value.value === "warn" ? "warning" : (value.value as Level);
  };
  const given = recordOf(valueOf(root, "rules"), level);
  const rules = Object.create(null) as Partial<Record<Code, Level>>;
  // What is said of a code itself wins over what is said of an id that stands for several.
  const old = Object.entries(given).filter(([name]) => isLegacyRule(name));
  for (const [name, value] of old) for (const code of codesForName(name) ?? []) rules[code] = value;
  for (const [name, value] of Object.entries(given)) if (!isLegacyRule(name)) rules[name as Code] = value;
  return rules;
}

function limitsOf(root: Node | undefined): Limits {
  const own = recordOf(valueOf(root, "limits"), (value) => (value.kind === "number" ? value.value : undefined));
  return { ...defaultLimits, ...own };
}

/** The settings of paths, made absolute. */
function pathsOf(
  root: Node | undefined,
  folder: string,
): Pick<Settings, "document" | "output" | "root" | "cache" | "templates" | "logo" | "favicon" | "baseline" | "wordsFile"> {
  const paths: Record<string, string> = {};
  for (const key of ["document", "output", "root", "cache", "templates", "logo", "favicon", "baseline", "words"]) {
    const path = stringOf(root, key);
    if (path === undefined) continue;
    const absolute = resolve(folder, path);
    paths[key === "words" ? "wordsFile" : key] = key === "logo" || key === "favicon" ? asOnDisk(absolute, folder) : absolute;
  }
  return paths;
}

/** Settings that are texts, taken as they are. */
function textsAt(root: Node | undefined): Pick<Settings, "siteUrl" | "footer" | "sourceUrl" | "editUrl" | "editor"> {
  const texts: Record<string, string> = {};
  for (const key of ["siteUrl", "footer", "sourceUrl", "editUrl", "editor"]) {
    const text = stringOf(root, key);
    if (text !== undefined) texts[key] = text;
  }
  return texts;
}

/** A checked settings file (or none) as settings, with the default of everything that it leaves out. */
export function makeSettings(root: Node | undefined, path: string): Settings {
  const folder = dirname(path);
  const maxProblems = numberOf(root, "maxProblems");
  return {
    ...pathsOf(root, folder),
    ...textsAt(root),
    theme: themeFolder(stringOf(root, "theme") ?? "default", folder),
    language: stringOf(root, "language") ?? "en",
    view: stringOf(root, "view") === "client" ? "client" : "application",
    ...(stringOf(root, "generatedExamples") === "always" ? { generatedExamples: "always" } : {}),
    strict: flagOf(root, "strict") ?? false,
    allowErrors: flagOf(root, "allowErrors") ?? false,
    rules: rulesOf(root),
    navigation: { groupBy: (stringOf(valueOf(root, "navigation"), "groupBy") ?? "auto") as Settings["navigation"]["groupBy"] },
    links: linksOf(valueOf(root, "links")),
    guides: textsOf(valueOf(root, "guides")).map((guide) => resolve(folder, guide)),
    hideInternal: flagOf(root, "hideInternal") ?? false,
    onlyTags: textsOf(valueOf(root, "onlyTags")),
    noindex: flagOf(root, "noindex") ?? false,
    redirects: recordOf(valueOf(root, "redirects"), (value) => (value.kind === "string" ? value : undefined)),
    csp: recordOf(valueOf(root, "csp"), textsOf),
    limits: limitsOf(root),
    ...(maxProblems === undefined ? {} : { maxProblems }),
  };
}
