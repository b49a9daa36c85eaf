/** Reads and prints text: YAML and JSON as nodes that keep every digit, places as lines and columns, values as YAML, and names of files. */
export { asOnDisk, nameFromRoot, namesIn } from "./as-on-disk.ts";
export type { TextSource } from "./decode-text.ts";
export { decodeText } from "./decode-text.ts";
export { expandPaths, globFolder, matchingPaths, SITE_RECORD } from "./expand-paths.ts";
export { invisibleProblem, spellHidden, unicodeEscapes } from "./hidden-characters.ts";
export type { ReadLimits, ReadTotal } from "./read-size.ts";
export { readLimits, sizeAllowed } from "./read-size.ts";
export type { LineColumn } from "./line-column.ts";
export { lineColumn, lineStarts } from "./line-column.ts";
export { parseProto } from "./parse-proto.ts";
export type { ProtoEnum, ProtoField, ProtoFile, ProtoMessage, ProtoStatement } from "./proto-file.ts";
export { parseText } from "./parse-text.ts";
export { placeWithin } from "./place-within.ts";
export { printYaml } from "./print-yaml.ts";
