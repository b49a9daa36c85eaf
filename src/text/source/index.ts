/** Reads and prints text: YAML and JSON as nodes that keep every digit, places as lines and columns, values as YAML, and names of files. */
export { asOnDisk, nameFromRoot, namesIn, expandPaths, globFolder, matchingPaths, wayBetween, SITE_RECORD } from "./expand-paths.ts";
export type { TextSource, ReadLimits, ReadTotal } from "./read-size.ts";
export { decodeText, readLimits, sizeAllowed } from "./read-size.ts";
export { invisibleProblem, spellHidden, unicodeEscapes } from "./hidden-characters.ts";
export type { LineColumn } from "./scan-scalar.ts";
export { lineColumn, lineStarts, placeWithin } from "./scan-scalar.ts";
export { parseProto } from "./parse-proto.ts";
export type { ProtoEnum, ProtoField, ProtoFile, ProtoMessage, ProtoStatement } from "./parse-proto.ts";
export { parseJson } from "./parse-json.ts";
export { parseText } from "./parse-text.ts";
export { printYaml } from "./print-yaml.ts";
