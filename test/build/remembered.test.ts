import { describe, expect, it } from "vitest";
import { Remembered } from "../../src/build/remembered.ts";

describe("Remembered", () => {
  it("gives on what was used, and forgets what was recalled and not asked for", () => {
    const first = new Remembered();
    const under = first.under("some conditions");
    for (const closure of ["kept", "gone"]) under.of(closure).add("structure", 7);
    const second = new Remembered(() => first.kept().text);
    expect(second.under("some conditions").of("kept").has("structure", 7)).toBe(true);
    expect(second.kept().text).toContain("kept");
    expect(second.kept().text).not.toContain("gone");
  });
});
