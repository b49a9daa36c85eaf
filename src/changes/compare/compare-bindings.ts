/** Compares bindings. */
import type { BindingField } from "#format";
import { bindingTable } from "#format";
import type { Binding, Direction } from "#model";
import type { MapNode, Node, Place } from "#text";
import { entriesOf, isTrue, itemsOf, printJson, stringOf, valueOf } from "#text";
import type { Affected, ChangeSubject, ChangeVerdict } from "../report/index.ts";
import type { SchemaPair } from "./compare-schemas.ts";
import { compareSchemas, otherSide, schemaOfType, schemaOfValue } from "./compare-schemas.ts";
import { compareWords } from "./compare-words.ts";
import type { Comparison } from "./comparison.ts";
import { saidFact } from "./facts.ts";

/** An object with bindings. */
interface Bound {
  readonly node: Node;
  readonly bindings: readonly Binding[];
}

/** How the bindings of an object are told. */
export interface BindingOptions {
  /** The name in messages, such as `Message "OrderCreated"`. */
  readonly what: string;
  readonly subject: ChangeSubject;
  /** The directions of the messages to which the bindings apply. */
  readonly directions: readonly Direction[];
  /**
   * For a channel: its address with a protocol. It is kept, `moved` as the written one did, which is reported elsewhere, or `rebound` by
   * bindings.
   */
  readonly address?: (protocol: string) => { readonly now: string | null; readonly change: "kept" | "moved" | "rebound" };
}

/** The object that has the bindings. */
interface BindingOwner extends BindingOptions {
  readonly place: Node;
  /** The place in the old version. */
  readonly oldPlace: Node;
}

type Effect = NonNullable<BindingField["effect"]>;

interface FieldPair {
  readonly protocol: string;
  readonly path: string;
  readonly old: Node | undefined;
  readonly new: Node | undefined;
  readonly field: BindingField | undefined;
}

/** Reports the changes in the bindings of an object, field by field. */
export function compareBindings(old: Bound, now: Bound, options: BindingOptions, comparison: Comparison): void {
  const owner: BindingOwner = { ...options, place: now.node, oldPlace: old.node };
  const byProtocol = ({ bindings }: Bound): ReadonlyMap<string, Binding> => new Map(bindings.map((each) => [each.protocol, each]));
  const [before, after] = [byProtocol(old), byProtocol(now)];
  for (const protocol of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(protocol), after.get(protocol)];
    const kind = one?.kind ?? other?.kind;
    if (kind === undefined || comparison.areSame(one?.node, other?.node)) continue;
    const fields = bindingTable(protocol, kind)?.fields ?? {};
    compareFields({ protocol, path: "", old: one?.node, new: other?.node, field: undefined }, fields, owner, comparison);
  }
  const [one, other] = [valueOf(old.node, "bindings"), valueOf(now.node, "bindings")];
  const [node, otherNode] = [one && comparison.old.documents.follow(one), other && comparison.new.documents.follow(other)];
  if (!node || !otherNode) return;
  const judged = [...old.bindings, ...now.bindings].flatMap(({ protocol, node: own }) => (own.kind === "map" ? [protocol] : []));
  compareWords({ node }, { node: otherNode }, { what: `the bindings of ${owner.what}`, subject: owner.subject, judged }, comparison);
}

function compareFields(pair: FieldPair, fields: Readonly<Record<string, BindingField>>, owner: BindingOwner, comparison: Comparison): void {
  const keys = new Set([...entriesOf(pair.old), ...entriesOf(pair.new)].map(({ key }) => key));
  for (const key of keys) {
    const path = pair.path === "" ? key : `${pair.path}.${key}`;
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const below: FieldPair = { protocol: pair.protocol, path, old: valueOf(pair.old, key), new: valueOf(pair.new, key), field };
    if (comparison.areSame(below.old, below.new)) continue;
    if (field?.shape.kind === "inline" && !field.effect)
      compareFields(below, field.shape.table.fields as Readonly<Record<string, BindingField>>, owner, comparison);
    else compareField(below, owner, comparison);
  }
}

function compareField(pair: FieldPair, owner: BindingOwner, comparison: Comparison): void {
  const effect = pair.field?.effect;
  const schemas = effect && schemasOf(effect, pair, owner);
  if (schemas) {
    const directions: readonly Direction[] = effect.breaks === "filled" ? ["receive"] : owner.directions;
    const affects = effect.breaks === "filled" ? affectedBy(effect, owner)[0] : undefined;
    const what = `The ${pair.protocol} binding ${pair.path} of ${owner.what}`;
    return compareSchemas({ code: "change/binding", what, subject: owner.subject, ...schemas, directions, affects }, comparison);
  }
  if (isDefault(pair)) return;
  const verdict = effect ? verdictOf(effect, pair, owner) : isKnownToSayNothing(pair, comparison) ? "annotation" : "unknown";
  const reason = effect || verdict === "annotation" ? "" : ", and what that means to others is not known";
  const { protocol, path } = pair;
  const text = `${protocol} binding ${path} ${inWords(pair)}${reason}`;
  const facts = [saidFact(text, pair.new ?? pair.old ?? owner.place)];
  for (const affects of verdict === "breaking" || verdict === "unknown" ? affectedBy(effect, owner) : (["nobody"] as const))
    comparison.add({
      code: "change/binding",
      verdict,
      affects,
      message: `The ${protocol} binding ${path} of ${owner.what} ${inWords(pair)}${reason}.`,
      facts,
      subject: owner.subject,
      old: pair.old,
      new: pair.new,
      within: owner.place,
    });
}

/**
 * Whether a field without an effect is for people, or names the version of the table. Any other one is not in the table. Who rewrites a
 * document in another version of the format leaves such fields out, which no reader knew.
 */
function isKnownToSayNothing({ path, field, new: now }: FieldPair, comparison: Comparison): boolean {
  if (!now && !comparison.isOneLine) return true;
  return field !== undefined || path === "bindingVersion" || (path.split(".").at(-1) ?? "").startsWith("x-");
}

/** Keywords that only Avro schemas have. */
const AVRO = ["fields", "symbols", "logicalType", "namespace"];

/** Both values as schemas of the format's own language; `undefined` if they cannot be compared as such. */
function schemasOf(
  { breaks }: Effect,
  { old, new: now }: FieldPair,
  { place, oldPlace }: BindingOwner,
): Pick<SchemaPair, "old" | "new" | "undescribed"> | undefined {
  if (breaks !== "schema" && breaks !== "headers" && breaks !== "filled") return undefined;
  if ([old, now].some((each) => entriesOf(each).some(({ key }) => AVRO.includes(key)))) return undefined;
  const schemaOf = (own: Node | undefined, other: Node | undefined, at: Place): MapNode | undefined => {
    if (own?.kind === "map") return own;
    if (own) return breaks === "filled" ? schemaOfValue(own) : undefined;
    // A value without a description is taken to have the same type, and nothing more is known.
    const type = breaks === "headers" ? "object" : (stringOf(other, "type") ?? "string");
    return breaks === "schema" ? undefined : schemaOfType(type, at);
  };
  const [before, after] = [schemaOf(old, now, oldPlace), schemaOf(now, old, place)];
  const undescribed = breaks !== "headers" || (old && now) ? undefined : old ? "new" : "old";
  return before && after && { old: { node: before }, new: { node: after }, undescribed };
}

/** Whether the only difference is that one version states the default. */
function isDefault({ old, new: now, field }: FieldPair): boolean {
  const only = old && now ? undefined : (old ?? now);
  if (!only || field?.default === undefined) return false;
  return printed(only) === JSON.stringify(field.default);
}

function affectedBy(effect: Effect | undefined, { directions }: BindingOwner): readonly Affected[] {
  const who = effect?.who ?? "all";
  if (who !== "other") return [who];
  return directions.length === 1 ? directions.map((each) => otherSide[each]) : ["all"];
}

function verdictOf({ breaks }: Effect, pair: FieldPair, { directions, address }: BindingOwner): ChangeVerdict {
  const { old, new: now, field } = pair;
  const wire = field?.address?.name && address?.(pair.protocol);
  if (wire?.change === "rebound") return "breaking";
  const named = now ?? old;
  if (wire && named?.kind === "string" && named.value === wire.now) return "compatible";
  if (breaks === "words") return "annotation";
  // A deprecated field disappears together with an older version of the binding.
  if (breaks === "harmless" || (!now && field?.deprecated)) return "compatible";
  // A new description may allow fewer values than were sent before; a removed one may mean that more are sent.
  if (breaks === "schema" && (!old || !now)) return directions.includes(old ? "send" : "receive") ? "unknown" : "compatible";
  if (breaks === "unclear" || breaks === "schema" || breaks === "headers" || breaks === "filled") return "unknown";
  // Nobody could rely on what was not stated before.
  if (!old) return breaks === "more" && isTrue(now) ? "breaking" : "compatible";
  if (breaks === "any") return "breaking";
  if (breaks === "less" || breaks === "more")
    return isWithin(breaks === "less" ? old : now, breaks === "less" ? now : old) ? "compatible" : "breaking";
  if (!now) return "compatible";
  const [before, after] = [numberOf(old), numberOf(now)];
  if (before === undefined || after === undefined) return "unknown";
  return (breaks === "lower" ? after < before : after > before) ? "breaking" : "compatible";
}

/** Whether everything that one value turns on or lists is also in another. */
function isWithin(part: Node | undefined, whole: Node | undefined): boolean {
  if (part?.kind !== "list") return !isTrue(part) || isTrue(whole);
  const others = new Set(itemsOf(whole).map(printed));
  return part.items.every((item) => others.has(printed(item)));
}

/** A number, or the number at the start of a duration such as `86400s`. `-1` means no limit. */
function numberOf(node: Node): number | undefined {
  const value = node.kind === "number" ? node.value : Number.parseFloat(node.kind === "string" ? node.value : "");
  if (Number.isNaN(value)) return undefined;
  return value === -1 ? Infinity : value;
}

function printed(node: Node): string {
  return printJson(node, { most: 1_000 });
}

function inWords({ old, new: now }: FieldPair): string {
  const short = (node: Node): string => (node.kind === "map" || node.kind === "list" ? "stated" : printJson(node, { most: 100 }));
  if (!old) return now ? `is now ${short(now)}` : "changed";
  if (!now) return `is no longer ${short(old)}`;
  return old.kind === "map" || old.kind === "list" ? "changed" : `is now ${short(now)}, and was ${short(old)}`;
}
