/** The types of plain YAML scalars. */
import { problem } from "../diagnostics/index.ts";
import type { Place, ScalarNode } from "../json/index.ts";
import { describeKind } from "../json/index.ts";
import type { ComposeContext } from "./compose-yaml.ts";

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
 * Numbers keep their digits, in the spelling of JSON where YAML has another one (hexadecimal, `+1`, `.5`).
 */
export function resolvePlain(text: string, { file, start, end }: Place): ScalarNode {
  const word = text.length <= 5 ? words.get(text) : undefined;
  if (word === null) return { kind: "null", file, start, end };
  if (word !== undefined) return { kind: "boolean", file, start, end, value: word };
  const number = numberOf(text);
  if (number) return { kind: "number", file, start, end, raw: number.raw, value: number.value };
  return { kind: "string", file, start, end, value: text };
}

/** What a plain scalar means in YAML 1.1 (https://yaml.org/type/), if that is not what it means in YAML 1.2. */
export function yaml11Reading(text: string): string | undefined {
  if (text.length > 40 || !/^[yYnNoO\d+-]/.test(text)) return undefined;
  if (/^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/.test(text)) return "a boolean";
  if (/^[-+]?0[0-7_]+$/.test(text)) return "an octal number";
  if (/^[-+]?0b[01_]+$/.test(text)) return "a binary number";
  if (/^[-+]?[1-9][\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/.test(text)) return "a number in base 60";
  if (/^[-+]?\d[\d_]*_[\d_]*$/.test(text)) return "a number";
  return undefined;
}

/** What to write instead of an ambiguous scalar that is meant as a number or boolean. In quotes it would be neither. */
function instead(text: string, { kind }: ScalarNode): string {
  const plain = text.replaceAll("_", "").replace(/^([-+]?)0+(?=\d)/, "$1");
  if (/^(?:yes|on|no|off)$/i.test(text)) return `For a boolean, write ${/^(?:yes|on)$/i.test(text)}; for a text, `;
  if (kind === "number") return `For the number, write ${plain}, or 0o${plain} for an octal one; for a text, `;
  return /^[-+]?\d[\d_]*$/.test(text) ? `For a number, write ${plain}; for a text, ` : "";
}

/** Resolves scalars and checks keys; shared by both readers of YAML. */
export class YamlScalars {
  private readonly context: ComposeContext;

  constructor(context: ComposeContext) {
    this.context = context;
  }

  /** Resolves a plain scalar used as a value. */
  plain(text: string, place: Place): ScalarNode {
    const node = resolvePlain(text, place);
    if (node.kind === "number" && !Number.isFinite(node.value)) this.context.report(problem("document/not-json", node, { text }));
    if (node.kind === "number" || node.kind === "string") this.checkAmbiguous(text, node);
    return node;
  }

  private checkAmbiguous(text: string, node: ScalarNode): void {
    const there = yaml11Reading(text);
    if (there === undefined) return;
    const hint = `${instead(text, node)}write it in quotes: "${text}".`.replace(/^w/, "W");
    this.context.report(problem("document/ambiguous-scalar", node, { text, here: describeKind(node), there, hint }));
  }

  /** Reports a plain key that would not be a string as a value. The key is its text. */
  checkKey({ file, start, end, text }: Place & { readonly text: string }): void {
    this.checkKeyNode(text, resolvePlain(text, { file, start, end }));
  }

  checkKeyNode(key: string, node: ScalarNode, place: Place = node): void {
    if (node.kind === "string") return;
    const { file, start, end } = place;
    this.context.report(
      problem("document/key-read-as-text", { file, start, end }, { key: JSON.stringify(key), found: describeKind(node) }),
    );
  }
}
