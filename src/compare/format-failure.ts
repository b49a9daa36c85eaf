import type { Node } from "#text";
import { generated } from "#verdicts";

/** A value written with one schema that a reader with another cannot read. */
export interface ReadFailure {
  readonly witness: Node;
  /** A JSON Pointer (RFC 6901) into the witness. */
  readonly at: string;
  readonly missing?: string | undefined;
  /** What is required, such as `must be of the type long`. */
  readonly expected: string;
  /** A type that a schema uses but does not define. It is then unknown whether the value can be read. */
  readonly undefinedType?: string | undefined;
}

/** The failure for a type without a definition. */
export function undefinedType(name: string, witness: Node): ReadFailure {
  return { witness, at: "", expected: `must be of the type ${name}`, undefinedType: name };
}

/** Wraps a failure in an inner value for the value that contains it. */
export function failureInside(failure: ReadFailure, token: string, wrap: (value: Node) => Node): ReadFailure {
  return { ...failure, witness: wrap(failure.witness), at: `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}${failure.at}` };
}

/** An object with one member replaced. */
export function withMember(object: Node, name: string, value: Node): Node {
  const entries = object.kind === "map" ? object.entries : [];
  const others = entries.filter(({ key }) => key !== name).map(({ key, value: own }) => [key, own] as const);
  return generated.object([...others, [name, value]]);
}
