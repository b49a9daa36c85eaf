import type { Node } from "#text";
import { listSome, printJson } from "#text";
import type { ChangeVerdict } from "../report/index.ts";

/** What may be filled in at a place of an address: a variable of a server, or a parameter of a channel. */
export interface FilledPlace {
  /** The values that are allowed. Without them, any may be. */
  readonly values?: readonly Node[] | undefined;
  readonly default?: Node | undefined;
}

/** How what may be filled in changed, as the rest of a sentence. */
export interface FilledChange {
  readonly verdict: ChangeVerdict;
  readonly how: string;
}

/** Compares the values that may be filled in. */
export function compareValues({ values: old }: FilledPlace, { values: now }: FilledPlace): readonly FilledChange[] {
  const [before, after] = [old, now].map((nodes) => nodes && [...new Set(nodes.map((each) => printJson(each)))]);
  const lost = before?.filter((value) => after?.includes(value) === false) ?? [];
  if (after && (!before || lost.length > 0)) {
    const how = `takes fewer values: ${lost.length > 0 ? `no longer ${listSome(lost, 5)}` : `only ${listSome(after, 5)}`}`;
    return [{ verdict: "breaking", how }];
  }
  return before && (!after || after.length > before.length) ? [{ verdict: "compatible", how: "takes more values" }] : [];
}

/** Compares the values of those who fill in nothing. An earlier default that is still listed goes on to work. */
export function compareDefaults(old: FilledPlace, now: FilledPlace): readonly FilledChange[] {
  const [before, after] = [old.default, now.default].map((each) => each && printJson(each));
  if (before === after) return [];
  if (before === undefined) return [{ verdict: "compatible", how: `now has the default ${after ?? ""}` }];
  const isKept = now.values?.some((each) => printJson(each) === before) === true;
  const how = after === undefined ? "no longer has a default" : `has the default ${after}`;
  return [{ verdict: isKept ? "compatible" : "unknown", how: `${how}, and had ${before}` }];
}
