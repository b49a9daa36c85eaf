import type { Code, Node, Place, WordKey } from "#text";

/** The most characters of a witness that are printed. */
export const MOST_WITNESS = 2_000;

/**
 * The effect of a change on others. `breaking`: something they relied on no longer holds. `compatible`: everything they relied on still
 * holds. `annotation`: only descriptions changed. `unknown`: the effect could not be determined.
 */
export type ChangeVerdict = "breaking" | "compatible" | "annotation" | "unknown";

/** Whom a change breaks: the receivers or senders on the application's channels. */
export type Affected = "receivers" | "senders" | "all" | "nobody";

/** The subject of a change: the kind and id of an object of the API. */
export interface ChangeSubject {
  readonly kind: "api" | "server" | "channel" | "operation" | "message";
  readonly id: string;
}

/** Why a change is accepted, and from which version on it no longer is. */
export interface Acceptance {
  readonly reason: string;
  readonly until: string | null;
}

/** Another API of the portal that uses the subject of a change, and whether it fits the new version. */
export interface ChangeParty {
  readonly api: string;
  readonly verdict: PartyVerdict;
  /** Who owns it, if that is known. */
  readonly owner?: string;
  /** The verdict on the old version, if it did not fit that one either, for no other reason. */
  readonly before?: PartyVerdict;
}

export type PartyVerdict = "fits" | "clash" | "unknown" | "not-received";

/** Whether a change is why an API does not fit. */
export function isBrokenParty({ verdict, before }: ChangeParty): boolean {
  return verdict !== "fits" && before === undefined;
}

const PARTY_ORDER: readonly PartyVerdict[] = ["clash", "not-received", "unknown", "fits"];

/** Parties with the worst first: what a change breaks comes before what did not fit earlier either. */
export function worstFirst<T extends ChangeParty>(parties: readonly T[]): readonly T[] {
  const rank = (each: T): number => (isBrokenParty(each) ? 0 : PARTY_ORDER.length) + PARTY_ORDER.indexOf(each.verdict);
  return [...parties].sort((a, b) => rank(a) - rank(b));
}

/** A name or a value of the document is marked when it is printed; other texts stand as they are. */
export type FactBlank = string | readonly string[] | FactPhrase | { readonly text: string };

/** A phrase with its blanks, which each format prints in its own way. */
export interface FactPhrase {
  readonly key: WordKey;
  readonly blanks: Readonly<Record<string, FactBlank>>;
}

/** What changed in the document, whatever it reaches. Changes of one fact have one cause. */
export interface ChangeFact extends FactPhrase {
  /** Where it is written: in a schema that several messages share, the same for all of them. */
  readonly where: string;
}

/** One difference between two versions of an API. */
export interface Change {
  readonly code: Code;
  readonly verdict: ChangeVerdict;
  readonly affects: Affected;
  readonly message: string;
  /** What changed in the document; empty if the message says it. */
  readonly facts: readonly ChangeFact[];
  /** The addresses of the channels that it concerns; empty if it is not about a channel. */
  readonly channels: readonly string[];
  /** The place in the old version; absent for something new. */
  readonly old?: Place | undefined;
  /** The place in the new version; absent for something removed. */
  readonly new?: Place | undefined;
  /** The nearest place in the new version: {@link Change.new}, or what contained the removed object. */
  readonly place: Place;
  /** What was stated there and is stated now, in short: a line for each keyword of a schema. Absent if nothing is stated. */
  readonly oldValue?: string | undefined;
  readonly newValue?: string | undefined;
  /** A value that was valid and no longer is. */
  readonly witness?: Node | undefined;
  /** The refused part of the witness, as a JSON Pointer (RFC 6901). */
  readonly at: string;
  /** The property that the witness lacks there. */
  readonly missing?: string | undefined;
  /** A digest of what it is about in both versions: who accepts it accepts no more than that. Absent if nothing was compared. */
  readonly digest?: (() => string) | undefined;
  readonly subject: ChangeSubject;
  /** The other APIs that the change concerns, if several APIs are compared together. They never affect the verdict. */
  readonly parties?: readonly ChangeParty[] | undefined;
}

/** Counts of changes, or of what causes them. Accepted ones only count as accepted. */
export interface ChangeSummary {
  readonly breaking: number;
  readonly compatible: number;
  readonly annotation: number;
  readonly unknown: number;
  readonly accepted: number;
}
