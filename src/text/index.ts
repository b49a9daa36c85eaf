/** Text and values: files opened safely, YAML and JSON as placed values, problems with their places, words of the interface. */

// diagnostics
export type { Code, Definition, Level, Blanks, Diagnostic, Insert, Related, Report, Severity } from "./diagnostics/index.ts";
export {
  catalog,
  inQuotes,
  problem,
  codesNamed,
  insteadOf,
  isOfOtherTool,
  legacyRules,
  beginSearches,
  didYouMean,
  nearest,
  onlyNearest,
  someOf,
} from "./diagnostics/index.ts";

// files
export type { FileProblem, HeldFile, Reach } from "./files/index.ts";
export {
  hiddenName,
  isInside,
  isUrl,
  realPathOf,
  repositoryOf,
  findFile,
  openFile,
  readFile,
  readOwnFile,
  withFile,
} from "./files/index.ts";

// json
export type { Entry, ListNode, MapNode, Node, NumberNode, Place, StringNode, TextFile, Decimal } from "./json/index.ts";
export {
  entriesOf,
  entryOf,
  itemsOf,
  stringOf,
  valueOf,
  childAt,
  escapeToken,
  evaluatePointer,
  formatPointer,
  parsePointer,
  codePointName,
  compareDecimals,
  compareNumbers,
  decimalKey,
  decimalOf,
  isInteger,
  isWhole,
  fits,
  isJoining,
  keyAt,
  lastBefore,
  nodesAt,
  pointerAt,
  partitionPoint,
  mergePatch,
  printJson,
  printTokens,
} from "./json/index.ts";

// source
export type { TextSource, ReadLimits, ReadTotal, Said, Tile, TiledFile, TileMemo } from "./source/index.ts";
export {
  asOnDisk,
  nameFromRoot,
  decodeText,
  describe,
  expandPaths,
  globFolder,
  unseenIn,
  readLimits,
  lineColumn,
  lineStarts,
  parseText,
  placeWithin,
  printYaml,
  sizeAllowed,
  TileNotes,
  tilesOf,
} from "./source/index.ts";

// words
export type { Phrase, Vocabulary, WordKey, Words } from "./words/index.ts";
export { englishWords, isWordKey, languageCodes, siteWordKeys, wordsOf, counted, reason, reasonIn } from "./words/index.ts";
