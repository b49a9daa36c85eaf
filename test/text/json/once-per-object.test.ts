import { expect, test } from "vitest";
import { oncePerObject } from "../../../src/text/json/index.ts";

test("computes once for each object, also where the result is undefined", () => {
  const asked: object[] = [];
  const find = oncePerObject((key: { readonly value?: string }) => {
    asked.push(key);
    return key.value;
  });
  const [one, other] = [{ value: "a" }, {}];
  expect([find(one), find(other), find(one), find(other)]).toEqual(["a", undefined, "a", undefined]);
  expect(asked).toEqual([one, other]);
});
