import { expect, test } from "vitest";
import { patiently } from "#text";

/** An operation that fails so many times, and what came of it. */
function tried(code: string, { fails, platform }: { fails: number; platform: string }): { error?: unknown; tries: number; waited: number } {
  const seen = { tries: 0, waited: 0 };
  const run = (): void => {
    seen.tries += 1;
    if (seen.tries <= fails) throw Object.assign(new Error(code), { code });
  };
  try {
    patiently(run, { platform, wait: (ms) => (seen.waited += ms) });
    return seen;
  } catch (error) {
    return { ...seen, error };
  }
}

test.each(["EBUSY", "EPERM", "EACCES"])("on Windows a file that somebody holds for a moment is tried again: %s", (code) => {
  expect(tried(code, { fails: 3, platform: "win32" })).toEqual({ tries: 4, waited: 70 });
});

test("somebody who holds it for longer ends the run with the system's error, after a second", () => {
  const { error, tries, waited } = tried("EBUSY", { fails: Infinity, platform: "win32" });
  expect([error, tries, waited]).toMatchObject([{ code: "EBUSY" }, 8, 1000]);
});

test.each([
  ["another error", "ENOENT", "win32"],
  ["another system", "EPERM", "linux"],
])("with %s nothing is tried again", (_, code, platform) => {
  expect(tried(code, { fails: 1, platform })).toMatchObject({ error: { code }, tries: 1, waited: 0 });
});
