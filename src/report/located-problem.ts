import type { Diagnostic, Node, Place, Related, TextFile } from "#text";
import { lineColumn, pointerAt } from "#text";
import type { Position, Problem, RelatedSpot, Spot } from "./problem.ts";

/** The value of a whole file, where it has one. */
export type RootOf = (file: TextFile) => Node | undefined;

/** A place in the words of the report. Located when it is asked for: of many problems few may ever be printed. */
export class LocatedSpot implements Spot {
  readonly place: Place;
  readonly #rootOf: RootOf;

  constructor(place: Place, rootOf: RootOf) {
    this.place = place;
    this.#rootOf = rootOf;
  }

  get file(): string {
    return this.place.file.name;
  }

  get pointer(): string {
    const root = this.#rootOf(this.place.file);
    return root ? pointerAt(root, this.place) : "";
  }

  get start(): Position {
    return lineColumn(this.place.file, this.place.start);
  }

  get end(): Position {
    return lineColumn(this.place.file, this.place.end);
  }
}

class LocatedRelated extends LocatedSpot implements RelatedSpot {
  readonly message: string;

  constructor({ place, message }: Related, rootOf: RootOf) {
    super(place, rootOf);
    this.message = message;
  }
}

/** A diagnostic as it is reported. */
export class LocatedProblem extends LocatedSpot implements Problem {
  readonly #diagnostic: Diagnostic;
  readonly #relatedRootOf: RootOf;
  readonly #mostRelated: number;

  constructor(diagnostic: Diagnostic, rootOf: RootOf, mostRelated = Infinity) {
    super(diagnostic.place, rootOf);
    this.#diagnostic = diagnostic;
    this.#relatedRootOf = rootOf;
    this.#mostRelated = mostRelated;
  }

  get code(): Problem["code"] {
    return this.#diagnostic.code;
  }

  get severity(): Problem["severity"] {
    const { severity } = this.#diagnostic;
    // `settle` has left out what is off.
    return severity === "off" ? "info" : severity;
  }

  get message(): string {
    return this.#diagnostic.message;
  }

  get hint(): string | undefined {
    return this.#diagnostic.hint;
  }

  get related(): readonly RelatedSpot[] {
    return this.#diagnostic.related.slice(0, this.#mostRelated).map((each) => new LocatedRelated(each, this.#relatedRootOf));
  }
}
