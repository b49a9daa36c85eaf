import { expect, test } from "vitest";
import type { SampleAttempt } from "../../../src/verdicts/samples/sample-attempt.ts";
import { makeObject } from "../../../src/verdicts/samples/make-object.ts";
import { load, withPayload } from "../../schema/load.ts";

interface Made {
  /** Values that were asked for. */
  readonly made: number;
  /** Names that the budget of all samples paid for. */
  readonly paid: number;
  readonly members: readonly string[] | undefined;
}

/** What is made of an object of so many properties, the last ones of which are required, with room for 500 values. */
async function madeFor(properties: number, required: number): Promise<Made> {
  const names = Array.from({ length: properties }, (_, at) => `r${at}`);
  const stated = names.map((name) => `${name}: { type: string }`).join(", ");
  const last = names.slice(properties - required).join(", ");
  const loaded = await load(withPayload(`{ type: object, required: [${last}], properties: { ${stated} } }`));
  const told = { made: 0, paid: 0 };
  const making = {
    plan: { optional: true, given: true, condition: "then", branch: 0 },
    open: new Set(),
    left: 500,
    looks: 10_000,
    matches: () => false,
    affords: (looks: number) => {
      told.paid += looks;
      return true;
    },
    make: () => {
      told.made += 1;
      making.left -= 1;
      return making.left < 0 ? undefined : { kind: "null" };
    },
  };
  const value = makeObject(
    { parts: [loaded.payload()], fixed: new Map(), others: [] },
    { name: "", depth: 0, variant: 0 },
    making as unknown as SampleAttempt,
  );
  const members = value?.kind === "map" ? value.entries.map(({ key }) => key) : undefined;
  return { ...told, members };
}

test("nothing is made of an object that must have more than there is room for: thousands of schemas may take the names over", async () => {
  expect(await madeFor(501, 501)).toEqual({ made: 0, paid: 0, members: undefined });
  expect((await madeFor(500, 500)).members).toHaveLength(500);
});

test("what there is no room for any more is not gone through: thousands of messages may have one schema of thousands", async () => {
  const { made, paid, members } = await madeFor(5_000, 0);
  expect(members).toHaveLength(500);
  expect(made).toBe(501);
  expect(paid).toBe(501);
});

test("an object without one of what it requires is none, though it is the last that there would have been room for", async () => {
  expect((await madeFor(501, 1)).members).toBeUndefined();
  expect((await madeFor(500, 1)).members).toHaveLength(500);
});
