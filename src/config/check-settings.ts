import type { Diagnostic, MapNode, Node, NumberNode, Place, DiagnosticReporter, StringNode } from "#text";
import { didYouMean, entriesOf, isLegacyRule, isIntegerNode, itemsOf, languageCodes, problem, stringOf, valueOf } from "#text";
import type { SettingRule } from "./setting-rows.ts";
import { settingsSchema } from "./setting-rows.ts";

const typePhrases: Readonly<Record<string, string>> = {
  string: "a text",
  boolean: "true or false",
  integer: "a whole number",
  array: "a list",
  object: "a map",
};

const kinds: Readonly<Record<string, Node["kind"]>> = {
  string: "string",
  boolean: "boolean",
  integer: "number",
  array: "list",
  object: "map",
};

function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/**
 * Whether a link may lead to a target. Browsers remove blanks and control characters before they look for a scheme, so targets with
 * these are refused.
 */
function isLinkTarget(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text)) return false;
  const scheme = /^[^/?#]*?:/.exec(text)?.[0].toLowerCase();
  return scheme === undefined || (["http:", "https:", "mailto:"].includes(scheme) && URL.canParse(text));
}

/** Whether a text is a day of the calendar, as `YYYY-MM-DD` (RFC 3339). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(text);
}

function expectedNumber(node: NumberNode, { minimum = -Infinity }: SettingRule): string | undefined {
  const { value } = node;
  if (!Number.isSafeInteger(value) || !isIntegerNode(node)) return "a whole number";
  return value < minimum ? `a whole number, ${minimum} or more` : undefined;
}

function expectedText({ value }: StringNode, { minLength = 0, format }: SettingRule): string | undefined {
  if (value.length < minLength) return "a text that is not empty";
  if (format === "date") return isDay(value) ? undefined : "a day such as 2026-03-01";
  if (format === "uri-reference") return isLinkTarget(value) ? undefined : "an http, https or mailto URL, or a path";
  return format === "uri" && !isUrl(value) ? "an http or https URL" : undefined;
}

/** What a value must be, in words; `undefined` if it is valid. */
function expected(node: Node, rule: SettingRule): string | undefined {
  if (rule.anyOf) return rule.anyOf.map(({ type = "", enum: values }) => values?.join(", ") ?? typePhrases[type] ?? type).join(" or ");
  if (rule.enum) return node.kind === "string" && rule.enum.includes(node.value) ? undefined : `one of ${rule.enum.join(", ")}`;
  if (rule.type !== undefined && node.kind !== kinds[rule.type]) return typePhrases[rule.type];
  if (node.kind === "number") return expectedNumber(node, rule);
  return node.kind === "string" ? expectedText(node, rule) : undefined;
}

interface SettingCheck {
  readonly rule: SettingRule;
  /** The name of the setting, such as `navigation.groupBy`. */
  readonly name: string;
  readonly report: DiagnosticReporter;
}

/** The rule of a key without its own: by pattern, otherwise `additionalProperties`. Rule ids of other tools are a fixed list. */
function ruleOfFreeKey(key: string, { patternProperties = {}, additionalProperties }: SettingRule, name: string): SettingRule | undefined {
  const matching = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(key));
  if (matching) return name === "rules" && !isLegacyRule(key) ? undefined : matching[1];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

function checkMap(node: MapNode, { rule, name, report }: SettingCheck): void {
  const known = rule.properties ?? {};
  const prefix = name === "" ? "" : `${name}.`;
  for (const entry of node.entries) {
    const own = Object.hasOwn(known, entry.key) ? known[entry.key] : undefined;
    const next = own ?? ruleOfFreeKey(entry.key, rule, name);
    if (next) check(entry.value, { rule: next, name: `${prefix}${entry.key}`, report });
    else {
      const rules = name === "rules" ? "msgdocs explain lists the codes. Rules of your own stay with the tool that runs them." : undefined;
      const hint = didYouMean(entry.key, Object.keys(known)) ?? rules;
      report(problem("config/unknown-key", entry, { key: `${prefix}${entry.key}`, hint }));
    }
  }
  for (const key of rule.required ?? []) {
    if (entriesOf(node).some((entry) => entry.key === key)) continue;
    report(problem("config/wrong-type", node, { key: name, expected: `a map with the key ${key}` }));
  }
}

/** What to write where a text is asked for and something else stands: the type alone does not say it. */
function textHint({ description, examples: [example] = [] }: SettingRule): string | undefined {
  return typeof example === "string" && description ? `Write a text such as ${example}. ${description}` : undefined;
}

function check(node: Node, { rule: given, name, report }: SettingCheck): void {
  const rule = given.anyOf?.find(({ type = "" }) => node.kind === kinds[type]) ?? given;
  const fault = expected(node, rule);
  const wrong = fault === undefined || given === rule ? fault : expected(node, given);
  if (wrong !== undefined) {
    const hint = wrong === typePhrases.string ? textHint(rule) : undefined;
    report(problem("config/wrong-type", node, { key: name === "" ? "file" : name, expected: wrong, hint }));
  } else if (node.kind === "map") checkMap(node, { rule, name, report });
  else if (node.kind === "list") {
    const { items } = rule;
    if (items) node.items.forEach((item, at) => check(item, { rule: items, name: `${name}[${at}]`, report }));
  }
}

/** Checks settings against their schema. Each problem has a place; an unknown key gets the nearest known one as a hint. */
export function checkSettings(root: Node, report: DiagnosticReporter): void {
  check(root, { rule: settingsSchema, name: "", report });
}

function isTag(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length === 1;
  } catch {
    return false;
  }
}

/** The place of problems of a flag, such as `--language`. */
export function flagPlace(flag: string): Place {
  return { file: { id: flag, name: flag, text: "", language: "yaml" }, start: 0, end: 0 };
}

/** Problems of a language: it is not a BCP 47 tag, or there are no words for it. With custom words any tag is valid. */
export function languageProblem(code: string, place: Place, hasWords: boolean): Diagnostic[] {
  const known = languageCodes.includes(code.split("-", 1)[0] ?? "");
  if (isTag(code) && (known || hasWords)) return [];
  const ours = `one of ${languageCodes.join(", ")}`;
  const hint = hasWords ? undefined : "For any other language name a file with your own words in the setting words.";
  return [problem("config/wrong-type", place, { key: "language", expected: hasWords ? `${ours}, or another BCP 47 tag` : ours, hint })];
}

export function flagOf(root: Node | undefined, key: string): boolean | undefined {
  const value = valueOf(root, key);
  return value?.kind === "boolean" ? value.value : undefined;
}

export function numberOf(root: Node | undefined, key: string): number | undefined {
  const value = valueOf(root, key);
  return value?.kind === "number" ? value.value : undefined;
}

export function textsOf(node: Node | undefined): string[] {
  return itemsOf(node).flatMap((item) => (item.kind === "string" ? [item.value] : []));
}

/** A map with the result of `read` for each value. Its keys are untrusted, so it has no prototype. */
export function recordOf<T>(node: Node | undefined, read: (value: Node) => T | undefined): Readonly<Record<string, T>> {
  const record = Object.create(null) as Record<string, T>;
  for (const { key, value } of entriesOf(node)) {
    const found = read(value);
    if (found !== undefined) record[key] = found;
  }
  return record;
}

/** The links of a list of maps with `text` and `url`. */
export function linksOf(node: Node | undefined): { readonly text: string; readonly url: string }[] {
  return itemsOf(node).flatMap((item) => {
    const [text, url] = [stringOf(item, "text"), stringOf(item, "url")];
    return text === undefined || url === undefined ? [] : [{ text, url }];
  });
}
