import { expect, it } from "vitest";
import { changesOf, lamps } from "./versions.ts";

/** What the first change says of the old and the new version. */
function stated(old: string, now: string): readonly (string | undefined)[] {
  const change = changesOf(old, now).find(({ code }) => code !== "change/version");
  return [change?.oldValue, change?.newValue];
}

const sent = (payload: string): string => lamps({ payload });
const received = (payload: string): string => lamps({ payload, verb: "publish" });
const object = (properties: string, required = ""): string => `{ type: object, required: [${required}], properties: { ${properties} } }`;

it.each<[string, string, string, readonly (string | undefined)[]]>([
  ["a further value comes first", sent("{ enum: [a, b] }"), sent("{ enum: [b, c] }"), ['enum: "a", "b"', 'enum: "c", "b"']],
  [
    "only keywords that differ",
    received(object("a: { type: string, maxLength: 9 }")),
    received(object("a: { type: string, maxLength: 5 }")),
    ["maxLength: 9", "maxLength: 5"],
  ],
  ["a type", received(object("a: { type: string }")), received(object("a: { type: integer }")), ["type: string", "type: integer"]],
  ["nothing before", received("{ type: string }"), received("{ type: string, minLength: 2 }"), [undefined, "minLength: 2"]],
  ["a field that must be there", received(object("a: {}")), received(object("a: {}", "a")), ["required: false", "required: true"]],
  [
    "a field that is new",
    received(object("a: {}")),
    received(object("a: {}, b: { type: string }", "b")),
    [undefined, "type: string\nrequired: true"],
  ],
  [
    "the fields of what cannot be compared",
    received(object("a: {}, b: { type: string, pattern: ^a+$ }")),
    received(object("a: {}, b: { type: string, pattern: '^a+(?!b)$' }")),
    ['/b pattern: "^a+$"', '/b pattern: "^a+(?!b)$"'],
  ],
  [
    "what branches say of one value",
    received("{ allOf: [{ maxLength: 9 }, { type: string }] }"),
    received("{ type: string, maxLength: 5 }"),
    ["maxLength: 9", "maxLength: 5"],
  ],
  [
    "scalars outside of schemas",
    lamps({ message: "contentType: text/plain" }),
    lamps({ message: "contentType: application/xml" }),
    ['"text/plain"', '"application/xml"'],
  ],
  [
    "nothing where an object is",
    lamps({ servers: "{ a: { url: 'a.example', protocol: mqtt } }" }),
    lamps({ servers: "{ b: { url: 'b.example', protocol: mqtt } }" }),
    [undefined, undefined],
  ],
])("a change says what was and what is stated: %s", (_, old, now, values) => {
  expect(stated(old, now)).toEqual(values);
});

it("a change of many values and long ones says a few", () => {
  const values = (count: number): string => Array.from({ length: count }, (_, at) => `v${at}`).join(", ");
  const [before, after] = stated(sent(`{ enum: [${values(300)}] }`), sent(`{ enum: [${values(300)}, ${"x".repeat(5000)}] }`));
  expect(before).toBe('enum: "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7" and 292 more');
  expect(after).toMatch(/^enum: "x{100}/);
  expect(after?.length).toBeLessThan(400);
});
