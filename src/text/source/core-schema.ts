import type { Place, ScalarNode } from "../json/index.ts";

const NUMBER_START = /^[-+.\d]/;
const INTEGER = /^[-+]?\d+$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[\da-fA-F]+$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

const words: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, null] as const),
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
]);

/** A number of YAML in the grammar of RFC 8259 § 6, digit for digit: `+1` is `1`, `.5` is `0.5`, `5.` is `5`, `007` is `7`. */
function jsonSpelling(text: string): string {
  const [, minus = "", whole = "", fraction = "", exponent = ""] = /^\+?(-?)0*(\d*)(?:\.(\d*))?(.*)$/.exec(text) ?? [];
  return `${minus}${whole || "0"}${fraction ? `.${fraction}` : ""}${exponent}`;
}

function numberOf(text: string): { raw: string; value: number } | undefined {
  if (!NUMBER_START.test(text)) return undefined;
  if (INTEGER.test(text) || FLOAT.test(text)) {
    const raw = jsonSpelling(text);
    return { raw, value: Number(raw) };
  }
  if (OCTAL.test(text) || HEXADECIMAL.test(text)) return { raw: String(BigInt(text)), value: Number(text) };
  if (INFINITE.test(text)) return { raw: text, value: text.startsWith("-") ? -Infinity : Infinity };
  if (NOT_A_NUMBER.test(text)) return { raw: text, value: NaN };
  return undefined;
}

/**
 * The value of a plain scalar by the Core Schema of YAML 1.2.2 (§ 10.3.2).
 * Numbers keep their digits; what JSON spells otherwise (hexadecimal, `+1`, `.5`) is spelled as JSON does.
 */
export function resolvePlain(text: string, { file, start, end }: Place): ScalarNode {
  const word = text.length <= 5 ? words.get(text) : undefined;
  if (word === null) return { kind: "null", file, start, end };
  if (word !== undefined) return { kind: "boolean", file, start, end, value: word };
  const number = numberOf(text);
  if (number) return { kind: "number", file, start, end, raw: number.raw, value: number.value };
  return { kind: "string", file, start, end, value: text };
}

/** What a YAML 1.1 reader (https://yaml.org/type/) takes a plain scalar for, where it is not what 1.2 says. */
export function yaml11Reading(text: string): string | undefined {
  if (text.length > 40 || !/^[yYnNoO\d+-]/.test(text)) return undefined;
  if (/^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/.test(text)) return "a boolean";
  if (/^[-+]?0[0-7_]+$/.test(text)) return "an octal number";
  if (/^[-+]?0b[01_]+$/.test(text)) return "a binary number";
  if (/^[-+]?[1-9][\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(text)) return "a number in base 60";
  if (/^[-+]?\d[\d_]*_[\d_]*$/.test(text)) return "a number";
  return undefined;
}
