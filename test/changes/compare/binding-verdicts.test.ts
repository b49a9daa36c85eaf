import { expect, test } from "vitest";
import type { BindingField, BindingKind } from "../../../src/format/index.ts";
import { bindingKeys, bindingTable } from "../../../src/format/index.ts";
import { changesOf } from "./versions.ts";

/** Two values of a field whose change the effect of the field is about: from the first to the second less is promised. */
const values: Readonly<Record<string, readonly [unknown, unknown]>> = {
  lower: [2, 1],
  raise: [2, 1],
  less: [true, false],
  more: [true, false],
  schema: [{ type: "string" }, { type: "string", maxLength: 1 }],
  headers: [
    { type: "object", properties: { a: { type: "string" } } },
    { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
  ],
  filled: [
    { type: "string", minLength: 1 },
    { type: "string", minLength: 2 },
  ],
};

interface Path {
  readonly protocol: string;
  readonly kind: BindingKind;
  readonly path: string;
  readonly breaks: string;
}

const kinds: readonly BindingKind[] = ["server", "channel", "operation", "message"];
const newest = { line: "3", minor: 1, spelling: "asyncapi", written: "3.1.0" } as const;

/** The fields with an effect of their own. */
function pathsIn(fields: Readonly<Record<string, BindingField>>, where: Pick<Path, "protocol" | "kind">, above = ""): readonly Path[] {
  return Object.entries(fields).flatMap(([name, { effect, shape }]) => {
    if (effect) return [{ ...where, path: `${above}${name}`, breaks: effect.breaks }];
    return shape.kind === "inline" ? pathsIn(shape.table.fields as typeof fields, where, `${above}${name}.`) : [];
  });
}

const paths = bindingKeys(newest, "server").flatMap((protocol) =>
  kinds.flatMap((kind) => {
    const { bindingVersion, ...fields } = bindingTable(protocol, kind)?.fields ?? {};
    return bindingVersion ? pathsIn(fields, { protocol, kind }) : [];
  }),
);

/** An object with a value at a path such as `queue.name`; the names below `topicConfiguration` have dots of their own. */
function set(object: Record<string, unknown>, path: string, value: unknown): void {
  const [first = "", ...others] = path.split(".");
  if (others.length === 0) object[first] = value;
  else if (first === "topicConfiguration") object[first] = { ...(object[first] as object | undefined), [others.join(".")]: value };
  else {
    const below = (object[first] ??= {}) as Record<string, unknown>;
    set(below, others.join("."), value);
  }
}

type Choice = "first" | "second" | "none";

/** A document with all fields of one binding. */
function documentOf(verb: string, kind: BindingKind, protocol: string, pick: Choice): string {
  const binding: Record<string, unknown> = {};
  if (pick !== "none")
    for (const { path, breaks } of paths.filter((each) => each.protocol === protocol && each.kind === kind)) {
      const pair = values[breaks] ?? ["a", "b"];
      set(binding, path, pair[pick === "first" ? 0 : 1]);
    }
  const at = (own: BindingKind): object => (own === kind ? { bindings: { [protocol]: binding } } : {});
  return JSON.stringify({
    asyncapi: "2.6.0",
    info: { title: "Lamps", version: "1.0.0" },
    servers: { main: { url: "example.org", protocol, ...at("server") } },
    channels: { lamp: { ...at("channel"), [verb]: { ...at("operation"), message: { name: "Lit", payload: {}, ...at("message") } } } },
  });
}

const ways: readonly (readonly [name: string, from: Choice, to: Choice])[] = [
  ["less", "first", "second"],
  ["more", "second", "first"],
  ["new", "none", "first"],
  ["gone", "first", "none"],
];

/** What each way to change each field means, for an application that sends (`subscribe`) or receives. */
function verdicts(verb: string, wanted: (kind: BindingKind) => boolean): readonly string[] {
  const found = new Map<string, string[]>();
  for (const { protocol, kind } of new Map(paths.map((each) => [`${each.protocol} ${each.kind}`, each])).values()) {
    if (!wanted(kind)) continue;
    for (const [name, from, to] of ways) {
      const changes = changesOf(documentOf(verb, kind, protocol, from), documentOf(verb, kind, protocol, to));
      for (const { path } of paths.filter((each) => each.protocol === protocol && each.kind === kind)) {
        const own = changes.filter(({ code, message }) => code === "change/binding" && message.includes(` binding ${path} of `));
        const verdict = own.map((each) => (each.affects === "nobody" ? each.verdict : `${each.verdict} ${each.affects}`)).join(", ");
        const line = `${protocol} ${kind} ${path}`;
        found.set(line, [...(found.get(line) ?? []), `${name}: ${verdict || "no change"}`]);
      }
    }
  }
  return [...found].map(([line, said]) => `${line} | ${said.join(" | ")}`);
}

test("every row of the bindings says what each way to change a field means", async () => {
  const sent = verdicts("subscribe", () => true);
  const received = verdicts("publish", (kind) => kind === "operation" || kind === "message");
  const table = [...sent.map((line) => `sends: ${line}`), ...received.map((line) => `receives: ${line}`)].join("\n");
  await expect(`${table}\n`).toMatchFileSnapshot("binding-verdicts.txt");
});
