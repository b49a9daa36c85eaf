import type { Code, Node, Place } from "#text";

/**
 * What a change does to others. `breaking`: what they relied on no longer holds. `compatible`: all that they relied on holds.
 * `annotation`: only words changed. `unknown`: it could not be told.
 */
export type ChangeVerdict = "breaking" | "compatible" | "annotation" | "unknown";

/** Whom a change breaks, as seen from the application's channels. */
export type Affected = "receivers" | "senders" | "all" | "nobody";

/** What changed: the kind and the id of an object of the API. */
export interface ChangeSubject {
  readonly kind: "api" | "server" | "channel" | "operation" | "message";
  readonly id: string;
}

/** Why a change is accepted, and the version from which on it no longer is. */
export interface Acceptance {
  readonly reason: string;
  readonly until: string | null;
}

/** Another API of the portal that uses what changed, and whether it still fits the new version. */
export interface ChangeParty {
  readonly api: string;
  readonly verdict: "fits" | "clash" | "unknown" | "not-received";
}

/** One difference between two versions of an API. */
export interface Change {
  readonly code: Code;
  readonly verdict: ChangeVerdict;
  readonly affects: Affected;
  readonly message: string;
  /** Where it is written in the old version; absent for what is new. */
  readonly old?: Place | undefined;
  /** Where it is written in the new version; absent for what is gone. */
  readonly new?: Place | undefined;
  /** The nearest place in the new version: {@link Change.new}, or what contained the object that is gone. */
  readonly place: Place;
  /** A value that was fine and no longer is. */
  readonly witness?: Node | undefined;
  /** Where the witness is refused: a JSON Pointer (RFC 6901). */
  readonly at: string;
  /** The property that the witness lacks there. */
  readonly missing?: string | undefined;
  readonly subject: ChangeSubject;
  /** Whom the change concerns, where several APIs are compared together. They never change the verdict. */
  readonly parties?: readonly ChangeParty[] | undefined;
}
