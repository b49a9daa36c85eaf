import { expect, it } from "vitest";
import type { StringNode } from "../../../src/text/json/index.ts";
import { titleOf } from "../../../src/model/api/entity.ts";
import { nowhere } from "../../support/nodes.ts";

const text = (value: string): StringNode => ({ kind: "string", value, file: nowhere, start: 0, end: 0 });

it("is the first name with something in it, else the id", () => {
  expect(titleOf("id", text(" Title\n"), text("name"))).toBe("Title");
  expect(titleOf("id", undefined, text("name"))).toBe("name");
  expect(titleOf("id", text("  "), undefined)).toBe("id");
});

it("is never empty", () => {
  expect(titleOf("")).toBe('""');
});
