import { createHash } from "node:crypto";
import type { Problem } from "./problem.ts";

/** What stays the same about each problem when text moves, as a hash; further ones that are alike are numbered. */
export function fingerprints(problems: readonly Problem[], pathOf: (file: string) => string): string[] {
  const seen = new Map<string, number>();
  return problems.map(({ code, file, pointer, message }) => {
    const identity = JSON.stringify([code, pathOf(file), pointer, message]);
    const count = seen.get(identity) ?? 0;
    seen.set(identity, count + 1);
    return createHash("sha256").update(`${identity}${count}`).digest("hex");
  });
}
