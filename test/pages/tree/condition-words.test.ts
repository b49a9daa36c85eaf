import { expect, test } from "vitest";
import { accepts, createValidator } from "#verdicts";
import { load, withPayload } from "../../schema/load.ts";
import fc from "../../support/fast-check.ts";
import { tree } from "../../verdicts/validate/tree.ts";
import { textOf, treePage } from "./schema-page.ts";

const NAMES = ["a", "b", "c"];
type Instance = Readonly<Record<string, unknown>>;

/** Every object of the names, each absent, a number or a text. */
const instances = NAMES.reduce<Instance[]>(
  (all, name) => all.flatMap((each) => [each, { ...each, [name]: 1 }, { ...each, [name]: "x" }]),
  [{}],
);

const value = fc.constantFrom<unknown>(
  { const: 1 },
  { const: "x" },
  { enum: [1, "x"] },
  { enum: ["x"] },
  { type: "integer" },
  { type: "string" },
  false,
);

/** A schema that a clause can say: at least one test of a property or one required name, and no required one that is forbidden. */
const simple = fc
  .record({
    properties: fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 2 }),
    required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
  })
  .filter(({ properties, required }) => Object.keys(properties).length + required.length > 0)
  .filter(({ properties, required }) => required.every((name) => properties[name] !== false));

const conditional = fc.oneof(
  fc.record({ if: simple, then: simple }),
  fc.record({ if: simple, else: simple }),
  fc.record({ if: simple, then: simple, else: simple }),
  fc.record({ not: simple }),
);

const ONE = String.raw`[abc] is (?:one of (?:1|"x")(?:, (?:1|"x"))*|1|"x"|integer|string)(?: \(or absent\))?|[abc] is (?:absent|not allowed|required|present)|[abc](?: and [abc])+ are (?:required|present)`;
const CLAUSE = `(?:${ONE})(?: and (?:${ONE}))*`;

/** Whether an object is as a sentence says, read by its words alone. */
function isAs(said: string, instance: Instance): boolean {
  const parts = said.match(new RegExp(ONE, "g")) ?? [];
  return parts.every((part) => {
    const [subject = "", rest = ""] = part.split(/ (?:is|are) /);
    const names = subject.split(" and ");
    if (/^(?:required|present)$/.test(rest)) return names.every((name) => name in instance);
    if (/^(?:absent|not allowed)$/.test(rest)) return !(subject in instance);
    if (!(subject in instance)) return rest.endsWith("(or absent)");
    const found = instance[subject];
    const wanted = rest.replace(" (or absent)", "");
    if (wanted === "integer" || wanted === "string") return typeof found === (wanted === "integer" ? "number" : "string");
    return wanted.replace("one of ", "").split(", ").includes(JSON.stringify(found));
  });
}

/** Whether the sentences of a page allow an object. */
function allows(text: string, instance: Instance): boolean {
  const find = (before: string): RegExpExecArray | null => new RegExp(before.replaceAll("C", `(${CLAUSE})`)).exec(text);
  const says = (said: string | undefined): boolean => said === undefined || isAs(said, instance);
  const [, condition, then] = find("when C: C") ?? [];
  const [, otherwise] = find("otherwise: C") ?? [];
  const [, unless, other] = find("unless C: C") ?? [];
  const [, never] = find("not allowed: C") ?? [];
  if (never !== undefined) return !isAs(never, instance);
  if (unless !== undefined) return isAs(unless, instance) || says(other);
  if (condition === undefined) throw new Error(`no sentence in: ${text}`);
  return says(isAs(condition, instance) ? then : otherwise);
}

test("what the words say of a condition is what the validator does", async () => {
  await fc.assert(
    fc.asyncProperty(conditional, fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 1 }), async (given, required) => {
      const schema = { type: "object", required, ...given };
      const text = JSON.stringify(schema);
      const loaded = await load(withPayload(text));
      const words = textOf(treePage(loaded, loaded.payload()).html).replace(/ ([:,])/g, "$1");
      const impossible = Object.values(given).some((each) => required.some((name) => each.properties[name] === false));
      fc.pre(!impossible);
      for (const instance of instances.filter((each) => required.every((name) => name in each))) {
        const isValid = accepts(createValidator().validate(tree(text), tree(JSON.stringify(instance))));
        expect(allows(words, instance), `${text}\n${words}\n${JSON.stringify(instance)}`).toBe(isValid);
      }
    }),
    { numRuns: 60 },
  );
});
