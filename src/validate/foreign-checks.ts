import type { Node } from "#json";
import type { Property, Schemas } from "#schema";
import type { Budget } from "./budget.ts";
import type { ForeignCheck } from "./checker.ts";
import { avroTypes, protobufTypes, ramlTypes } from "./foreign-types.ts";
import { readings } from "./readings.ts";
import type { TreeRules } from "./tree-run.ts";
import { TreeRun } from "./tree-run.ts";
import type { Run } from "./visit.ts";

/** The languages that are judged by their trees. */
export type ForeignLanguage = "avro" | "protobuf" | "raml";

/** Avro's JSON encoding writes a value of a union as `{"name": value}`. */
function unwrap(value: Node): { readonly name: string; readonly value: Node } | undefined {
  const [only] = value.kind === "map" && value.entries.length === 1 ? value.entries : [];
  return only && { name: only.key, value: only.value };
}

function camelCase(name: string): string {
  return name.replace(/(?<!_)_+([a-z\d])/gi, (_, letter: string) => letter.toUpperCase());
}

const plainName = ({ name }: Property): readonly string[] => [name];

const rules: Readonly<Record<ForeignLanguage, TreeRules>> = {
  avro: { types: avroTypes, closed: ["record", "error"], nullable: false, namesOf: plainName, enumByNumber: false, unwrap },
  protobuf: {
    types: protobufTypes,
    closed: ["message"],
    nullable: true,
    // ProtoJSON: readers take both the lowerCamelCase name and that of the .proto file.
    namesOf: ({ name }) => [...new Set([camelCase(name), name])],
    enumByNumber: true,
  },
  raml: { types: ramlTypes, closed: [], nullable: false, namesOf: plainName, enumByNumber: false },
};

/** What judges values by schemas of one foreign language; runs over the schema room's trees, so that places and digits are kept. */
export function foreignCheck(language: ForeignLanguage, means: { schemas: Schemas; budget: Budget; newRun: () => Run }): ForeignCheck {
  const scope = { reading: readings["draft-07"], resource: undefined, trail: [] };
  return (source, value) =>
    new TreeRun({ rules: rules[language], budget: means.budget, run: means.newRun(), scope }).judge(
      means.schemas.of(source),
      value,
      undefined,
    );
}
