import { describe, expect, it } from "vitest";
import type { TextFile } from "#text";
import { lineColumn, lineStarts } from "#text";

function file(text: string): TextFile {
  return { id: "/t", name: "t", text, language: "yaml" };
}

describe("lineColumn", () => {
  it("counts LF, CRLF and a lone CR as one break each", () => {
    expect(lineStarts(file("a\nb\r\nc\rd"))).toEqual([0, 2, 5, 7]);
  });

  it("counts columns in UTF-16 units", () => {
    expect(lineColumn(file("x\n😀é!"), 5)).toEqual({ line: 2, column: 4 });
  });

  it("takes what is outside for the nearest end", () => {
    expect(lineColumn(file("ab\n"), 99)).toEqual({ line: 2, column: 1 });
    expect(lineColumn(file("ab"), -1)).toEqual({ line: 1, column: 1 });
  });

  it("finds every offset of a text of many lines", () => {
    const text = Array.from({ length: 200 }, (_, index) => "x".repeat(index % 7)).join("\n");
    const one = file(text);
    for (let at = 0; at <= text.length; at += 1) {
      const before = text.slice(0, at).split("\n");
      expect(lineColumn(one, at)).toEqual({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
    }
  });
});
