import { addressPieces, wildcardsOf, withoutNames } from "#format";
import type { ChannelIndex } from "./api-index.ts";

/** The form of an address for comparing. Names of parameters do not matter. */
export function addressForm(address: string): string {
  return withoutNames(address);
}

/** The forms of an address with each parameter that has an enum filled in or left open. The form with all left open comes first. */
export function addressVariants({ address, parameters }: Pick<ChannelIndex, "address" | "parameters">): readonly string[] {
  if (address === null) return [];
  const enums = new Map(parameters.flatMap((each) => (each.enum ? [[each.name, each.enum] as const] : [])));
  if (enums.size === 0) return [withoutNames(address)];
  const variants = substitute(address, (name) => {
    const values = enums.get(name);
    return values && ["{}", ...values];
  });
  return [...new Set(variants)];
}

/** Whether a pattern with wildcards matches an address without any. */
export function matchesWildcard(pattern: string, form: string, family: string): boolean {
  const syntax = wildcardsOf(family);
  if (!syntax) return false;
  const { separator, one, many, needsLevel } = syntax;
  const [wanted, levels] = [pattern.split(separator), form.split(separator)];
  // A wildcard at the first level does not match topics that begin with `$` (MQTT 5.0, section 4.7.2).
  if (family === "mqtt" && (wanted[0] === one || wanted[0] === many) && levels[0]?.startsWith("$") === true) return false;
  let open = new Set([0]);
  const skip = (states: Set<number>): Set<number> => {
    for (const state of states) if (wanted[state] === many && !needsLevel) states.add(state + 1);
    return states;
  };
  open = skip(open);
  for (const level of levels) {
    const next = new Set<number>();
    for (const state of open) {
      if (wanted[state] === many) next.add(state).add(state + 1);
      else if (wanted[state] === one || wanted[state] === level) next.add(state + 1);
    }
    open = skip(next);
  }
  return open.has(wanted.length);
}

/** The most texts that a template is expanded to. With more, its variables stay open. */
const MOST_TEXTS = 1_000;

/** Every text that a template gives with the values of its variables. A variable without values becomes `{}`. */
export function substitute(template: string, valuesOf: (name: string) => readonly string[] | undefined): readonly string[] {
  let texts = [""];
  for (const { text: literal, name } of addressPieces(template)) {
    const own = name === undefined ? undefined : valuesOf(name);
    const values = name === undefined ? [literal] : own && own.length > 0 ? own : ["{}"];
    if (texts.length * values.length > MOST_TEXTS) return [withoutNames(template)];
    texts = texts.flatMap((text) => values.map((value) => text + value));
  }
  return texts;
}
