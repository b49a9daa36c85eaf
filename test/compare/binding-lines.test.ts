import { expect, test } from "vitest";
import { bindingLine, bindingPaths } from "#compare";
import type { BindingField, BindingKind } from "#format";
import { bindingKeys, bindingTable, bindingVersions } from "#format";

const kinds: readonly BindingKind[] = ["server", "channel", "operation", "message"];

/** The paths of all fields of a table that hold no table themselves. */
function pathsIn(fields: Readonly<Record<string, BindingField>>, above = ""): readonly string[] {
  return Object.entries(fields).flatMap(([name, { shape }]) => {
    const path = `${above}${name}`;
    return shape.kind === "inline" ? pathsIn(shape.table.fields as Readonly<Record<string, BindingField>>, `${path}.`) : [path];
  });
}

const newest = { line: "3", minor: 1, spelling: "asyncapi", written: "3.1.0" } as const;

const all = kinds.flatMap((kind) =>
  bindingKeys(newest, kind).flatMap((protocol) =>
    [undefined, ...bindingVersions(protocol)].flatMap((version) =>
      pathsIn(bindingTable(protocol, kind, version)?.fields ?? {}).map((path) => ({ protocol, kind, path })),
    ),
  ),
);

test("every field of every binding has a line", () => {
  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(({ protocol, kind, path }) => !bindingLine(protocol, kind, path))).toEqual([]);
});

test("no line is stale", () => {
  const known = new Set(all.map(({ protocol, kind, path }) => `${protocol} ${kind} ${path}`));
  const stale = bindingPaths().filter(({ protocol, kind, path }) => {
    const start = `${protocol} ${kind} ${path}`;
    return !known.has(start) && ![...known].some((each) => each.startsWith(`${start}.`));
  });
  expect(stale).toEqual([]);
});
