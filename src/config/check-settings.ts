import type { MapNode, Node, NumberNode, Report, StringNode } from "#text";
import { didYouMean, entriesOf, isOfOtherTool, isWhole, problem } from "#text";

/** The part of JSON Schema (draft 07) that the schema of the settings is written in. */
export interface SettingRule {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly minLength?: number;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, SettingRule>>;
  readonly properties?: Readonly<Record<string, SettingRule>>;
  readonly additionalProperties?: boolean | SettingRule;
  readonly items?: SettingRule;
}

const names: Readonly<Record<string, string>> = {
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

function expectedNumber(node: NumberNode, { minimum = -Infinity }: SettingRule): string | undefined {
  const { value } = node;
  if (!Number.isSafeInteger(value) || !isWhole(node)) return "a whole number";
  return value < minimum ? `a whole number, ${minimum} or more` : undefined;
}

function expectedText({ value }: StringNode, { minLength = 0, format }: SettingRule): string | undefined {
  if (value.length < minLength) return "a text that is not empty";
  return format === "uri" && !isUrl(value) ? "an http or https URL" : undefined;
}

/** What a value must be and is not, in words; `undefined` where it fits. */
function expected(node: Node, rule: SettingRule): string | undefined {
  if (rule.enum) return node.kind === "string" && rule.enum.includes(node.value) ? undefined : `one of ${rule.enum.join(", ")}`;
  if (rule.type !== undefined && node.kind !== kinds[rule.type]) return names[rule.type];
  if (node.kind === "number") return expectedNumber(node, rule);
  return node.kind === "string" ? expectedText(node, rule) : undefined;
}

interface Check {
  readonly rule: SettingRule;
  /** The name of the setting, such as `navigation.groupBy`. */
  readonly name: string;
  readonly report: Report;
}

/** The rule of a key that the author chose: by its pattern, else the one of all others. Rule ids of other tools are a closed list. */
function ruleOfOther(key: string, { patternProperties = {}, additionalProperties }: SettingRule, name: string): SettingRule | undefined {
  const matching = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(key));
  if (matching) return name === "rules" && !isOfOtherTool(key) ? undefined : matching[1];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

function checkMap(node: MapNode, { rule, name, report }: Check): void {
  const known = rule.properties ?? {};
  const prefix = name === "" ? "" : `${name}.`;
  for (const entry of node.entries) {
    const own = Object.hasOwn(known, entry.key) ? known[entry.key] : undefined;
    const next = own ?? ruleOfOther(entry.key, rule, name);
    if (next) check(entry.value, { rule: next, name: `${prefix}${entry.key}`, report });
    else report(problem("config/unknown-key", entry, { key: `${prefix}${entry.key}`, hint: didYouMean(entry.key, Object.keys(known)) }));
  }
  for (const key of rule.required ?? []) {
    if (entriesOf(node).some((entry) => entry.key === key)) continue;
    report(problem("config/wrong-type", node, { key: name, expected: `a map with the key ${key}` }));
  }
}

function check(node: Node, { rule, name, report }: Check): void {
  const wrong = expected(node, rule);
  if (wrong !== undefined) {
    report(problem("config/wrong-type", node, { key: name === "" ? "file" : name, expected: wrong }));
  } else if (node.kind === "map") checkMap(node, { rule, name, report });
  else if (node.kind === "list") {
    const { items } = rule;
    if (items) node.items.forEach((item, at) => check(item, { rule: items, name: `${name}[${at}]`, report }));
  }
}

/** Checks settings against their schema; unknown keys are named with the nearest known one, each problem at its place. */
export function checkSettings(root: Node, rule: SettingRule, report: Report): void {
  check(root, { rule, name: "", report });
}
