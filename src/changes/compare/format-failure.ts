/** Why a value cannot be read with another schema, in Avro and protobuf. */
import { generated } from "#verdicts";
import type { Node } from "#text";

/** A value written with one schema that a reader with another cannot read. */
export interface ReadFailure {
  readonly witness: Node;
  /** A JSON Pointer (RFC 6901) into the witness. */
  readonly at: string;
  readonly missing?: string | undefined;
  /** What is required, such as `must be of the type long`. */
  readonly expected: string;
  /** Why it is unknown whether the value can be read, if it is. */
  readonly unclear?: string | undefined;
}

/** The failure for a type without a definition. */
export function undefinedType(name: string, witness: Node): ReadFailure {
  return { witness, at: "", expected: `must be of the type ${name}`, unclear: `a schema does not define ${name}` };
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

/** What readers of a format that is no JSON Schema make of two versions of a schema. */
export interface FormatReading {
  readonly failures: readonly ReadFailure[];
  /** What changed and can be read, in words. */
  readonly changes: readonly string[];
  /** What a version does although the earlier one forbade it, in words. */
  readonly forbidden: readonly string[];
  /** Whether the two schemas can be exchanged. */
  readonly isMutual: boolean;
}
