import { expect, it } from "vitest";
import { catalog, problem } from "../../../src/text/diagnostics/index.ts";
import { nodeOf } from "../../support/nodes.ts";

it("fills the blanks of a message once: braces in an author's words stay", () => {
  const found = problem("tag/duplicate", nodeOf("x"), { name: "{name}" });
  expect(found).toMatchObject({ code: "tag/duplicate", severity: "error", message: "The tag {name} is already in this list." });
});

it("quotes the beginning of a long text: tens of thousands of problems may quote the same one", () => {
  const { message, hint } = problem("tag/duplicate", nodeOf("x"), { name: "a".repeat(1_000), hint: "b".repeat(1_000) });
  expect(message).toBe(`The tag ${"a".repeat(300)}… is already in this list.`);
  expect(hint).toBe(`${"b".repeat(300)}…`);
});

it("has a level and words for each code, and each code names its family", () => {
  for (const [code, definition] of Object.entries(catalog)) {
    expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
    expect(["error", "warning", "info", "off"]).toContain(definition.level);
    expect(definition.message.length).toBeGreaterThan(5);
  }
});
