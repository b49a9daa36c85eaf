import { canonicalProtocol } from "../protocols.ts";
import type { BindingKind, Shape } from "../shape.ts";
import { amqp } from "./amqp.ts";
import { sns, sqs } from "./amazon.ts";
import type { BindingField, BindingFields, BindingSource, BindingTable } from "./binding-field.ts";
import { row } from "./binding-field.ts";
import { googlepubsub, pulsar, ros2 } from "./cloud.ts";
import { kafka } from "./kafka.ts";
import { mqtt, mqtt5 } from "./mqtt.ts";
import { anypointmq, ibmmq, jms, nats } from "./queues.ts";
import { solace } from "./solace.ts";
import { http, ws } from "./web.ts";

/** A protocol whose bindings are names reserved for later. */
function reserved(folder: string): BindingSource {
  return { versions: ["0.1.0"], folder };
}

const sources: ReadonlyMap<string, BindingSource> = new Map(
  Object.entries({
    ...{
      amqp,
      amqp1: reserved("amqp1"),
      anypointmq,
      googlepubsub,
      http,
      ibmmq,
      jms,
      kafka,
      mercure: reserved("mercure"),
      mqtt,
      mqtt5,
      nats,
    },
    ...{ pulsar, redis: reserved("redis"), ros2, sns, solace, sqs, stomp: reserved("stomp"), ws },
  }),
);

const documentation = "https://github.com/asyncapi/bindings/blob/master/";

const bindingVersion = row({ kind: "string" }, "The version of this binding.", { default: "latest" });

/** Where a version stands among all; the newest for `latest`, for none, and for one that is not known. */
function rank(versions: readonly string[], version: string | undefined): number {
  const at = version === undefined ? -1 : versions.indexOf(version);
  return at < 0 ? versions.length - 1 : at;
}

interface At {
  readonly versions: readonly string[];
  readonly rank: number;
  /** Whether fields of older versions count too: where the document does not say its version. */
  readonly older: boolean;
}

function has(field: BindingField, at: At): boolean {
  if (field.since !== undefined && at.versions.indexOf(field.since) > at.rank) return false;
  return field.until === undefined || at.older || at.versions.indexOf(field.until) > at.rank;
}

function shapeAt(shape: Shape, at: At): Shape {
  if (shape.kind === "list") return { ...shape, items: shapeAt(shape.items, at) };
  if (shape.kind !== "inline") return shape;
  return { ...shape, table: { ...shape.table, fields: fieldsAt(shape.table.fields as BindingFields, at) } };
}

function fieldsAt(fields: BindingFields, at: At): BindingFields {
  const kept = Object.entries(fields).filter(([, field]) => has(field, at));
  return Object.fromEntries(
    kept.map(([name, field]) => [
      name,
      { ...field, shape: shapeAt(field.shape, at), ...(field.until === undefined ? {} : { deprecated: true as const }) },
    ]),
  );
}

const made = new Map<string, BindingTable>();

function make(protocol: string, kind: BindingKind, version: string | undefined): BindingTable | undefined {
  const source = sources.get(protocol);
  if (!source) return undefined;
  const { versions } = source;
  const at: At = { versions, rank: rank(versions, version), older: version === undefined };
  return {
    title: `${protocol} ${kind} binding`,
    protocol,
    kind,
    version: versions[at.rank] ?? "",
    extensible: true,
    fields: { ...fieldsAt(source[kind] ?? {}, at), bindingVersion },
    documentation: `${documentation}${source.folder}/README.md#${kind}`,
  };
}

/**
 * What stands in a binding: of the version named; of the newest for `latest` and for one that is not known (ask
 * {@link bindingVersions}); without a version of the newest, with the fields that older ones had besides.
 * `undefined` for a protocol that is not known.
 */
export function bindingTable(protocol: string, kind: BindingKind, version?: string): BindingTable | undefined {
  const name = canonicalProtocol(protocol);
  const known = version === undefined || bindingVersions(name).includes(version) ? version : "latest";
  const id = `${name} ${kind} ${known ?? ""}`;
  const found = made.get(id) ?? make(name, kind, known);
  if (found) made.set(id, found);
  return found;
}

/** The versions of a protocol's binding, oldest first; none for a protocol that is not known. */
export function bindingVersions(protocol: string): readonly string[] {
  return sources.get(canonicalProtocol(protocol))?.versions ?? [];
}

/** What is known of a field that a binding of this version and place lacks: for a hint. */
export interface BindingFieldHistory {
  readonly since?: string;
  readonly until?: string;
  /** Other places whose bindings of the protocol have it. */
  readonly elsewhere: readonly BindingKind[];
}

const kinds: readonly BindingKind[] = ["server", "channel", "operation", "message"];

export function bindingFieldHistory({ protocol, kind, version }: BindingTable, field: string): BindingFieldHistory {
  const fields = sources.get(protocol)?.[kind] ?? {};
  const elsewhere = kinds.filter((each) => each !== kind && Object.hasOwn(bindingTable(protocol, each, version)?.fields ?? {}, field));
  const { since, until } = (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? {};
  return { elsewhere, ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}
