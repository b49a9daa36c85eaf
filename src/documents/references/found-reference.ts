import type { ObjectName, Shape } from "#format";
import type { MapNode } from "#text";

/** A `$ref` where the format lets a reference stand. Its value may still be no reference at all. */
export interface FoundReference {
  readonly node: MapNode;
  readonly object: ObjectName;
  /** What has to stand at its end. */
  readonly shape: Shape;
  /** The fields beside `$ref` count too (the 2.x Channel Item Object). */
  readonly siblings: boolean;
  /** What it says, where that is a text and nothing stands beside it: then nothing can be wrong with how it is written. */
  readonly text: string | undefined;
}
