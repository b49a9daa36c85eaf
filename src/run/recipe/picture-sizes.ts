import { withFile } from "#text";

/** Width and height of a picture as its file states them, in any unit: only their ratio matters. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Larger sizes are considered mistakes or malice. */
const LARGEST = 100_000;
/** How many characters an `<svg …>` tag may span from the start of a text. */
const LONGEST_TAG = 4096;

function sized(width: number, height: number): PictureSize | undefined {
  const isSize = (value: number): boolean => value > 0 && value <= LARGEST;
  if (!isSize(width) || !isSize(height)) return undefined;
  // Attributes of HTML are whole numbers, so fractional sizes of SVG are scaled up.
  const scale = Number.isInteger(width) && Number.isInteger(height) ? 1 : 100;
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function letters(bytes: Buffer, from: number, to: number): string {
  return bytes.toString("latin1", from, to);
}

/** A frame header (SOF) has the size. Segments before it are skipped by their lengths (ITU T.81 § B.1.1.4). */
function ofJpeg(bytes: Buffer): PictureSize | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return sized(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

/** The size of the first picture in an icon; 0 means 256. */
function ofIcon(bytes: Buffer): PictureSize | undefined {
  const length = (value: number): number => (value === 0 ? 256 : value);
  return sized(length(bytes.readUInt8(6)), length(bytes.readUInt8(7)));
}

/** The size in any of the three forms of WebP (RFC 9649 § 2.5 to 2.7). */
function ofWebp(bytes: Buffer): PictureSize | undefined {
  const form = letters(bytes, 12, 16);
  if (form === "VP8 ") return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (form === "VP8X") return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (form !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

/** The size in the first `ispe` box (ISO/IEC 23008-12 § 6.5.3). */
function ofAvif(bytes: Buffer): PictureSize | undefined {
  const at = bytes.indexOf("ispe", 0, "latin1");
  return at < 0 || at + 16 > bytes.length ? undefined : sized(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
}

/** The `width` and `height` of an SVG in pixels, otherwise those of the `viewBox`. Percentages say nothing about the shape. */
function ofSvg(bytes: Buffer): PictureSize | undefined {
  const text = bytes.toString("utf8");
  const start = text.search(/<svg[\s>]/);
  if (start < 0) return undefined;
  const tag = text.slice(start, start + LONGEST_TAG);
  const attributes = new Map<string, string>();
  for (const [, name = "", , value = ""] of /^(?:"[^"]*"|'[^']*'|[^"'>])*/.exec(tag)?.[0].matchAll(/\s([A-Za-z]{1,20})=(["'])(.*?)\2/gs) ??
    [])
    attributes.set(name, value);
  const pixels = (name: string): number => Number(/^\s*([\d.]{1,12})(?:px)?\s*$/.exec(attributes.get(name) ?? "")?.[1]);
  const [, , width = 0, height = 0] = (attributes.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number);
  return sized(pixels("width"), pixels("height")) ?? sized(width, height);
}

/** The size of a picture from the beginning of its file; `undefined` if it is not found there. The picture is neither drawn nor run. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length >= 30) {
    if (letters(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return sized(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
    if (letters(bytes, 0, 4) === "GIF8") return sized(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
    if (letters(bytes, 0, 4) === "RIFF" && letters(bytes, 8, 12) === "WEBP") return ofWebp(bytes);
    if (bytes.readUInt32BE(0) === 0x00000100) return ofIcon(bytes);
    if (letters(bytes, 4, 8) === "ftyp") return ofAvif(bytes);
    if (bytes.readUInt16BE(0) === 0xffd8) return ofJpeg(bytes);
  }
  return ofSvg(bytes);
}

/** A picture of the site: its absolute path, and its path in the site. */
interface Picture {
  readonly source: string;
  readonly path: string;
}

/** How many bytes of a file are read. The size comes before that, except in photographs with a large profile. */
const BEGINNING = 65_536;

function beginningOf(source: string): Buffer | undefined {
  try {
    const bytes = withFile(source, { root: source }, ({ read }) => read(BEGINNING));
    return "problem" in bytes ? undefined : bytes;
  } catch {
    // Copying the file will report the error.
    return undefined;
  }
}

/** The sizes of pictures by their path in the site. Each is read once. */
export function pictureSizes(pictures: () => readonly Picture[]): (path: string) => PictureSize | undefined {
  const known = new Map<string, PictureSize | undefined>();
  return (path) => {
    if (!known.has(path)) {
      const source = pictures().find((each) => each.path === path)?.source;
      const bytes = source === undefined ? undefined : beginningOf(source);
      known.set(path, bytes && pictureSize(bytes));
    }
    return known.get(path);
  };
}
