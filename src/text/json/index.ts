/**
 * JSON as data: nodes with places and digits, JSON Pointer (RFC 6901), merge patch (RFC 7396), and printing as classified tokens. It
 * does no input or output.
 */
export type { BooleanNode, Entry, ListNode, MapNode, Node, NullNode, NumberNode, Place, ScalarNode, StringNode, TextFile } from "./node.ts";
export {
  asString,
  childrenOf,
  describeKind,
  entriesOf,
  entryOf,
  hasAtMost,
  isFalse,
  isTrue,
  itemsOf,
  memberCount,
  scalarText,
  stringOf,
  valueOf,
  mergePatch,
  DEEPEST_NESTED,
  MOST_DEPTH,
  MOST_STEPS,
  MOST_VALUES,
  addNew,
  getOrMake,
  Recent,
  Memo,
  oncePerObject,
} from "./node.ts";
export {
  childAt,
  escapeToken,
  evaluateFragment,
  evaluatePointer,
  formatPointer,
  namesAtEnd,
  parsePointer,
  percentDecoded,
} from "./locate.ts";
export type { Decimal } from "./decimal.ts";
export { compareDecimals, compareNumbers, decimalKey, decimalOf, isInteger, isIntegerNode, MOST_DIGITS, sizeIn } from "./decimal.ts";
export { keyAt, nodesAt, partitionPoint, pointerAt, compareTexts, groupBy } from "./locate.ts";
export type { PrintJsonOptions, JsonToken } from "./print.ts";
export {
  excerpt,
  isJsonNumber,
  jsonScalar,
  LONGEST_QUOTED,
  LONGEST_TEXT_QUOTED,
  plainText,
  printJson,
  printTokens,
  quoted,
} from "./print.ts";
export { isSecret, MASK, passwordsIn, withoutPasswords } from "./passwords.ts";
export type { Guarded } from "./guards.ts";
export { guards, parsedJson } from "./guards.ts";
