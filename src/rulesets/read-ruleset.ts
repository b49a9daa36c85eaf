import type { JSONPathQuery } from "json-p3";
import { JSONPathEnvironment } from "json-p3";
import type { Code, Diagnostic, Entry, Level, MapNode, Node, TextFile } from "#text";
import { codesForName, entriesOf, entryOf, inQuotes, isFalse, itemsOf, parseText, problem, readLimits, stringOf, valueOf } from "#text";
import type { Judges, RuleFunction } from "./core-functions.ts";
import { makeFunction } from "./core-functions.ts";

/**
 * Where a rule looks: a query of RFC 9535, and what Spectral adds to it at the end of a path. `~` stands for the keys of what is found,
 * `^` for what holds it, once for each `^`.
 */
export interface Given {
  readonly query: JSONPathQuery;
  readonly keys: boolean;
  readonly up: number;
}

/** The deepest that `..` descends. Documents are refused long before that. */
const paths = new JSONPathEnvironment({ maxRecursionDepth: 2_000 });
// These run a pattern without a limit of time, and a stranger may have written it.
for (const name of ["match", "search"]) paths.functionRegister.delete(name);

/** The most `..` of a path. Each one more takes as many times longer as the document is deep. */
const MOST_DESCENTS = 2;

/** The most files that a ruleset is read from: itself, and what it extends. */
const MOST_FILES = 100;

/** A name as people write it without quotes. Anything else is script, or several paths in one. */
const NAME = /^[\p{L}\p{Nd}_$/+-]+$/u;

/** A name that RFC 9535 takes after a dot as it is. */
const SHORTHAND = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;

const quoted = (name: string): string => `['${name.replace(/[\\']/g, "\\$&")}']`;

/** The end of the brackets that open at an offset; `undefined` if they stay open. Brackets in quotes do not count. */
function endOfBrackets(text: string, from: number): number | undefined {
  let depth = 0;
  let quote: string | undefined;
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== undefined) {
      if (sign === "\\") at += 1;
      else if (sign === quote) quote = undefined;
    } else if (sign === "'" || sign === '"') quote = sign;
    else if (sign === "[" || sign === "(") depth += 1;
    else if ((sign === "]" || sign === ")") && (depth -= 1) === 0) return at;
  }
  return undefined;
}

const STRING = `'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"`;

/** The operators and names of JavaScript as RFC 9535 writes them. Texts in quotes stay. */
function asQuery(text: string): string {
  const pattern = new RegExp(`${STRING}|===|!==|\\.((?:[\\p{L}\\p{Nd}_]+-)+[\\p{L}\\p{Nd}_-]*|\\$\\w+)`, "gu");
  return text.replace(pattern, (whole, name?: string) =>
    whole === "===" ? "==" : whole === "!==" ? "!=" : name === undefined ? whole : quoted(name),
  );
}

/** A field alone, which JavaScript takes for false where it is there and is false, null, 0 or empty. RFC 9535 asks only whether it is there. */
function asCondition(atom: string): string {
  const [, not, field] = /^\s*(!?)\s*(@[^\s<>=!~]*)\s*$/.exec(atom) ?? [];
  if (field === undefined) return atom;
  return ` ${not ?? ""}(${[field, ...["false", "null", "0", "''"].map((value) => `${field} != ${value}`)].join(" && ")}) `;
}

/** A filter as RFC 9535 writes it; the reason if it is script. */
function filter(text: string): string | undefined {
  if (/\.length\b/.test(text)) return undefined;
  let [made, atom] = ["", ""];
  for (const [piece] of asQuery(text).matchAll(new RegExp(`${STRING}|&&|\\|\\||[()]|[^]`, "gu"))) {
    if (!/^(?:&&|\|\||[()])$/.test(piece)) atom += piece;
    else {
      made += asCondition(atom) + piece;
      atom = "";
    }
  }
  return made + asCondition(atom);
}

/** What stands in brackets; `undefined` for script. Spectral takes names without quotes. */
function selectors(inside: string): string | undefined {
  const text = inside.trim();
  if (text.startsWith("?")) {
    const bare = text.slice(1).trim();
    const end = bare.startsWith("(") ? endOfBrackets(bare, 0) : undefined;
    const query = filter(end === bare.length - 1 ? bare.slice(1, -1) : bare);
    return query === undefined ? undefined : `[?${query}]`;
  }
  if (/['"]/.test(text)) return `[${text}]`;
  const names = text.split(",").map((name) => name.trim());
  const isAsItIs = (name: string): boolean => name === "*" || /^-?\d*(?::-?\d*){0,2}$/.test(name);
  if (!names.every((name) => isAsItIs(name) || NAME.test(name))) return undefined;
  // A number is a place in a list, or a key such as a status code.
  const written = (name: string): string => (/^\d+$/.test(name) ? `${name},'${name}'` : isAsItIs(name) ? name : quoted(name).slice(1, -1));
  return `[${names.map(written).join(",")}]`;
}

/**
 * Reads a path of a ruleset: JSONPath as Spectral writes it. Returns the reason if it is more than data can say, such as a filter with
 * script.
 */
function readGiven(written: string): Given | string {
  const [, path = "", marks = ""] = /^(.*?)([~^]*)$/s.exec(written.trim()) ?? [];
  if (!path.startsWith("$")) return "a path begins with $";
  const { length: up } = marks.replaceAll("~", "");
  let text = "$";
  for (let at = 1; at < path.length;) {
    const [dots] = /^\.*/.exec(path.slice(at)) ?? [""];
    at += dots.length;
    const deep = dots.length > 1 ? ".." : "";
    if (path[at] === "[") {
      const end = endOfBrackets(path, at);
      if (end === undefined) return "a bracket is not closed";
      const chosen = selectors(path.slice(at + 1, end));
      if (chosen === undefined) return `${JSON.stringify(path.slice(at, end + 1))} is script`;
      text += deep + chosen;
      at = end + 1;
      continue;
    }
    const [name] = /^[^.[\]]*/.exec(path.slice(at)) ?? [""];
    if (name !== "*" && !NAME.test(name)) return `${JSON.stringify(name)} is no name`;
    text += name === "*" ? `${deep}[*]` : SHORTHAND.test(name) && deep === "" ? `.${name}` : `${deep}${quoted(name)}`;
    at += name.length;
  }
  if (text.split("..").length - 1 > MOST_DESCENTS) return `it has more than ${String(MOST_DESCENTS)} of ".."`;
  try {
    return { query: paths.compile(text), keys: marks.includes("~"), up };
  } catch (error) {
    return `the path is not JSONPath (RFC 9535): ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What a rule asks of each place that it is given. */
export interface RuleStep {
  /** Where below the place: a path, all keys, or the place itself. */
  readonly field: Given | "keys" | undefined;
  /** The field as it is written, for messages. */
  readonly named: string | undefined;
  readonly judge: RuleFunction;
}

/** One rule of a ruleset that runs. */
export interface RulesetRule {
  readonly name: string;
  readonly level: Level;
  /** The message with `{{error}}`, `{{property}}`, `{{value}}`, `{{path}}` and `{{description}}`. */
  readonly message: string;
  readonly description: string;
  /** Names of formats; empty for all. */
  readonly formats: readonly string[];
  /** Whether references are replaced by what they lead to. */
  readonly resolved: boolean;
  readonly given: readonly Given[];
  readonly steps: readonly RuleStep[];
}

/** A ruleset with everything that it extends. */
export interface Ruleset {
  readonly rules: ReadonlyMap<string, RulesetRule>;
  /** Levels that it gives to rules of our own, by the name that they have in other tools. */
  readonly levels: Readonly<Partial<Record<Code, Level>>>;
  /** What is not run, each with its line. */
  readonly problems: readonly Diagnostic[];
  /** The root value of a file that was read. */
  readonly rootOf: (file: TextFile) => Node | undefined;
  /** The time limit for the rules of one document. */
  readonly milliseconds: number;
}

/** What a ruleset is read with. */
export interface RulesetReading {
  readonly judges: Judges;
  /** The time limit for the rules of one document. */
  readonly milliseconds: number;
  /** Reads a file that a ruleset extends, by its path relative to that ruleset; the reason if it cannot be read. */
  readonly open: (path: string, from: TextFile) => TextFile | string;
}

const LEVELS: Readonly<Record<string, Level>> = {
  error: "error", warn: "warning", warning: "warning", info: "info", hint: "info", off: "off", "0": "error", "1": "warning", "2": "info", "3": "info",
}; // prettier-ignore

/** The sets that are named and not read. Those of other formats have no rule for a document of this one. */
const PUBLIC = "spectral:asyncapi";
const OTHER_FORMATS: ReadonlySet<string> = new Set(["spectral:oas", "spectral:arazzo"]);

type Extent = "recommended" | "all" | "off";

function levelOf(node: Node | undefined): Level | undefined {
  if (node?.kind === "boolean") return node.value ? undefined : "off";
  const written = node?.kind === "number" ? node.raw : node?.kind === "string" ? node.value : "";
  return Object.hasOwn(LEVELS, written) ? LEVELS[written] : undefined;
}

const textsOf = (node: Node | undefined): readonly string[] =>
  node?.kind === "string" ? [node.value] : itemsOf(node).flatMap((item) => (item.kind === "string" ? item.value : []));

class RulesetReader {
  readonly rules = new Map<string, RulesetRule>();
  readonly levels: Partial<Record<Code, Level>> = {};
  readonly problems: Diagnostic[] = [];
  readonly rootOf = (file: TextFile): Node | undefined => this.#roots.get(file);
  readonly milliseconds: number;
  readonly #roots = new Map<TextFile, Node>();
  readonly #reading: RulesetReading;
  readonly #open = new Set<string>();
  /** Rules that are defined and could not be made, so that a level for one is no second problem. */
  readonly #refused = new Set<string>();
  #read = 0;

  constructor(reading: RulesetReading) {
    this.#reading = reading;
    this.milliseconds = reading.milliseconds;
  }

  file(file: TextFile, extent: Extent, at: Node | undefined): void {
    this.#read += 1;
    if (this.#open.has(file.id) || this.#read > MOST_FILES) {
      if (at) this.#skip("This ruleset", at, "it extends itself, or too many others");
      return;
    }
    if (/\.[cm]?[jt]s$/.test(file.name)) return this.#skip("This ruleset", at ?? whole(file), "it is code");
    const root = parseText(file, { limits: readLimits, report: (each) => this.problems.push(each) });
    if (!root) return;
    this.#roots.set(file, root);
    if (root.kind !== "map") return this.#skip("This ruleset", root, "it is not an object with rules");
    this.#open.add(file.id);
    this.#ruleset(root, extent);
    this.#open.delete(file.id);
  }

  #skip(what: string, place: Node | Entry, reason: string): void {
    this.problems.push(problem("ruleset/not-run", place, { what, reason }));
  }

  #ruleset(root: MapNode, extent: Extent): void {
    const extended = valueOf(root, "extends");
    for (const each of extended?.kind === "list" ? extended.items : extended ? [extended] : []) this.#extend(each);
    const aliases = new Map(entriesOf(valueOf(root, "aliases")).map(({ key, value }) => [key, aliasPaths(value)]));
    const formats = textsOf(valueOf(root, "formats"));
    for (const key of ["overrides", "except"]) {
      const entry = entryOf(root, key);
      if (entry) this.#skip(`What stands under ${inQuotes(key)}`, entry, "only rules for all documents run");
    }
    for (const entry of entriesOf(valueOf(root, "rules"))) this.#rule(entry, { aliases, formats, extent });
  }

  #extend(node: Node): void {
    const [named, wished] = node.kind === "list" ? node.items : [node];
    if (named?.kind !== "string") return this.#skip("This entry of extends", node, "it is neither a name nor a path");
    const { value: name } = named;
    const written = wished?.kind === "string" ? wished.value : "recommended";
    const extent: Extent = written === "all" || written === "off" ? written : "recommended";
    if (OTHER_FORMATS.has(name)) return;
    if (name === PUBLIC) return this.file({ id: PUBLIC, name: PUBLIC, text: publicRules, language: "yaml" }, extent, node);
    if (/^https?:/i.test(name))
      return this.#skip(`The ruleset ${inQuotes(name)}`, node, "rulesets are not read over the network; save a copy beside yours");
    if (!/^\.{0,2}\/|\.(?:ya?ml|json|[cm]?[jt]s)$/i.test(name))
      return this.#skip(`The ruleset ${inQuotes(name)}`, node, "packages are not read; name the file in it");
    const file = this.#reading.open(name, node.file);
    if (typeof file === "string") return this.#skip(`The ruleset ${inQuotes(name)}`, node, file);
    this.file(file, extent, node);
  }

  #rule(entry: Entry, around: { aliases: ReadonlyMap<string, readonly string[]>; formats: readonly string[]; extent: Extent }): void {
    const { key: name, value } = entry;
    const isLeftOut =
      around.extent === "off" ||
      (around.extent === "recommended" && value.kind === "map" && isFalse(valueOf(value, "recommended")) && this.#open.size > 1);
    if (value.kind !== "map" || (!valueOf(value, "then") && !valueOf(value, "given"))) return isLeftOut ? undefined : this.#level(entry);
    const what = `The rule ${inQuotes(name)}`;
    const made = this.#made(value, around);
    if (typeof made === "string") {
      this.#refused.add(name);
      return this.#skip(what, entry, made);
    }
    const severity = valueOf(value, "severity");
    const level = isLeftOut ? "off" : severity ? levelOf(severity) : "warning";
    if (level === undefined) return this.#skip(what, severity ?? entry, "its severity is none of error, warn, info, hint and off");
    const description = stringOf(value, "description") ?? "";
    const own = textsOf(valueOf(value, "formats"));
    this.rules.set(name, {
      name,
      level,
      message: stringOf(value, "message") ?? (description === "" ? "{{error}}" : "{{description}}: {{error}}"),
      description,
      formats: own.length > 0 ? own : around.formats,
      resolved: !isFalse(valueOf(value, "resolved")),
      ...made,
    });
  }

  /** A level for a rule that is extended, or for one of our own. */
  #level({ key: name, value, ...place }: Entry): void {
    const stated = value.kind === "map" ? valueOf(value, "severity") : value;
    const level = levelOf(stated);
    const isOn = stated?.kind === "boolean" && stated.value;
    const known = this.rules.get(name);
    const entry = { key: name, value, ...place };
    if (level === undefined && !isOn)
      return this.#skip(`The rule ${inQuotes(name)}`, entry, "it has neither given and then nor a severity");
    if (known) this.rules.set(name, { ...known, level: level ?? (known.level === "off" ? "warning" : known.level) });
    const codes = codesForName(name) ?? [];
    if (level !== undefined) for (const code of codes) this.levels[code] = level;
    if (known || codes.length > 0 || level === "off" || this.#refused.has(name)) return;
    this.#skip(`The rule ${inQuotes(name)}`, entry, "no ruleset here defines it");
  }

  #made(rule: MapNode, { aliases }: { aliases: ReadonlyMap<string, readonly string[]> }): Pick<RulesetRule, "given" | "steps"> | string {
    const given: Given[] = [];
    for (const written of textsOf(valueOf(rule, "given"))) {
      for (const path of withAliases(written, aliases)) {
        const read = readGiven(path);
        if (typeof read === "string") return `${inQuotes(written)}: ${read}`;
        given.push(read);
      }
    }
    if (given.length === 0) return "it has no given";
    const then = valueOf(rule, "then");
    const steps: RuleStep[] = [];
    for (const each of then?.kind === "list" ? then.items : then ? [then] : []) {
      const named = stringOf(each, "field");
      const field = named === undefined ? undefined : named === "@key" ? "keys" : readGiven(/^\$[.[]/.test(named) ? named : `$.${named}`);
      if (typeof field === "string" && field !== "keys") return `${inQuotes(named ?? "")}: ${field}`;
      const judge = makeFunction(stringOf(each, "function") ?? "", valueOf(each, "functionOptions"), this.#reading.judges);
      if (typeof judge === "string") return judge;
      steps.push({ field, named, judge });
    }
    return steps.length === 0 ? "it has no then" : { given, steps };
  }
}

const whole = (file: TextFile): Node => ({ kind: "null", file, start: 0, end: 0 });

/** The paths of an alias: a list, a text, or targets by format. */
function aliasPaths(value: Node): readonly string[] {
  const targets = itemsOf(valueOf(value, "targets")).flatMap((each) => textsOf(valueOf(each, "given")));
  return [...textsOf(value), ...textsOf(valueOf(value, "given")), ...targets];
}

/** A path with the alias that it begins with, such as `#Messages.payload`, replaced. An alias may begin with another. */
function withAliases(written: string, aliases: ReadonlyMap<string, readonly string[]>, depth = 0): readonly string[] {
  const [, name, rest = ""] = /^#([A-Za-z][\w-]*)(.*)$/s.exec(written) ?? [];
  const paths = name === undefined || depth > 10 ? undefined : aliases.get(name);
  return paths ? paths.flatMap((path) => withAliases(path + rest, aliases, depth + 1)) : [written];
}

/** Reads a ruleset, and those that it extends. What cannot run is a problem with its line. */
export function readRuleset(file: TextFile, reading: RulesetReading): Ruleset {
  const reader = new RulesetReader(reading);
  reader.file(file, "all", undefined);
  return reader;
}

/**
 * What the public set `spectral:asyncapi` asks for beyond the format, as a ruleset of data. A rule with a severity alone is one of our own
 * that is off by default; all others of the set are looked for anyway. The facts are those of the set's documentation.
 */
export const publicRules = `
rules:
  asyncapi-channel-no-trailing-slash: { given: ["$.channels.*~", "$.channels[*].address"], then: { function: pattern, functionOptions: { notMatch: ".+/$" } }, description: The address of a channel ends with a slash }
  asyncapi-info-contact: warn
  asyncapi-info-contact-properties: { given: $.info.contact, then: [{ field: name, function: truthy }, { field: url, function: truthy }, { field: email, function: truthy }], description: The contact lacks a name, url or email }
  asyncapi-info-description: { given: $.info, then: { field: description, function: truthy }, description: The info has no description }
  asyncapi-info-license: { given: $.info, then: { field: license, function: truthy }, description: The info has no license }
  asyncapi-info-license-url: { given: $.info.license, then: { field: url, function: truthy }, description: The license has no url, recommended: false }
  asyncapi-operation-description: { given: ["$.channels[*][publish,subscribe]", "$.operations[*]"], then: { field: description, function: truthy }, description: The operation has no description }
  asyncapi-operation-operationId: { formats: [aas2], given: "$.channels[*][publish,subscribe]", severity: error, then: { field: operationId, function: defined }, description: The operation has no operationId }
  asyncapi-parameter-description: { given: "$.channels[*].parameters[*]", then: { field: description, function: truthy }, description: The parameter has no description, recommended: false }
  asyncapi-server-no-trailing-slash: { given: ["$.servers[*].url", "$.servers[*].pathname"], then: { function: pattern, functionOptions: { notMatch: "/$" } }, description: The server ends with a slash }
  asyncapi-server-not-example-com: { given: ["$.servers[*].url", "$.servers[*].host"], then: { function: pattern, functionOptions: { notMatch: "example\\\\.com" } }, description: The server is example.com, recommended: false }
  asyncapi-servers: { given: $, then: { field: servers, function: truthy }, description: There are no servers }
  asyncapi-tag-description: { given: ["$.tags[*]", "$.info.tags[*]"], then: { field: description, function: truthy }, description: The tag has no description, recommended: false }
  asyncapi-tags: { formats: [aas2], given: $, then: { field: tags, function: truthy }, description: The document has no tags }
  asyncapi-3-tags: { formats: [aas3], given: $.info, then: { field: tags, function: truthy }, description: The info has no tags }
  asyncapi-tags-alphabetical: { severity: warn, recommended: false }
`;
