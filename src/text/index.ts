/** Text and values: safe file access, YAML and JSON as placed values, problems with their places, words of the interface. */

// diagnostics
export type {
  Code,
  CodeDefinition,
  Level,
  RuleLevels,
  Blanks,
  Diagnostic,
  Insertion,
  Related,
  DiagnosticReporter,
  Severity,
} from "./diagnostics/index.ts";
export {
  catalog,
  isAcceptable,
  isOff,
  inQuotes,
  problem,
  codesForName,
  replacementNote,
  isLegacyRule,
  legacyRules,
  didYouMean,
  nearest,
  onlyNearest,
  withSearchBudget,
} from "./diagnostics/index.ts";

// files
export type { FileProblem, FileHandle, FolderHandle, FileAccess, InputFile, OpenFile } from "./files/index.ts";
export {
  hashInput,
  hiddenName,
  inputState,
  isInside,
  isPicture,
  isUrl,
  isAlias,
  leadsOut,
  listFolder,
  namedAccess,
  notRegular,
  patiently,
  realInput,
  realPathOf,
  repositoryOf,
  findFile,
  openFile,
  openFolder,
  readFile,
  readOwnFile,
  statsOf,
  withFile,
} from "./files/index.ts";

// json
export type { Entry, ListNode, MapNode, Node, NumberNode, Place, StringNode, TextFile, Decimal } from "./json/index.ts";
export {
  asString,
  childrenOf,
  describeKind,
  entriesOf,
  entryOf,
  isFalse,
  isTrue,
  itemsOf,
  stringOf,
  valueOf,
  childAt,
  escapeToken,
  evaluatePointer,
  formatPointer,
  parsePointer,
  evaluateFragment,
  percentDecoded,
  compareDecimals,
  compareNumbers,
  decimalKey,
  decimalOf,
  isInteger,
  isIntegerNode,
  hasAtMost,
  memberCount,
  keyAt,
  nodesAt,
  pointerAt,
  partitionPoint,
  compareTexts,
  groupBy,
  Memo,
  oncePerObject,
  mergePatch,
  isJsonNumber,
  jsonScalar,
  plainText,
  printJson,
  printTokens,
  parsedJson,
  guards,
} from "./json/index.ts";

// source
export type { LineColumn, TextSource, ReadLimits, ReadTotal } from "./source/index.ts";
export type { ProtoEnum, ProtoField, ProtoFile, ProtoMessage, ProtoStatement } from "./source/index.ts";
export {
  asOnDisk,
  nameFromRoot,
  namesIn,
  decodeText,
  expandPaths,
  matchingPaths,
  globFolder,
  invisibleProblem,
  spellHidden,
  unicodeEscapes,
  readLimits,
  SITE_RECORD,
  lineColumn,
  lineStarts,
  parseProto,
  parseText,
  placeWithin,
  printYaml,
  sizeAllowed,
} from "./source/index.ts";

// words
export type { Phrase, Vocabulary, WordKey, Words } from "./words/index.ts";
export {
  englishWords,
  figure,
  isWordKey,
  languageCodes,
  templateWords,
  wordsOf,
  counted,
  failureReason,
  listSome,
  reason,
  translateReason,
} from "./words/index.ts";
