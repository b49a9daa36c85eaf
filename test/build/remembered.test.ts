import { describe, expect, it } from "vitest";
import { Remembered } from "../../src/build/remembered.ts";

describe("Remembered", () => {
  it("gives on what was used, and forgets what was recalled and not asked for", () => {
    const first = new Remembered();
    const under = first.under("some conditions");
    for (const closure of ["kept", "gone"]) under.of(closure).add("structure", 7);
    under.of("kept", "as a reply").add("examples", 3);
    const second = new Remembered(() => first.kept().text);
    expect(second.under("some conditions").of("kept").has("structure", 7)).toBe(true);
    expect(
      [second.under("some conditions").of("kept", "as a reply"), second.under("some conditions").of("kept")].map((each) =>
        each.has("examples", 3),
      ),
    ).toEqual([true, false]);
    expect(second.kept().text).toContain("kept");
    expect(second.kept().text).not.toContain("gone");
  });

  it("does not grow where words change and what they describe does not", () => {
    const remembered = new Remembered();
    for (let edit = 0; edit < 200; edit += 1) remembered.under("some conditions").of("same", `words ${edit}`).add("markdown", 0);
    const under = remembered.under("some conditions");
    expect([0, 199].map((edit) => under.of("same", `words ${edit}`).has("markdown", 0))).toEqual([false, true]);
    expect(remembered.kept().text.length).toBeLessThan(2000);
  });
});
