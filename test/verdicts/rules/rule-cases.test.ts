import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import type * as RuleCases from "../../support/rule-case.ts";
import type { RuleCase } from "../../support/rule-case.ts";
import { codes } from "../../support/rule-page.ts";

/** The cases of every code, noted where they are declared; they run in the files that they stand in. */
const cases = vi.hoisted(() => new Map<string, RuleCase[]>());

vi.mock("../../support/rule-case.ts", async (original) => ({
  ...(await original<typeof RuleCases>()),
  ruleCase: (code: string, _: string, each: RuleCase) => cases.set(code, [...(cases.get(code) ?? []), each]),
}));

const tests = fileURLToPath(new URL("../..", import.meta.url));
const files = readdirSync(tests, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts") && /^ *ruleCase\(/m.test(readFileSync(`${tests}${name}`, "utf8")))
  .sort();
for (const name of files) await import(`${tests}${name}`);

const isBroken = ({ document }: RuleCase): boolean => document.includes("⟦");
const inFourVariants = (each: RuleCase): boolean => isBroken(each) && each.part !== undefined && each.only === undefined;

/** Codes without a case that breaks them in YAML and JSON, inline and in a file behind a reference; and why. */
const exempt: Readonly<Record<string, string>> = {
  "document/": "how one file is written: YAML has its own ways to break, and no reference is followed to break them",
  "version/": "a field of the root, which no reference can stand for",
  "config/": "the settings",
  "change/": "of two versions, which diff compares",
  "portal/": "of several documents",
  "theme/": "a theme's templates",
  "coverage/": "of a whole document",
  "run/": "said of a run that could not begin",
  "ruleset/": "of rules in a file of their own",
  "report/": "said of a report, at the first problem that it leaves out",
  "text/": "the place is inside of a text, whose letters stand elsewhere in JSON; its pointers are compared on the rule's page",
  "reference/wrong-target": "its targets are entries of the same file; one behind a reference is another's target",
  "reference/not-json-or-yaml": "needs a file that is neither",
  "reference/loop": "a loop inside of a moved part is no longer the same one",
  "reference/remote-failed": "needs a network",
  "reference/lock-mismatch": "needs a network and a lock",
  "operation/reply-address": "the field of the reply, whether it holds a reference or the address itself",
  "channel/ref-deprecated": "the $ref of the channel itself",
  "channel/ref-overlap": "the $ref of the channel itself",
  "channel/uri-template": "a key of the root's channels in 2.x",
  "channel/no-operation": "a key of the root's channels",
  "component/unused": "a key of the root's components",
  "name/confusable": "keys of the root's maps",
  "value/uri": "the root's id",
  "value/email": "the root's info",
  "style/id-urn": "the root's id",
  "style/contact": "the root's info",
  "style/description": "of everything that has a description",
  "style/tags-order": "the root's tags",
  "tag/duplicate": "the root's tags; elsewhere it is tag/duplicate-in-list",
  "schema/cycle": "a cycle is of references to one file, which do not move with a part of it",
  "message/schema-format-encoding": "only of a payload behind a reference",
  "example/budget": "needs an example that takes long",
};

const reasonFor = (code: string): string | undefined => exempt[code] ?? exempt[code.replace(/\/.*/, "/")];

test("every code has a case in YAML and JSON, inline and behind a reference, or a reason why not", () => {
  const lacking = codes.filter((code) => cases.get(code)?.some(inFourVariants) !== true);
  expect(lacking.filter((code) => reasonFor(code) === undefined)).toEqual([]);
});

test("no reason is left over", () => {
  const covered = codes.filter((code) => cases.get(code)?.some(inFourVariants) === true);
  expect(covered.filter((code) => reasonFor(code) !== undefined)).toEqual([]);
  const known = new Set(codes.flatMap((code) => [code, code.replace(/\/.*/, "/")] as string[]));
  expect(Object.keys(exempt).filter((name) => !known.has(name))).toEqual([]);
});

test("every code that has cases has one that only looks as if", () => {
  expect([...cases].filter(([, all]) => all.every(isBroken)).map(([code]) => code)).toEqual([]);
});
