import { bindingKeys } from "./binding-keys.ts";
import type { Dialect } from "./dialect.ts";
import { changed, field, fields, object, orReference, list, table } from "./fields.ts";
import type { Objects } from "./objects.ts";
import { freeExample, objects24 } from "./objects-2.ts";
import { objects30, objectsDraft } from "./objects-3.ts";
import type { BindingKind, ObjectName, ObjectTable, Shape } from "./shape.ts";

/** The tables that one document is read with. */
export interface Tables {
  readonly dialect: Dialect;
  object(name: ObjectName): ObjectTable;
}

type Bindings = "ServerBindings" | "ChannelBindings" | "OperationBindings" | "MessageBindings" | "Binding";

function base(dialect: Dialect): Omit<Objects, Bindings> {
  if (dialect.line === "3") return objects30;
  if (dialect.line === "draft-3") return { ...objects30, ...objectsDraft };
  const objects = { ...objects30, ...objects24 };
  if (dialect.minor === 0) return { ...objects, MessageExample: freeExample };
  if (dialect.minor < 5) return objects;
  return { ...objects, Server: changed(objects.Server, { add: { tags: field(list(object("Tag"))) } }) };
}

function bindings(dialect: Dialect, kind: BindingKind): ObjectTable {
  const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} Bindings Object`;
  const shapes = bindingKeys(dialect, kind).map((key) => [key, { ...orReference("Binding"), binding: { protocol: key, kind } }]);
  return table(title, fields(Object.fromEntries(shapes) as Readonly<Record<string, Shape>>));
}

/** The root under the document's own spelling of the version field. */
function spelled(root: ObjectTable, spelling: Dialect["spelling"]): ObjectTable {
  const entries = Object.entries(root.fields).map(([name, each]) => [name === "msgapi" ? spelling : name, each]);
  return { ...root, fields: Object.fromEntries(entries) as ObjectTable["fields"] };
}

function objectsOf(dialect: Dialect): Objects {
  const objects = base(dialect);
  return {
    ...objects,
    Root: spelled(objects.Root, dialect.spelling),
    ServerBindings: bindings(dialect, "server"),
    ChannelBindings: bindings(dialect, "channel"),
    OperationBindings: bindings(dialect, "operation"),
    MessageBindings: bindings(dialect, "message"),
    Binding: { title: "binding", extensible: true, fields: {} },
  };
}

const made = new Map<string, Objects>();

/** The tables of a version: 2.0 to 2.4 are read as 2.4 but for the free examples of 2.0. Made once a version. */
export function tablesOf(dialect: Dialect): Tables {
  const id = `${dialect.line}.${dialect.minor}.${dialect.spelling}`;
  let objects = made.get(id);
  if (!objects) {
    objects = objectsOf(dialect);
    made.set(id, objects);
  }
  const known = objects;
  return { dialect, object: (name) => known[name] };
}
