/** The state of one comparison: its reports, its budget, its proofs, and whether two values assert the same. */
import { hash } from "node:crypto";
import type { Documents } from "#documents";
import { megabytesOf } from "#documents";
import { annotationKeywords, mapKeywords, usingKeywords } from "#format";
import type { Channel, Api } from "#model";
import type { Schemas } from "#schema";
import { hasReference } from "#schema";
import type { Entry, Node, Place, MapNode } from "#text";
import {
  failureReason,
  getOrMake,
  printJson,
  jsonScalar,
  compareNumbers,
  entriesOf,
  entryOf,
  itemsOf,
  stringOf,
  withoutPasswords,
} from "#text";
import type { Budget } from "#verdicts";
import { createJudge } from "#verdicts";
import type { Containment, SchemaEquality, SchemaInterpretation, DocumentSide } from "../containment/index.ts";
import { comparisonBudget, createContainment, judgedSide } from "../containment/index.ts";
import type { Affected, Change, ChangeFact, ChangeSubject, ChangeVerdict } from "../report/index.ts";
import type { StatedValues } from "./stated-values.ts";
import { scalarValues } from "./stated-values.ts";

/** Lists whose order has no meaning. */
const UNORDERED: ReadonlySet<string> = new Set([
  "required",
  "enum",
  "type",
  "tags",
  "anyOf",
  "oneOf",
  "allOf",
  "security",
  "servers",
  "messages",
]);

/** The deepest chain of references that is followed, because the stack is finite. Deeper values count as different. */
const DEEPEST = 250;

/** How a value is compared: as any value, as a schema of which only assertions count, or as a map of schemas by name. */
type NodeRole = "value" | "schema" | "names";

/** How the value under a key is compared; `undefined` if it asserts nothing. */
function below(role: NodeRole, key: string): NodeRole | undefined {
  if (role !== "schema") return role === "names" ? "schema" : "value";
  if (annotationKeywords.has(key) || key === "externalDocs" || key.startsWith("x-")) return undefined;
  if (mapKeywords.has(key)) return "names";
  return usingKeywords.has(key) ? "schema" : "value";
}

function asserted(entries: readonly Entry[], role: NodeRole): readonly Entry[] {
  return role === "schema" ? entries.filter(({ key }) => below(role, key) !== undefined) : entries;
}

/** Pairs of nodes. Nearly every node meets one other, so only those that meet more have a set: a million pairs take 30 MB, not 165. */
class NodePairs {
  readonly #first = new Map<Node, Node>();
  readonly #further = new Map<Node, Set<Node>>();

  has(a: Node, b: Node): boolean {
    return this.#first.get(a) === b || this.#further.get(a)?.has(b) === true;
  }

  add(a: Node, b: Node): void {
    const first = this.#first.get(a);
    if (!first || first === b) this.#first.set(a, b);
    else getOrMake(this.#further, a, () => new Set<Node>()).add(b);
  }

  delete(a: Node, b: Node): void {
    if (this.#first.get(a) === b) this.#first.delete(a);
    this.#further.get(a)?.delete(b);
  }
}

/** Compares values of two documents. References are followed, and the order of keys does not count. */
class SameNodes {
  readonly #old: Documents;
  readonly #new: Documents;
  /** Pairs that are the same, or are being compared. Within a cycle, a pair counts as the same unless a difference is found. */
  readonly #met = { value: new NodePairs(), schema: new NodePairs(), names: new NodePairs() };
  readonly #different = { value: new NodePairs(), schema: new NodePairs(), names: new NodePairs() };
  readonly #log: (readonly [Node, Node, NodeRole])[] = [];
  #depth = 0;

  constructor(old: Documents, now: Documents) {
    this.#old = old;
    this.#new = now;
  }

  /** Whether two values have the same meaning. */
  areSame(a: Node | undefined, b: Node | undefined): boolean {
    if (!a || !b) return a === b;
    return this.#same(a, b, { role: "value" });
  }

  /** Whether two schemas assert the same. Titles, descriptions, extensions and other annotations do not count. */
  areSameSchemas(a: Node, b: Node): boolean {
    return this.#same(a, b, { role: "schema" });
  }

  /** Compares a pair. If it differs, the conclusions made meanwhile are dropped, because they may have assumed that it is the same. */
  #same(a: Node, b: Node, how: Comparing): boolean {
    if (a.kind !== "map" && a.kind !== "list") return hasReference(b) ? this.#referred(a, b, how) : this.#sameScalar(a, b);
    const { role } = how;
    if (this.#met[role].has(a, b)) return true;
    if (this.#different[role].has(a, b)) return false;
    if (this.#depth > DEEPEST) return false;
    const start = this.#log.push([a, b, role]) - 1;
    this.#met[role].add(a, b);
    this.#depth += 1;
    const same = this.#compare(a, b, how);
    this.#depth -= 1;
    if (!same) {
      for (const [one, other, at] of this.#log.splice(start)) this.#met[at].delete(one, other);
      this.#different[role].add(a, b);
    }
    // What the outermost pair concluded stays.
    if (this.#depth === 0) this.#log.length = 0;
    return same;
  }

  #compare(a: Node, b: Node, how: Comparing): boolean {
    return hasReference(a) || hasReference(b) ? this.#referred(a, b, how) : this.#sameContents(a, b, how);
  }

  #sameContents(a: Node, b: Node, { role, unordered }: Comparing): boolean {
    if (a.kind === "map") return b.kind === "map" && this.#sameMap(a, b, role);
    if (b.kind !== "list") return false;
    const [own, others] = [itemsOf(a), itemsOf(b)];
    if (own.length !== others.length) return false;
    if (own.every((item, at) => this.#isSameItem(item, others[at], role))) return true;
    return unordered === true && own.length <= 200 && this.#sameSet(own, others, role);
  }

  #isSameItem(item: Node, other: Node | undefined, role: NodeRole): boolean {
    return other !== undefined && this.#same(item, other, { role });
  }

  #sameSet(own: readonly Node[], others: readonly Node[], role: NodeRole): boolean {
    const left = new Set(others);
    return own.every((item) => {
      const found = [...left].find((other) => this.#same(item, other, { role }));
      return found !== undefined && left.delete(found);
    });
  }

  #sameScalar(a: Node, b: Node): boolean {
    if (a.kind === "number") return b.kind === "number" && (a.raw === b.raw || compareNumbers(a.raw, b.raw) === 0);
    if (a.kind === "null") return b.kind === "null";
    return a.kind === b.kind && "value" in a && "value" in b && a.value === b.value;
  }

  #sameMap(a: MapNode, b: MapNode, role: NodeRole): boolean {
    const [own, others] = [asserted(a.entries, role), asserted(b.entries, role)];
    return own.length === others.length && own.every((entry) => this.#isSameEntry(entry, entryOf(b, entry.key), role));
  }

  #isSameEntry({ key, value }: Entry, other: Entry | undefined, role: NodeRole): boolean {
    const how = { role: below(role, key) ?? "value", unordered: UNORDERED.has(key) };
    return other !== undefined && this.#same(value, other.value, how);
  }

  /** Compares references. In some languages, keywords beside a reference count. */
  #referred(a: Node, b: Node, { role }: Comparing): boolean {
    const [target, other] = [this.#old.follow(a), this.#new.follow(b)];
    if (!target || !other) return !target && !other && stringOf(a, "$ref") === stringOf(b, "$ref");
    // A `$ref` where no reference is allowed is plain data.
    if (target === a && other === b) return this.#sameContents(a, b, { role });
    const [own, others] = [besideReference(a, target), besideReference(b, other)].map((entries) => asserted(entries, role));
    if (!own || own.length !== others?.length) return false;
    const find = (key: string): Entry | undefined => others.find((each) => each.key === key);
    return own.every((entry) => this.#isSameEntry(entry, find(entry.key), role)) && this.#same(target, other, { role });
  }
}

/** How two values are compared. */
interface Comparing {
  readonly role: NodeRole;
  /** Whether the order of a list has no meaning. */
  readonly unordered?: boolean;
}

/** The entries beside a reference to another value. */
function besideReference(node: Node, target: Node): readonly Entry[] {
  return node === target ? [] : entriesOf(node).filter(({ key }) => key !== "$ref");
}

/** One version of an API, read and linked. */
export interface ApiVersion {
  readonly documents: Documents;
  readonly api: Api;
  readonly schemas: Schemas;
}

/** Time limits in milliseconds: of a comparison for each megabyte of a version, and of one pattern. */
export interface CompareLimits {
  readonly validationMs: number;
  readonly patternMs: number;
}

/** Validates values against the JSON Schemas of one version. */
function createSide({ documents, api, schemas }: ApiVersion, patternMs: number, budget: Budget): DocumentSide {
  return judgedSide(documents.files, createJudge({ api, documents, schemas, limits: { patternMs }, budget }));
}

/**
 * What schemas assert, as a text that is the same wherever they are written: references are followed, and annotations, the order of keys
 * and that of scalars in lists without an order do not count. In such a list the order of maps counts. Maps and lists are numbered as they
 * are met, so a cycle is a number.
 */
function assertedText(roots: readonly Node[], documents: Documents): string {
  const numbers = new Map<Node, number>();
  const met: { readonly written: Node; readonly node: Node; readonly role: NodeRole; readonly isUnordered: boolean }[] = [];
  const refer = (written: Node, role: NodeRole, isUnordered = false): string => {
    const node = documents.follow(written) ?? written;
    const own = asserted(besideReference(written, node), role).length > 0 ? written : node;
    if (own.kind !== "map" && own.kind !== "list") return jsonScalar(own);
    const known = numbers.get(own);
    if (known === undefined) {
      numbers.set(own, met.length);
      met.push({ written, node, role, isUnordered });
    }
    return `#${known ?? met.length - 1}`;
  };
  const entryText = ({ key, value }: Entry, role: NodeRole): string =>
    `${JSON.stringify(key)}:${refer(value, below(role, key) ?? "value", UNORDERED.has(key))}`;
  const lines = [roots.map((root) => refer(root, "schema")).join(" ")];
  for (const { written, node, role, isUnordered } of met) {
    const beside = asserted(besideReference(written, node), role);
    const entries = node.kind === "map" ? asserted(node.entries, role) : [];
    const items = node.kind === "list" ? node.items.map((item) => refer(item, role)) : [];
    const keys = (all: readonly Entry[]): Entry[] => all.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const parts = [...keys(beside).map((entry) => `+${entryText(entry, role)}`), ...keys(entries).map((entry) => entryText(entry, role))];
    lines.push([...parts, ...(isUnordered ? items.sort() : items)].join());
  }
  return lines.join("\n");
}

/** One change before it is reported. */
export interface ChangeDraft {
  readonly code: Change["code"];
  readonly verdict: ChangeVerdict;
  readonly affects?: Affected;
  readonly message: string;
  readonly facts?: readonly ChangeFact[];
  readonly old?: Place | undefined;
  readonly new?: Place | undefined;
  /** For something removed: the place in the new version that contained it. */
  readonly within?: Place | undefined;
  /** What the two state, if it is not said by scalars at the two places. */
  readonly stated?: StatedValues | undefined;
  /** The parts of both versions that it is about, if old and new are not all of it. */
  readonly judged?: JudgedParts | undefined;
  readonly witness?: Node | undefined;
  readonly at?: string;
  readonly missing?: string | undefined;
  readonly subject: ChangeSubject;
  /** The channel that it is about, if the subject may have others. */
  readonly channel?: Pick<Channel, "id" | "address">;
}

/** The schemas of both versions that a change is about. */
export interface JudgedParts {
  readonly old: readonly Node[];
  readonly new: readonly Node[];
}

/** An object that both versions have, by its kind and its id in each. */
export interface EntityMatch {
  readonly kind: ChangeSubject["kind"];
  readonly old: string;
  readonly new: string;
}

/** A field of a message that is new or was changed. */
export interface FieldChange {
  /** The id of the message in the new version. */
  readonly message: string;
  readonly part: "payload" | "headers";
  /** The path in a value, as a JSON Pointer with `*` for any item or any name. */
  readonly path: string;
  readonly what: "added" | "changed";
  /** The place of the field's name in the new version. */
  readonly place: Place;
}

/** What msgdocs itself failed to compare, such as `the payload of message "a"`, and why. */
export interface ComparisonFailure {
  readonly what: string;
  readonly reason: string;
}

/** What one step of a comparison is about. */
interface StepSubject extends Pick<ChangeDraft, "code" | "subject" | "affects"> {
  readonly what: string;
  readonly old: Place;
  readonly new: Place;
}

export interface CompareOptions {
  readonly reading: SchemaInterpretation;
  readonly limits: CompareLimits;
  /** What new messages of a channel are, by its key or address; `*` stands for all others. Without it they are breaking. */
  readonly newMessages?: Readonly<Record<string, "breaking" | "compatible">>;
}

/** A value as JSON, or what is written at a place that is none. */
function writtenText(place: Place): string {
  const value = "kind" in place || !("value" in place) ? place : (place as Entry).value;
  return "kind" in value ? printJson(value as Node) : value.file.text.slice(value.start, value.end);
}

/** The comparison of two versions of an API, with the changes found so far. */
export class Comparison {
  readonly old: ApiVersion;
  readonly new: ApiVersion;
  readonly reading: SchemaInterpretation;
  /** Without the channels of the subject, unless the change is about one of them. */
  readonly changes: (Omit<Change, "channels"> & Partial<Pick<Change, "channels">>)[] = [];
  readonly matches: EntityMatch[] = [];
  readonly fields: FieldChange[] = [];
  readonly failures: ComparisonFailure[] = [];
  readonly newMessages: NonNullable<CompareOptions["newMessages"]>;
  /** The API itself, as what a change is about. */
  readonly subject: ChangeSubject;
  /** Whether both are of one line of the format, so a conversion to another is not why they differ. */
  readonly isOneLine: boolean;
  readonly #same: SameNodes;
  readonly #containment: Containment;

  constructor(old: ApiVersion, now: ApiVersion, { reading, limits, newMessages = {} }: CompareOptions) {
    this.old = old;
    this.new = now;
    this.reading = reading;
    this.newMessages = newMessages;
    this.subject = { kind: "api", id: now.api.info.title };
    this.isOneLine = old.documents.dialect.line === now.documents.dialect.line;
    this.#same = new SameNodes(old.documents, now.documents);
    const oldFiles = new Set(old.documents.files);
    const isSame: SchemaEquality = (a, b) => {
      if (a.language !== b.language || oldFiles.has(a.node.file) === oldFiles.has(b.node.file)) return false;
      const [before, after] = oldFiles.has(a.node.file) ? [a.node, b.node] : [b.node, a.node];
      return this.#same.areSameSchemas(before, after);
    };
    // Comparing takes time beside its proofs, too.
    const budget = comparisonBudget(Math.max(...[old, now].map(({ documents }) => megabytesOf(documents))), limits.validationMs * 0.6);
    const sides = [old, now].map((version) => createSide(version, limits.patternMs, budget));
    this.#containment = createContainment(sides, { isSame, budget });
  }

  add({ facts = [], old, new: now, ...draft }: ChangeDraft): void {
    const { code, verdict, affects, message, within, stated, judged, witness, at = "", missing, subject, channel } = draft;
    const isHarmless = verdict === "compatible" || verdict === "annotation";
    const place = now ?? within ?? this.new.api.node;
    const values = stated ?? scalarValues(old, now);
    // Of what was added or removed the name is enough: who accepts it accepts it with all that it says.
    const content = (): readonly string[] => {
      if (judged) return [assertedText(judged.old, this.old.documents), assertedText(judged.new, this.new.documents)];
      return old && now ? [writtenText(old), writtenText(now)] : [];
    };
    this.changes.push({
      code,
      verdict,
      affects: isHarmless ? "nobody" : (affects ?? "all"),
      message: withoutPasswords(message),
      facts,
      old,
      new: now,
      place,
      oldValue: values.oldValue && withoutPasswords(values.oldValue),
      newValue: values.newValue && withoutPasswords(values.newValue),
      digest: () => hash("sha256", JSON.stringify([values.oldValue, values.newValue, ...content()])).slice(0, 32),
      witness,
      at,
      missing,
      subject,
      ...(channel && { channels: [channel.address ?? channel.id] }),
    });
  }

  /** Takes a step. If we fail on it, what it is about cannot be told, and what other steps find stays. */
  attempt({ what, ...about }: StepSubject, step: () => void): void {
    const found = this.changes.length;
    try {
      step();
    } catch (error) {
      const reason = failureReason(error);
      this.changes.length = found;
      this.failures.push({ what, reason });
      const message = `Whether ${what} will still fit cannot be told: msgdocs failed to compare it (${reason}). Please report it.`;
      this.add({ ...about, verdict: "unknown", message });
    }
  }

  /** Notes that both versions have an object. */
  match(kind: EntityMatch["kind"], { id: old }: { readonly id: string }, { id: now }: { readonly id: string }): void {
    this.matches.push({ kind, old, new: now });
  }

  /** Whether two values have the same meaning, following references. */
  areSame(old: Node | undefined, now: Node | undefined): boolean {
    return this.#same.areSame(old, now);
  }

  /** Whether two schemas assert the same. Descriptions do not count. */
  areSameSchemas(old: Node, now: Node): boolean {
    return this.#same.areSameSchemas(old, now);
  }

  readonly contains: Containment["compare"] = (a, b, reading) => this.#containment.compare(a, b, reading);
}
