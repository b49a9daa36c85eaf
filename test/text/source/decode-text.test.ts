import { describe, expect, it } from "vitest";
import type { Diagnostic } from "#text";
import { decodeText, lineColumn } from "#text";

const source = { id: "/t", name: "t.yaml", language: "yaml" } as const;

function decode(bytes: Uint8Array): { text: string | undefined; problems: Diagnostic[] } {
  const problems: Diagnostic[] = [];
  return { text: decodeText(source, bytes, (each) => problems.push(each))?.text, problems };
}

function utf16be(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

describe("decodeText", () => {
  it("reads UTF-8 and drops a byte order mark", () => {
    expect(decode(Buffer.from("a: é😀"))).toEqual({ text: "a: é😀", problems: [] });
    expect(decode(Buffer.from("\ufeffa: 1"))).toEqual({ text: "a: 1", problems: [] });
    expect(decode(Buffer.from(""))).toEqual({ text: "", problems: [] });
  });

  it.each([
    ["UTF-16 (little endian)", Buffer.from("\ufeffa: 1", "utf16le")],
    ["UTF-16 (big endian)", utf16be("\ufeffa: 1")],
    ["UTF-16 (little endian)", Buffer.from("a: 1", "utf16le")],
    ["UTF-16 (big endian)", utf16be("a: 1")],
    ["UTF-32 (little endian)", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ["UTF-32 (big endian)", Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61])],
  ])("names %s", (name, bytes) => {
    const { text, problems } = decode(bytes);
    expect(text).toBeUndefined();
    expect(problems.map(({ code, message }) => [code, message])).toEqual([["document/encoding", `t.yaml is not UTF-8: it is ${name}.`]]);
  });

  it.each([
    ["a byte that starts nothing", [0xff], "0xFF"],
    ["a continuation byte", [0x80], "0x80"],
    ["an overlong sequence", [0xc0, 0xaf], "0xC0"],
    ["a surrogate", [0xed, 0xa0, 0x80], "0xED"],
    ["a sequence that ends early", [0xe2, 0x82, 0x41], "0xE2"],
    ["Latin-1", [0xe9, 0x74], "0xE9"],
  ])("places %s", (_, bytes, byte) => {
    const { text, problems } = decode(Buffer.concat([Buffer.from("a: é\r\nbé😀: "), Buffer.from(bytes), Buffer.from("\n")]));
    expect(text).toBeUndefined();
    const [problem] = problems;
    expect(problem?.code).toBe("document/encoding");
    expect(problem?.message).toContain(byte);
    expect(problem && lineColumn(problem.place.file, problem.place.start)).toEqual({ line: 2, column: 7 });
  });

  it("places a sequence that the end of the file cuts off", () => {
    const { problems } = decode(Buffer.from([0x61, 0x0a, 0xf0, 0x9f]));
    expect(problems[0] && lineColumn(problems[0].place.file, problems[0].place.start)).toEqual({ line: 2, column: 1 });
  });
});
