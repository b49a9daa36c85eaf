import type { Message } from "#model";
import type { Sample, Samples, Verdict } from "#verdicts";
import { translateReason, type Node } from "#text";
import type { PageContext } from "../frame/index.ts";
import { briefly, variantsOf } from "../tree/index.ts";
import type { RowAnchors } from "./example-parts.ts";

const NONE: Samples = { samples: [], examples: [], left: 0 };

/** The name of the branch that a sample takes. */
function branchName({ branch }: Partial<Sample>, at: number): string {
  const name = branch?.named?.title ?? branch?.title?.value ?? branch?.name;
  return name ?? (branch?.types.length === 1 ? (branch.types[0] ?? "") : String(at + 1));
}

function noteOf({ site }: PageContext, { samples, examples, left, reason }: Samples): string {
  const { words } = site;
  if (samples.length + examples.length === 0 && reason !== undefined)
    return words("example.none", { reason: translateReason(words, reason) });
  return left > 0 ? words("example.generated-left", { count: left }) : "";
}

/** Where the generated examples go. `beside` says that there are written ones, one of which may be called `generated`. */
interface GeneratedSpot {
  readonly prefix: string;
  readonly rows: RowAnchors;
  readonly beside: boolean;
  /** Numbers of variants that already have an example; `undefined` to make all examples. */
  readonly covered: ReadonlySet<number> | undefined;
}

const PASSED: Verdict = { state: "passed", problems: [], alsoMatches: [] };

/** An example of a payload that the message itself does not give. */
interface SampleCandidate extends Partial<Sample> {
  readonly isGiven: boolean;
  readonly verdict: Verdict;
}

/** The schema's own examples, then samples for variants that they leave out. */
function candidatesOf(
  context: PageContext,
  payload: Message["payload"],
  headers: Node | undefined,
): { readonly candidates: readonly SampleCandidate[]; readonly samples: Samples } {
  const { samples } = context.site;
  const found = payload ? samples.of(payload) : NONE;
  const given = new Set(found.examples.map(({ value }) => value));
  const made = found.samples.filter(({ value }) => !given.has(value)).map((sample) => ({ ...sample, isGiven: false, verdict: PASSED }));
  const all = [...found.examples.map((example) => ({ ...example, isGiven: true })), ...made];
  return { candidates: all.length === 0 && headers ? [{ isGiven: false, verdict: PASSED }] : all, samples: found };
}

/**
 * Examples that the message itself does not give: those of its payload's schema, then samples for each branch of a choice that has
 * none. Every sample is valid.
 */
export function generatedTabs(context: PageContext, message: Message, { prefix, rows, beside, covered }: GeneratedSpot) {
  const { words, samples } = context.site;
  const variants = variantsOf(context, message);
  // Samples take a tenth of a build if every message has examples, so they are only made if one may be shown.
  if (covered && variants.every((_, at) => covered.has(at + 1))) return { tabs: [], note: "" };
  const headers = message.headers ? samples.of(message.headers).samples[0]?.value : undefined;
  const { candidates, samples: found } = candidatesOf(context, message.payload, headers);
  const numberOf = ({ branch }: SampleCandidate): number => (branch ? variants.indexOf(branch) + 1 : 0);
  const ofBranches = candidates.filter(({ branch }) => branch !== undefined);
  const names = new Map(ofBranches.length > 1 ? briefly(ofBranches.map(branchName)).map((name, at) => [ofBranches[at], name]) : []);
  const wanted = covered ? candidates.filter((each) => numberOf(each) > 0 && !covered.has(numberOf(each))) : candidates;
  const counts = { given: wanted.filter(({ isGiven }) => isGiven).length, made: wanted.filter(({ isGiven }) => !isGiven).length };
  const at = { given: 0, made: 0 };
  const tabs = wanted.map((candidate) => {
    const { value, verdict, isGiven } = candidate;
    const kind = isGiven ? "given" : "made";
    const number = (at[kind] += 1);
    const branch = names.get(candidate);
    const several = counts[kind] > 1 ? [String(number)] : [];
    // Beside written examples, one of which may have this name: `examples-generated`.
    const anchor = [`${prefix}${beside ? "-" : "."}${isGiven ? "schema" : "generated"}`, ...several].join(".");
    const name = isGiven
      ? [branch ?? words("example.of-schema"), ...(branch === undefined ? several : [])].join(" ")
      : branch === undefined
        ? words("example.generated")
        : words("example.generated-for", { branch });
    return {
      anchor,
      variant: numberOf(candidate),
      name,
      isNamed: branch !== undefined,
      verdict,
      isGiven,
      value,
      values: { headers, payload: value },
      rows,
    };
  });
  return { tabs, note: covered ? "" : noteOf(context, found) };
}
