/** The state of one comparison: its reports, its budget and its proofs. */
import { hash } from "node:crypto";
import type { Documents } from "#documents";
import { megabytesOf } from "#documents";
import type { Channel, Api } from "#model";
import type { Entry, Node, Place } from "#text";
import { failureReason, printJson, jsonScalar } from "#text";
import type { Schemas } from "#schema";
import type { Budget } from "#verdicts";
import { createJudge } from "#verdicts";
import type { Containment, SchemaEquality, SchemaInterpretation, DocumentSide } from "../containment/index.ts";
import { comparisonBudget, createContainment, judgedSide } from "../containment/index.ts";
import type { Affected, Change, ChangeFact, ChangeSubject, ChangeVerdict } from "../report/index.ts";
import type { NodeRole } from "./same-nodes.ts";
import { SameNodes, asserted, below, besideReference, UNORDERED } from "./same-nodes.ts";
import type { StatedValues } from "./stated-values.ts";
import { scalarValues } from "./stated-values.ts";

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
  /** Whether both are of one line of the format, so a conversion to another is not why they differ. */
  readonly isOneLine: boolean;
  readonly #same: SameNodes;
  readonly #containment: Containment;

  constructor(old: ApiVersion, now: ApiVersion, { reading, limits, newMessages = {} }: CompareOptions) {
    this.old = old;
    this.new = now;
    this.reading = reading;
    this.newMessages = newMessages;
    this.isOneLine = old.documents.dialect.line === now.documents.dialect.line;
    this.#same = new SameNodes(old.documents, now.documents);
    const oldFiles = new Set(old.documents.files);
    const isSame: SchemaEquality = (a, b) => {
      if (a.language !== b.language || oldFiles.has(a.node.file) === oldFiles.has(b.node.file)) return false;
      const [before, after] = oldFiles.has(a.node.file) ? [a.node, b.node] : [b.node, a.node];
      return this.#same.areSameSchemas(before, after);
    };
    // Comparing takes time beside its proofs, too.
    const budget = comparisonBudget(Math.max(...[old, now].map(({ documents }) => megabytesOf(documents))), limits.validationMs * 0.8);
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
      message,
      facts,
      old,
      new: now,
      place,
      ...values,
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
