import type { JSONPathQuery } from "json-p3";
import { JSONPathEnvironment } from "json-p3";

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

/** A filter, with the operators and names of JavaScript written as RFC 9535 writes them. Texts in quotes and patterns stay. */
function filter(text: string): string {
  return text.replace(
    /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|===|!==|\.((?:[\p{L}\p{Nd}_]+-)+[\p{L}\p{Nd}_-]*|\$\w+)/gu,
    (whole, name?: string) => (whole === "===" ? "==" : whole === "!==" ? "!=" : name === undefined ? whole : quoted(name)),
  );
}

/** What stands in brackets. Spectral takes names without quotes. */
function selectors(inside: string): string {
  const text = inside.trim();
  if (text.startsWith("?")) {
    const bare = text.slice(1).trim();
    const end = bare.startsWith("(") ? endOfBrackets(bare, 0) : undefined;
    return `[?${filter(end === bare.length - 1 ? bare.slice(1, -1) : bare)}]`;
  }
  if (/['"]/.test(text)) return `[${text}]`;
  const names = text.split(",").map((name) => name.trim());
  return `[${names.map((name) => (name === "*" || /^-?\d*(?::-?\d*){0,2}$/.test(name) ? name : quoted(name).slice(1, -1))).join(",")}]`;
}

/**
 * Reads a path of a ruleset: JSONPath as Spectral writes it. Returns the reason if it is more than data can say, such as a filter with
 * script.
 */
export function readGiven(written: string): Given | string {
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
      text += deep + selectors(path.slice(at + 1, end));
      at = end + 1;
      continue;
    }
    const [name] = /^[^.[\]]*/.exec(path.slice(at)) ?? [""];
    if (name === "") return "a name is missing";
    const parts = /[~^]/.test(name) ? undefined : name;
    if (parts === undefined) return `${JSON.stringify(name)} has ~ or ^ before the end`;
    text += name === "*" ? `${deep}[*]` : SHORTHAND.test(name) && deep === "" ? `.${name}` : `${deep}${quoted(name)}`;
    at += name.length;
  }
  try {
    return { query: paths.compile(text), keys: marks.includes("~"), up };
  } catch (error) {
    return `the path is not JSONPath (RFC 9535): ${error instanceof Error ? error.message : String(error)}`;
  }
}
