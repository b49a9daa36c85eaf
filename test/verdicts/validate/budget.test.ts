import { expect, test } from "vitest";
import { stopwatch } from "../../../src/verdicts/validate/index.ts";
import { budget } from "../../../src/verdicts/validate/budget.ts";

const MANY = 1_000_000;

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function work(milliseconds: number): void {
  const worked = stopwatch();
  while (worked() < milliseconds);
}

test("time in which the process was not let run is none that was spent", () => {
  const limit = budget(MANY, 200);
  limit.during(() => {
    wait(400);
    expect(limit.spend(100)).toBe(undefined);
  });
  wait(400);
  expect([limit.during(() => limit.spend(100)), limit.spent()]).toEqual([undefined, false]);
  expect(limit.left()).toBeGreaterThan(0);
});

test("what is worked is spent, in one go or in several, and not what is worked outside", () => {
  const limit = budget(MANY, 100);
  work(120);
  limit.during(() => work(60));
  expect(limit.during(() => limit.spend(100))).toBe(undefined);
  limit.during(() => {
    work(60);
    expect(limit.spend(100)).toContain("100 ms");
  });
  expect([limit.spend(), limit.spent(), limit.left() < 0]).toEqual([expect.stringContaining("100 ms"), true, true]);
});

test("steps are counted whatever the clock says", () => {
  const limit = budget(3, 60_000);
  expect([limit.spend(3), limit.taken()]).toEqual([undefined, 3]);
  expect(limit.spend()).toContain("3 steps");
});
