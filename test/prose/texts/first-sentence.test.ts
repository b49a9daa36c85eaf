import { describe, expect, it } from "vitest";
import { firstSentence } from "#prose";

describe("firstSentence", () => {
  it.each([
    ["One thing. Two.", "One thing."],
    ["Version 2.4.0 of it! More", "Version 2.4.0 of it!"],
    ["Use e.g. this one. Not that.", "Use e.g. this one."],
    ["He said “no.” Then left.", "He said “no.”"],
    ["一つ。二つ。", "一つ。"],
    ["No end\nnext block. x", "No end"],
    ["", ""],
    ["Deprecated. Use `b`. More.", "Deprecated. Use `b`."],
    ["Deprecated.\n\nUse `b`. More.", "Deprecated. Use `b`."],
    ["Deprecated.", "Deprecated."],
    ["Heading\n\nText.", "Heading"],
  ])("%j → %j", (text, expected) => {
    expect(firstSentence(text)).toBe(expected);
  });

  it("is bounded, and cuts no character in half", () => {
    expect(firstSentence("word ".repeat(100))).toMatch(/^(?:word )+word…$/);
    expect(firstSentence("x" + "🙂".repeat(200)).length).toBeLessThanOrEqual(241);
    expect(firstSentence("x" + "🙂".repeat(200))).not.toMatch(/\p{Surrogate}/u);
  });
});
