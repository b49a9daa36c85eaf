/**
 * JSON as a value: nodes with places and digits, pointer (RFC 6901), merge patch (RFC 7396), printing with token classes.
 * Pure data, no input or output; everything above speaks of values in these words.
 */
export type { BooleanNode, Entry, ListNode, MapNode, Node, NullNode, NumberNode, Place, ScalarNode, StringNode, TextFile } from "./node.ts";
export { entriesOf, entryOf, itemsOf, stringOf, valueOf } from "./node.ts";
export { childAt, escapeToken, evaluatePointer, formatPointer, parsePointer } from "./pointer.ts";
export { codePointName, isJoining } from "./characters.ts";
export type { Decimal } from "./decimal.ts";
export { compareDecimals, compareNumbers, decimalKey, decimalOf, isInteger, isWhole } from "./decimal.ts";
export { fits } from "./fits.ts";
export { keyAt, lastBefore, nodesAt, partitionPoint, pointerAt } from "./locate.ts";
export { mergePatch } from "./merge-patch.ts";
export type { PrintJsonOptions, Token } from "./print.ts";
export { printJson, printTokens } from "./print.ts";
