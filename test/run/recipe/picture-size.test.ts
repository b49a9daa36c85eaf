import { describe, expect, test } from "vitest";
import { pictureSize } from "../../../src/run/recipe/picture-sizes.ts";
import { built } from "../../support/built.ts";

const hex = (text: string) => Buffer.from(text.replace(/\s/g, "").padEnd(80, "0"), "hex");

describe("the size of a picture is read from the beginning of its file", () => {
  test.each([
    ["PNG", "89504e470d0a1a0a 0000000d49484452 00000140 000000c8", { width: 320, height: 200 }],
    ["GIF", "474946383961 2c01 6400", { width: 300, height: 100 }],
    ["JPEG", "ffd8 ffe00004 0000 ffc2 0011 08 0064 00c8", { width: 200, height: 100 }],
    ["WebP, lossy", "52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 c800", { width: 320, height: 200 }],
    ["WebP, lossless", "52494646 00000000 57454250 5650384c 00000000 2f 3fc13100", { width: 320, height: 200 }],
    ["WebP, extended", "52494646 00000000 57454250 56503858 0a000000 00000000 3f0100 c70000", { width: 320, height: 200 }],
    ["AVIF", "0000001c66747970 61766966 00000000 00000014 69737065 00000000 00000140 000000c8", { width: 320, height: 200 }],
    ["ICO", "00000100 0100 2000", { width: 32, height: 256 }],
  ])("%s", (_, bytes, size) => {
    expect(pictureSize(hex(bytes))).toEqual(size);
  });

  test.each([
    ['<svg xmlns="x" width="120" height="40px"/>', { width: 120, height: 40 }],
    ["<?xml version='1.0'?>\n<svg viewBox='0 0 64, 32'>", { width: 64, height: 32 }],
    ['<svg width="100%" height="100%" viewBox="0 0 3 1">', { width: 3, height: 1 }],
    ['<svg viewBox="0 0 1 1.5">', { width: 100, height: 150 }],
    ['<svg data-x=">" width="5" height="6">', { width: 5, height: 6 }],
  ])("SVG: %s", (text, size) => {
    expect(pictureSize(Buffer.from(text))).toEqual(size);
  });

  test.each([
    "",
    "text",
    "<svg>",
    '<svg width="0" height="4">',
    '<svg width="-1" height="4">',
    '<svg width="1e9" height="4" viewBox="0 0 9999999 1">',
    '<svg><rect width="1" height="2"/></svg>',
  ])("no size in %j", (text) => {
    expect(pictureSize(Buffer.from(text))).toBeUndefined();
  });

  test("broken and hostile files say nothing, at once", () => {
    expect(pictureSize(hex("ffd8 ffe0 ffff"))).toBeUndefined();
    expect(pictureSize(hex("89504e470d0a1a0a"))).toBeUndefined();
    for (const piece of ["<svg ", '<svg a="', " a=", "\xff\xd8\xff"])
      expect(pictureSize(Buffer.from(piece.repeat(20_000), "latin1"))).toBeUndefined();
  });
});

test("a logo's place is reserved; one without a size has a box of its own", async () => {
  const document = "asyncapi: 2.6.0\ninfo: { title: T, version: '1', x-logo: logo.svg }\nchannels: {}\n";
  const of = async (svg: string) =>
    /<a class="brand"[^>]*>(<img[^>]*>)/.exec((await built({ "main.yaml": document, "logo.svg": svg })).files.get("index.html") ?? "")?.[1];
  expect(await of('<svg width="90" height="30"/>')).toContain(' width="90" height="30"');
  expect(await of("<svg/>")).not.toContain("width");
});
