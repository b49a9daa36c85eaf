import type { JSONValue } from "json-p3";
import type { Documents } from "#documents";
import type { Diagnostic } from "#text";
import { formatPointer, inQuotes, parsePointer, pointerAt, problem } from "#text";
import { stopwatch } from "#verdicts";
import type { Judged, Location, PlainData } from "./core-functions.ts";
import { plainData } from "./core-functions.ts";
import type { Given, RulesetRule, RuleStep, Ruleset } from "./read-ruleset.ts";

/** A value that a rule looks at. `isKey`: it is the key that the location ends with, not the value there. */
interface Target {
  readonly value: Judged;
  readonly location: Location;
  readonly isKey: boolean;
}

/** The most findings of one rule, each place once. Who has more than that has one cause. */
const MOST_FINDINGS = 1_000;

/** Whether a rule is for a document, by the names that other tools have for versions of the format. */
function isFor({ formats }: RulesetRule, { line, minor }: Documents["dialect"]): boolean {
  const major = line === "2" ? "2" : "3";
  const names = [`aas${major}`, `asyncapi${major}`, `asyncapi-${major}`, `aas${major}_${minor}`, `aas${major}.${minor}`];
  return formats.length === 0 || formats.some((format) => names.includes(format));
}

const isHolder = (value: Judged): value is JSONValue[] | Record<string, JSONValue> => typeof value === "object" && value !== null;

function valueAt(root: JSONValue, location: Location): Judged {
  let value: Judged = root;
  for (const step of location) {
    if (!isHolder(value) || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, JSONValue>)[step];
  }
  return value;
}

/** What a path leads to, from a value at a location. */
function found({ query, keys, up }: Given, value: JSONValue, at: Location): Target[] {
  const targets = [...query.lazyQuery(value)].map((node) => ({
    value: node.value,
    location: [...at, ...node.location],
    isKey: false,
  }));
  const above = targets.map((target) => ({ ...target, location: target.location.slice(0, target.location.length - up) }));
  return keys ? above.map(({ location }) => ({ value: String(location.at(-1) ?? ""), location, isKey: true })) : above;
}

/** The values of a step: fields, which may be missing, or keys. As in other tools, a text or number has no fields and is judged itself. */
function fieldsOf({ field, named }: RuleStep, { value, location, isKey }: Target): Target[] {
  if (field === undefined || isKey || !isHolder(value)) return [{ value, location, isKey }];
  const targets =
    field === "keys"
      ? Object.keys(value).map((key) => ({ value: key, location: [...location, key], isKey: true }))
      : found(field, value, location);
  const missing = field === "keys" ? location : [...location, named ?? ""];
  return targets.length > 0 ? targets : [{ value: undefined, location: missing, isKey: false }];
}

/** The message of a finding. Its path is that of the place, so a value to which several references lead is told once. */
function sentence(rule: RulesetRule, { value, location }: Target, { error, pointer }: { error: string; pointer: () => string }): string {
  const missing = value === undefined ? location.slice(-1).map(String) : [];
  const shown = isHolder(value) ? (Array.isArray(value) ? "the list" : "the object") : value === undefined ? "" : String(value);
  const blanks: Readonly<Record<string, () => string>> = {
    error: () => error,
    description: () => rule.description.trim().replace(/\.$/, ""),
    property: () => missing[0] ?? parsePointer(pointer())?.at(-1) ?? "",
    path: () => `#${pointer()}${formatPointer(missing)}`,
    value: () => shown,
  };
  const text = rule.message.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(blanks, name) ? (blanks[name]?.() ?? "") : whole,
  );
  return text.trim().replace(/\s+/g, " ").replace(/[.:]$/, "");
}

function findingsOf(rule: RulesetRule, data: PlainData, documents: Documents): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const told = new Set<string>();
  const targets = rule.given.flatMap((given) => found(given, data.value, []).map((target) => ({ given, target })));
  for (const { given, target } of targets) {
    // With ^ the value is that of the place to which it leads.
    const from = given.up > 0 && !given.keys ? { ...target, value: valueAt(data.value, target.location) } : target;
    for (const step of rule.steps) {
      for (const each of fieldsOf(step, from)) {
        for (const { message, below = [] } of step.judge(each.value)) {
          const place = data.placeOf([...each.location, ...below], each.isKey ? "key" : "value");
          const root = documents.rootOf(place.file);
          const pointer = (): string => (root ? pointerAt(root, place) : "");
          const said = sentence(rule, each, { error: message, pointer });
          const key = `${place.file.id} ${String(place.start)} ${String(place.end)} ${said}`;
          if (told.has(key)) continue;
          if (told.add(key).size > MOST_FINDINGS) return problems;
          const made = problem("ruleset/finding", place, { rule: rule.name, message: said });
          problems.push({ ...made, severity: rule.level });
        }
      }
    }
  }
  return problems;
}

/**
 * Runs the rules of a ruleset over a document. Each finding has the place in the file where it stands, also behind references. Rules for
 * which no time is left are named.
 */
export function runRuleset({ rules, milliseconds }: Ruleset, documents: Documents): Diagnostic[] {
  const worked = stopwatch();
  const made = new Map<boolean, PlainData>();
  const dataOf = (resolved: boolean): PlainData => {
    const data = made.get(resolved) ?? plainData(documents, { resolved });
    made.set(resolved, data);
    return data;
  };
  const all = [...rules.values()].filter((rule) => rule.level !== "off" && isFor(rule, documents.dialect));
  return all.flatMap((rule) => {
    if (worked() < milliseconds) return findingsOf(rule, dataOf(rule.resolved), documents);
    const reason = "the time for rulesets ran out (limits.validationMs in the settings)";
    return [problem("ruleset/not-run", documents.root, { what: `The rule ${inQuotes(rule.name)}`, reason })];
  });
}
