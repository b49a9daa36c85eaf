import type { ObjectName } from "#format";
import { canonicalProtocol } from "#format";
import type { Binding } from "./entity.ts";
import type { Fields, Source } from "./fields.ts";

const objects = {
  server: "ServerBindings",
  channel: "ChannelBindings",
  operation: "OperationBindings",
  message: "MessageBindings",
} as const satisfies Record<Binding["kind"], ObjectName>;

/** The bindings of an object, one a protocol key; `x-` keys are kept as bindings that the format does not list. */
export function linkBindings(fields: Fields, kind: Binding["kind"], { documents, tables }: Source): readonly Binding[] {
  const bindings = fields.object("bindings", objects[kind]);
  if (!bindings) return [];
  const listed = tables.object(objects[kind]).fields;
  return bindings.node.entries.map(({ key, value }) => {
    const node = documents.follow(value) ?? value;
    const version = node.kind === "map" ? node.entries.find((entry) => entry.key === "bindingVersion")?.value : undefined;
    return {
      kind,
      key,
      protocol: canonicalProtocol(key),
      known: Object.hasOwn(listed, key),
      node,
      version: version?.kind === "string" ? version : undefined,
    };
  });
}
