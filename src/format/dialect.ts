/**
 * Which tables read a document: 2.x by its minor, the 3.0.0 draft, or a released 3.x by its minor.
 * The patch part and a `-suffix` never matter.
 */
export interface Dialect {
  readonly line: "2" | "draft-3" | "3";
  /** The minor that is read: 0 to 6 for line 2, 0 for the draft, 0 or 1 for line 3. */
  readonly minor: number;
  /** The root field that the document uses; pages and diagnostics keep to it. */
  readonly spelling: "msgapi" | "asyncapi";
  /** The version exactly as the document writes it. */
  readonly written: string;
}
