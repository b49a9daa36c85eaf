import type { Node } from "#text";
import { generated } from "#verdicts";

/** A value that was written by one schema and that a reader with another cannot take. */
export interface ReadFailure {
  readonly witness: Node;
  /** A JSON Pointer into the witness. */
  readonly at: string;
  readonly missing?: string | undefined;
  /** Why, such as `must be of the type long`. */
  readonly expected: string;
  /** The name of a type that a schema uses and does not define: whether the value can be read cannot be told. */
  readonly undefinedType?: string | undefined;
}

/** A failure for want of the definition of a type. */
export function undefinedType(name: string, witness: Node): ReadFailure {
  return { witness, at: "", expected: `must be of the type ${name}`, undefinedType: name };
}

/** A failure inside of a value, wrapped into what contains it. */
export function failureInside(failure: ReadFailure, token: string, wrap: (value: Node) => Node): ReadFailure {
  return { ...failure, witness: wrap(failure.witness), at: `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}${failure.at}` };
}

/** An object with one member exchanged. */
export function withMember(object: Node, name: string, value: Node): Node {
  const entries = object.kind === "map" ? object.entries : [];
  const others = entries.filter(({ key }) => key !== name).map(({ key, value: own }) => [key, own] as const);
  return generated.object([...others, [name, value]]);
}
