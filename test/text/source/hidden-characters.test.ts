import { expect, test } from "vitest";
import type { Diagnostic, TextFile } from "#text";
import { parseText, readLimits, spellHidden } from "../../../src/text/source/index.ts";

/** What is said of a text, as `the marked part: the character`. */
function told(text: string, language: TextFile["language"] = "yaml"): string[] {
  const found: Diagnostic[] = [];
  const file: TextFile = { id: "a", name: "a", text, language };
  parseText(file, { limits: { ...readLimits, depth: 50 }, report: (each) => void found.push(each) });
  return found
    .filter(({ code }) => code === "name/invisible-character")
    .map(({ place, message }) => `${text.slice(place.start, place.end)}: ${/U\+\w+(?=\.$)/.exec(message)?.[0]}`);
}

test("half of a surrogate pair is told wherever it stands: it is on no page as it is written", () => {
  const text = String.raw`{ "a\ud800": "b\udc00c", "list": ["\ud83d", ["\ude00\ud83d"]], "pair": "\ud83d\ude00" }`;
  const expected = [
    String.raw`"a\ud800": U+D800`,
    String.raw`"b\udc00c": U+DC00`,
    String.raw`"\ud83d": U+D83D`,
    String.raw`"\ude00\ud83d": U+DE00`,
  ];
  expect(told(text, "json").sort()).toEqual([...expected].sort());
  expect(told(text).sort()).toEqual([...expected].sort());
  expect(told(String.raw`"\ud800"`)).toEqual([String.raw`"\ud800": U+D800`]);
  expect(told(String.raw`"\U0000D800"`)).toEqual([String.raw`"\U0000D800": U+D800`]);
});

test("what nobody sees is told in keys, however it is written, and not in texts", () => {
  expect(told('"a\\u202eb": "c\\u202ed"')).toEqual(['"a\\u202eb": U+202E']);
  expect(told("deep: [{ a\u200bb: c\u200bd }]")).toEqual(["a\u200bb: U+200B"]);
  expect(told('{ "a\\nb": "c\\nd", "e\\tf": 1 }', "json").sort()).toEqual(['"a\\nb": U+000A', '"e\\tf": U+0009']);
  expect(told('"a\\x85b": 1')).toEqual(['"a\\x85b": U+0085']);
});

test("joiners that scripts and pictures need, and signs that are seen, are no hidden characters", () => {
  expect(told("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645: 1\n\u{1f468}\u200d\u{1f469}: 1\n\u0600: 1\n")).toEqual([]);
  expect(told("a\u200db: 1")).toEqual(["a\u200db: U+200D"]);
});

test("what aliases repeat is told once", () => {
  expect(told('a: &a { "\\ud800": 1, b: "\\ud801" }\nb: [*a, *a]\n')).toEqual(['"\\ud800": U+D800', '"\\ud801": U+D801']);
  expect(told('a: &a "\\ud800"\nb: [*a, *a]\n')).toEqual(['"\\ud800": U+D800']);
});

test("of a long text only what is around the character is said", () => {
  const found: Diagnostic[] = [];
  const text = JSON.stringify(`${"\u{1f600}".repeat(1000)}\ud800${"\u{1f600}".repeat(1000)}`);
  parseText(
    { id: "a", name: "a", text, language: "json" },
    { limits: { ...readLimits, depth: 50 }, report: (each) => void found.push(each) },
  );
  const around = "\u{1f600}".repeat(19);
  expect(found.map(({ message }) => message)).toEqual([`"…\u{1f600}${around}⟨U+D800⟩${around}…" holds the invisible character U+D800.`]);
});

test.each([
  ["a\u202Eb", "a⟨U+202E⟩b"],
  ["a\u200Bb\uFEFF", "a⟨U+200B⟩b⟨U+FEFF⟩"],
  ["a\u0000\u001B[0m", "a⟨U+0000⟩⟨U+001B⟩[0m"],
  ["tab\tline\nend", "tab\tline\nend"],
  ["\uD800", "\uFFFD"],
  ["👩\u200D🚀 ok", "👩\u200D🚀 ok"],
  ["a\u200Db", "a⟨U+200D⟩b"],
  ["日本語 עברית", "日本語 עברית"],
])("%j is shown as %j", (text, shown) => expect(spellHidden(text)).toBe(shown));
