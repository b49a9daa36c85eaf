import type { Entry, Node, Related } from "#text";
import { counted, itemsOf, valueOf, MOST_LISTED } from "#text";
import type { KeywordCheck, KeywordVisit } from "./visit.ts";
import { adopt, fail, same } from "./visit.ts";
import type { Outcome } from "./wording.ts";
import { accepts, refuses, inWords, listed, listedOf, typeInWords } from "./wording.ts";

const allOf: KeywordCheck = (visit, entry) => {
  for (const part of itemsOf(entry.value)) adopt(visit, same(visit, part, "part"));
};

interface BranchOutcome {
  readonly schema: Node;
  readonly outcome: Outcome;
}

function branchName(visit: KeywordVisit, schema: Node, index: number): string {
  return visit.run.nameOf(schema) ?? `schema ${index + 1}`;
}

/** What the value lacks for each branch, one line for each. */
function explain(visit: KeywordVisit, branches: readonly BranchOutcome[]): Related[] {
  return branches.slice(0, MOST_LISTED).map(({ schema, outcome }, index) => {
    const [first] = outcome.failures;
    const name = branchName(visit, schema, index);
    if (!first) return { message: `${name} matches`, place: schema };
    const at = first.place === visit.instance ? "it" : first.pointer;
    return { message: `not ${name}: ${at} ${first.expected}`, place: first.schemaPlace };
  });
}

function judged(visit: KeywordVisit, entry: Entry): BranchOutcome[] {
  return itemsOf(entry.value).map((schema) => ({ schema, outcome: same(visit, schema) }));
}

/** Reports that no branch matches. If only one branch is left, its failures are what the reader wants to know. */
function none(visit: KeywordVisit, entry: Entry, branches: readonly BranchOutcome[]): void {
  const [only] = branches;
  if (branches.length === 1 && only) return adopt(visit, only.outcome);
  fail(visit, entry, {
    expected: `must match one of ${counted(branches.length, "schema")} (${listedOf(branches, ({ schema }, index) => branchName(visit, schema, index))})`,
    found: `${typeInWords(visit.instance)} that matches none`,
    related: explain(visit, branches),
  });
}

/** Judges by the branch that the discriminator chooses, if it chooses one. Returns whether it did. */
function chosen(visit: KeywordVisit): boolean {
  const branch = visit.run.branchFor(visit);
  if (!branch) return false;
  adopt(visit, same(visit, branch));
  return true;
}

function unknownOf(branches: readonly BranchOutcome[]): string | undefined {
  return branches.find(({ outcome }) => !refuses(outcome) && outcome.unknown !== undefined)?.outcome.unknown;
}

const anyOf: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "list" || chosen(visit)) return;
  const branches = judged(visit, entry);
  const matching = branches.filter(({ outcome }) => accepts(outcome));
  for (const { outcome } of matching) adopt(visit, outcome);
  if (matching.length > 0) return;
  const unknown = unknownOf(branches);
  if (unknown === undefined) none(visit, entry, branches);
  else visit.outcome.unknown ??= unknown;
};

const oneOf: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "list" || chosen(visit)) return;
  const branches = judged(visit, entry);
  const matching = branches.filter(({ outcome }) => accepts(outcome));
  const unknown = unknownOf(branches);
  const [first] = matching;
  if (matching.length > 1) {
    const names = branches.flatMap(({ schema, outcome }, index) => (accepts(outcome) ? [branchName(visit, schema, index)] : []));
    fail(visit, entry, {
      expected: `must match exactly one of ${counted(branches.length, "schema")}`,
      found: `${typeInWords(visit.instance)} that matches ${listed(names)}`,
      related: matching.slice(0, MOST_LISTED).map(({ schema }) => ({ message: "matches this", place: schema })),
    });
  } else if (unknown !== undefined) visit.outcome.unknown ??= unknown;
  else if (first) adopt(visit, first.outcome);
  else none(visit, entry, branches);
};

const not: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "map" && entry.value.kind !== "boolean") return;
  const outcome = same(visit, entry.value);
  if (refuses(outcome)) return;
  if (outcome.unknown !== undefined) visit.outcome.unknown ??= outcome.unknown;
  else {
    const name = visit.run.nameOf(entry.value);
    fail(visit, entry, { expected: `must not match ${name ?? "the schema of not"}`, found: `${inWords(visit.instance)} that does` });
  }
};

/** `then` and `else` mean nothing without `if`. */
const condition: KeywordCheck = (visit, entry) => {
  const outcome = same(visit, entry.value);
  if (!refuses(outcome) && outcome.unknown !== undefined) {
    visit.outcome.unknown ??= outcome.unknown;
    return;
  }
  if (!refuses(outcome)) adopt(visit, outcome);
  const next = valueOf(visit.schema, refuses(outcome) ? "else" : "then");
  if (next) adopt(visit, same(visit, next));
};

/** The keywords that combine schemas. */
export const combiningKeywords = { allOf, anyOf, oneOf, not } satisfies Record<string, KeywordCheck>;

/** The conditional keywords of draft 07 and later. */
export const conditionalKeywords = { if: condition } satisfies Record<string, KeywordCheck>;
