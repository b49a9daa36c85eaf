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
// These run a pattern without a limit of time, and a stranger may have written it.
for (const name of ["match", "search"]) paths.functionRegister.delete(name);

/** The most `..` of a path. Each one more takes as many times longer as the document is deep. */
const MOST_DESCENTS = 2;

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
