import { createHash } from "node:crypto";

/** The version of a template: eight hex digits of its text's SHA-256. */
export function templateHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
