import { escapeToken } from "../../src/text/json/index.ts";
import type { Plain } from "./plain.ts";

type PlainMap = Map<string, Plain>;

const isMap = (value: Plain | undefined): value is PlainMap => value instanceof Map;

/** Maps of the document under which a value may be a reference, with what stands there. */
function movable(root: PlainMap): { readonly holder: PlainMap; readonly key: string }[] {
  const components = root.get("components");
  const maps = [root.get("channels"), ...(isMap(components) ? components.values() : [])].filter(isMap);
  return maps.flatMap((holder) => [...holder.keys()].map((key) => ({ holder, key })));
}

/**
 * A document with some of its parts moved to two other files, `parts/one` and `two`, and references in their places. Names of files
 * are without extension; in references `{EXT}` stands for it. `nat` draws a number up to the given one.
 */
export function splitUp(whole: Plain, nat: (most: number) => number): ReadonlyMap<string, Plain> {
  const files = new Map<string, PlainMap>([
    ["parts/one", new Map()],
    ["two", new Map()],
  ]);
  if (!isMap(whole)) return new Map([["api", whole]]);
  movable(whole).forEach(({ holder, key }, at) => {
    if (nat(1) === 0) return;
    const [name, file] = [...files][nat(1)] ?? [];
    if (!name || !file) return;
    const moved = `p${at} ~/${key}`;
    file.set(moved, holder.get(key) ?? null);
    holder.set(key, new Map([["$ref", `${name}.{EXT}#/${encodeURIComponent(escapeToken(moved).toWellFormed())}`]]));
  });
  return new Map<string, Plain>([["api", whole], ...[...files].filter(([, { size }]) => size > 0)]);
}
