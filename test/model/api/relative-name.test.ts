import { expect, it } from "vitest";
import { relativeName } from "../../../src/model/api/entity.ts";

const file = (name: string): Parameters<typeof relativeName>[0] => ({ id: name, name, text: "", language: "yaml" });

it.each([
  ["api.yaml", "parts/a.yaml", "parts/a.yaml"],
  ["docs/api.yaml", "docs/parts/a.yaml", "parts/a.yaml"],
  ["docs/api.yaml", "shared/a.yaml", "../shared/a.yaml"],
  ["../docs/api.yaml", "../a.yaml", "../a.yaml"],
  ["docs/api.yaml", "https://example.org/a.yaml", "https://example.org/a.yaml"],
])("from %s, %s is %s", (from, name, expected) => {
  expect(relativeName(file(from), file(name))).toBe(expected);
});
