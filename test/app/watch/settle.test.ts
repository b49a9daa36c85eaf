import { expect, test } from "vitest";
import { settle } from "../../../src/app/watch/rebuilding.ts";

const FULL = "1 2 3 4 5";
const EMPTY = "empty 1 2 0 6 7";

/** Looks at one file that has these signatures one after the other, the last of them for ever. */
function lookingAt(...signatures: readonly string[]) {
  let at = -1;
  return () => new Map([["a.yaml", signatures[Math.min((at += 1), signatures.length - 1)] ?? ""]]);
}

const built = (signature: string) => new Map([["a.yaml", signature]]);

test.each([
  { how: "emptied", before: FULL, meanwhile: EMPTY },
  { how: "taken away", before: FULL, meanwhile: "absent" },
  { how: "not there, and comes empty", before: "absent", meanwhile: EMPTY },
])("a file that is $how is waited for, although nothing changes for a moment", async ({ before, meanwhile }) => {
  const look = lookingAt(meanwhile, meanwhile, meanwhile, meanwhile, "filled");
  expect(await settle(look, built(before))).toEqual(built("filled"));
});

test("who does not let the process run for a while has not waited: looks are counted", async () => {
  const signatures = lookingAt(EMPTY, EMPTY, EMPTY, "filled");
  const look = () => {
    const stalled = performance.now();
    while (performance.now() - stalled < 250);
    return signatures();
  };
  expect(await settle(look, built(FULL))).toEqual(built("filled"));
});

test.each([
  { how: "stays empty", signature: EMPTY, before: FULL },
  { how: "was empty before, and is not there", signature: "absent", before: EMPTY },
])("a file that $how is taken as that", async ({ signature, before }) => {
  expect(await settle(lookingAt(signature), built(before))).toEqual(built(signature));
});

test("who never stops saving is not waited for", async () => {
  let saves = 0;
  const settled = await settle(() => built(`${(saves += 1)} 0 0 0 0`), built(FULL));
  expect([saves < 20, settled]).toEqual([true, built(`${saves - 1} 0 0 0 0`)]);
});
