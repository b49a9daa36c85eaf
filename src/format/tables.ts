/** The tables of one version. */
import type { Dialect } from "./dialect.ts";
import { derive, field, fields, list, object, orReference, table } from "./fields.ts";
import { freeExample, objects24 } from "./objects-2.ts";
import { objects30, objectsDraft } from "./objects-3.ts";
import type { BindingKind, ObjectName, ObjectTable, ObjectTables, Shape } from "./shape.ts";

/** The keys that all bindings objects of 2.4 have. */
const keys24 = [
  "http",
  "ws",
  "kafka",
  "anypointmq",
  "amqp",
  "amqp1",
  "mqtt",
  "mqtt5",
  "nats",
  "jms",
  "sns",
  "solace",
  "sqs",
  "stomp",
  "redis",
  "mercure",
];

/**
 * The protocol keys of a bindings object in a version: 2.4 has `ibmmq` except for operations, the draft and 2.5 add `googlepubsub`,
 * 2.6 and the released 3.0 add `pulsar`, 3.1 adds `ros2`.
 */
export function bindingKeys(dialect: Dialect, kind: BindingKind): readonly string[] {
  const later = dialect.line !== "2";
  const keys = [...keys24];
  if (later || kind !== "operation") keys.push("ibmmq");
  if (later || dialect.minor >= 5) keys.push("googlepubsub");
  if (dialect.line === "3" || dialect.minor >= 5) keys.push("pulsar");
  if (dialect.line === "3" && dialect.minor >= 1) keys.push("ros2");
  return keys;
}

/** The object tables for one document. */
export interface Tables {
  readonly dialect: Dialect;
  object(name: ObjectName): ObjectTable;
}

type Bindings = "ServerBindings" | "ChannelBindings" | "OperationBindings" | "MessageBindings" | "Binding";

function baseObjects(dialect: Dialect): Omit<ObjectTables, Bindings> {
  if (dialect.line === "3") return objects30;
  if (dialect.line === "draft-3") return { ...objects30, ...objectsDraft };
  const objects = { ...objects30, ...objects24 };
  if (dialect.minor === 0) return { ...objects, MessageExample: freeExample };
  if (dialect.minor < 5) return objects;
  return { ...objects, Server: derive(objects.Server, { add: { tags: field(list(object("Tag"))) } }) };
}

function bindingsTable(dialect: Dialect, kind: BindingKind): ObjectTable {
  const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} Bindings Object`;
  const shapes = bindingKeys(dialect, kind).map((key) => [key, { ...orReference("Binding"), binding: { protocol: key, kind } }]);
  return table(title, fields(Object.fromEntries(shapes) as Readonly<Record<string, Shape>>));
}

/** The root object with the document's own spelling of the version field. */
function withSpelling(root: ObjectTable, spelling: Dialect["spelling"]): ObjectTable {
  const entries = Object.entries(root.fields).map(([name, each]) => [name === "msgapi" ? spelling : name, each]);
  return { ...root, fields: Object.fromEntries(entries) as ObjectTable["fields"] };
}

function createObjects(dialect: Dialect): ObjectTables {
  const objects = baseObjects(dialect);
  return {
    ...objects,
    Root: withSpelling(objects.Root, dialect.spelling),
    ServerBindings: bindingsTable(dialect, "server"),
    ChannelBindings: bindingsTable(dialect, "channel"),
    OperationBindings: bindingsTable(dialect, "operation"),
    MessageBindings: bindingsTable(dialect, "message"),
    Binding: { title: "binding", extensible: true, fields: {} },
  };
}

const objectsByVersion = new Map<string, ObjectTables>();

/** The tables of a version, created once. 2.0 to 2.4 are read as 2.4, except for the free examples of 2.0. */
export function tablesOf(dialect: Dialect): Tables {
  const id = `${dialect.line}.${dialect.minor}.${dialect.spelling}`;
  let objects = objectsByVersion.get(id);
  if (!objects) {
    objects = createObjects(dialect);
    objectsByVersion.set(id, objects);
  }
  const known = objects;
  return { dialect, object: (name) => known[name] };
}
