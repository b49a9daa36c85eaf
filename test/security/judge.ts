import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { built } from "../support/built.ts";
import { lostIn } from "../support/nothing-lost.ts";
import { outsideOfSite } from "./closed-site.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Puts files that break a promise where a person can look at them: the folder that `MSGDOCS_FUZZ_KEEP` names. */
function keep(files: Files, below: string): void {
  const hash = createHash("sha256").update(Buffer.concat(Object.values(files).map((text) => Buffer.from(text))));
  const folder = join(below, hash.digest("hex").slice(0, 8));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Holds the promises to what the recipe makes of some files, the first one of which is the document. */
export async function judge(files: Files, judgeOnce = keepsPromises): Promise<void> {
  try {
    await judgeOnce(files);
  } catch (error) {
    const folder = process.env.MSGDOCS_FUZZ_KEEP;
    if (folder !== undefined) keep(files, folder);
    throw error;
  }
}

async function keepsPromises(files: Files): Promise<void> {
  const first = await built(files);
  expect(outsideOfSite(first.files)).toEqual([]);
  expect(lostIn(first)).toEqual([]);
  expect(first.files.size > 0 || first.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
  const second = await built(files);
  expect(second.files).toEqual(first.files);
  const told = ({ diagnostics }: typeof first): string[] =>
    diagnostics.map(({ code, message, place }) => `${place.start} ${code} ${message}`);
  expect(told(second)).toEqual(told(first));
}
