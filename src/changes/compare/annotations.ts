/** Compares what schemas say without asserting anything. */
import type { Direction } from "#model";
import type { Schema } from "#schema";
import { aboutSameValue } from "#schema";
import type { Place } from "#text";
import { printJson, valueOf } from "#text";
import { knowsFormat } from "#verdicts";
import type { ChangeFact, ChangeVerdict } from "../report/index.ts";
import { annotationFact } from "./facts.ts";
import { fieldsOf } from "./schema-fields.ts";

/** Keywords that programs rely on and that no validator judges by itself. */
const KEYWORDS = ["format", "contentEncoding", "contentMediaType", "readOnly", "writeOnly", "discriminator"] as const;

type AnnotationKeyword = (typeof KEYWORDS)[number];

/** A keyword that differs at one place of the values. */
export interface AnnotationChange {
  /** What changed, in words. */
  readonly message: string;
  readonly fact: ChangeFact;
  /** Who is affected, by the direction of the values. */
  readonly verdicts: ReadonlyMap<Direction, ChangeVerdict>;
  readonly old: Place;
  readonly new: Place;
}

/** What the schemas of one value say by a keyword. `false` says the same as nothing. */
function statedBy(schema: Schema, keyword: AnnotationKeyword): string | undefined {
  const stated = [...aboutSameValue([schema])].flatMap(({ node }) => {
    const value = valueOf(node, keyword);
    return value && !(value.kind === "boolean" && !value.value)
      ? [value.kind === "string" ? value.value : printJson(value, { most: 200 })]
      : [];
  });
  return stated.length === 0 ? undefined : [...new Set(stated)].sort().join(", ");
}

interface Said {
  readonly written: string | undefined;
  readonly read: string | undefined;
}

function verdictOf(keyword: AnnotationKeyword, { written, read }: Said, direction: Direction): ChangeVerdict {
  // Who may not set a property still may send the message.
  if (keyword === "readOnly") return direction === "receive" && read !== undefined ? "unknown" : "compatible";
  if (keyword === "writeOnly") return direction === "send" && written !== undefined ? "unknown" : "compatible";
  if (keyword === "discriminator") return "unknown";
  if (read === undefined) return "compatible";
  // Values were judged by the formats that the validator knows.
  if (keyword === "format") return knowsFormat(read) ? "compatible" : "unknown";
  if (written === undefined) return "unknown";
  // Text that is decoded in another way is other bytes, or none.
  return written.toLowerCase() === read.toLowerCase() ? "compatible" : "breaking";
}

interface AnnotationContext {
  readonly directions: readonly Direction[];
  /** The places in values at which a difference is reported as breaking. Formats say nothing more there. */
  readonly refused: ReadonlySet<string>;
}

/** What two JSON Schemas say differently of the same values without refusing any. */
export function annotationChanges(old: Schema, now: Schema, { directions, refused }: AnnotationContext): readonly AnnotationChange[] {
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  const pairs = [
    { path: "", pointer: "", one: old, other: now, places: { old: old.node, new: now.node } },
    ...[...after].flatMap(([path, { schema, place, pointer }]) => {
      const earlier = before.get(path);
      return earlier ? [{ path, pointer, one: earlier.schema, other: schema, places: { old: earlier.place, new: place } }] : [];
    }),
  ];
  return pairs.flatMap(({ path, pointer, one, other, places }) =>
    KEYWORDS.flatMap((keyword): AnnotationChange[] => {
      const [was, is] = [statedBy(one, keyword), statedBy(other, keyword)];
      if (was === is || (keyword === "format" && refused.has(path))) return [];
      const verdicts = directions.map((direction) => {
        const said = direction === "send" ? { written: is, read: was } : { written: was, read: is };
        return [direction, verdictOf(keyword, said, direction)] as const;
      });
      const message = `${keyword} of ${path === "" ? "the value" : path} was ${was ?? "not stated"} and is ${is ?? "not stated"}`;
      const fact = annotationFact(now, pointer, { keyword, was, is }, places.new);
      return [{ message, fact, verdicts: new Map(verdicts), ...places }];
    }),
  );
}
