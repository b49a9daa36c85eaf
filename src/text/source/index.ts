/**
 * Text and values: YAML and JSON into placed trees with every digit kept, places into lines and columns, values back into
 * readable YAML; names of files.
 */
export { asOnDisk, nameFromRoot } from "./as-on-disk.ts";
export type { TextSource } from "./decode-text.ts";
export { decodeText } from "./decode-text.ts";
export { describe } from "./describe.ts";
export { expandPaths, globFolder } from "./expand-paths.ts";
export { unseenIn } from "./hidden-characters.ts";
export type { ReadLimits, ReadTotal } from "./read-size.ts";
export { readLimits, sizeAllowed } from "./read-size.ts";
export { lineColumn, lineStarts } from "./line-column.ts";
export { parseText } from "./parse-text.ts";
export { placeWithin } from "./place-within.ts";
export { printYaml } from "./print-yaml.ts";
export { TileNotes, tilesOf } from "./tiles.ts";
export type { Said, Tile, TiledFile, TileMemo } from "./tiles.ts";
