import type { Node } from "#text";
import type { Message } from "#model";
import { anchorBelow } from "#model";
import type { Sample, Samples } from "#verdicts";
import { translateReason } from "#text";
import type { PageContext } from "./context.ts";
import type { RowAnchors } from "./example-parts.ts";
import { partViews } from "./example-parts.ts";
import { briefly, variantsOf } from "./variants.ts";
import { visible } from "./visible.ts";

const NONE: Samples = { samples: [], left: 0 };

/** What the branch of a sample is called. */
function branchName({ branch }: Partial<Sample>, at: number): string {
  const name = branch?.named?.title ?? branch?.title?.value ?? branch?.name;
  return visible(name ?? (branch?.types.length === 1 ? (branch.types[0] ?? "") : String(at + 1)));
}

function noteOf(context: PageContext, { samples, left, reason }: Samples): string {
  const { words } = context.site;
  if (samples.length === 0 && reason !== undefined) return words("example.none", { reason: visible(translateReason(words, reason)) });
  return left > 0 ? words("example.generated-left", { count: left }) : "";
}

/** Where generated examples stand: `beside` written ones, one of which may be called `generated`. */
interface GeneratedSpot {
  readonly prefix: string;
  readonly rows: RowAnchors;
  readonly beside: boolean;
}

/** Generated examples of a message: one, or one for each branch of its payload's choice. All of them validate. */
export function generatedTabs(context: PageContext, message: Message, { prefix, rows, beside }: GeneratedSpot) {
  const { words, samples } = context.site;
  const ofPayload = message.payload ? samples.of(message.payload) : NONE;
  const headers: Node | undefined = message.headers ? samples.of(message.headers).samples[0]?.value : undefined;
  const payloads: readonly Partial<Sample>[] = ofPayload.samples.length === 0 && headers ? [{}] : ofPayload.samples;
  const variants = variantsOf(context, message);
  const names = payloads.length > 1 ? briefly(payloads.map(branchName)) : [];
  const tabs = payloads.map((sample, index) => {
    const name = names[index] ?? "";
    const anchor = anchorBelow(prefix, ...(beside ? [""] : []), "generated", ...(payloads.length > 1 ? [String(index + 1)] : []));
    const parts = partViews({ headers, payload: sample.value }, { context, message, anchor, rows, problems: [] });
    return {
      anchor,
      variant: sample.branch ? variants.indexOf(sample.branch) + 1 : 0,
      name: name === "" ? words("example.generated") : words("example.generated-for", { branch: name }),
      summary: "",
      badge: { kind: "ok" as const, mark: "✓", text: words("example.matches") },
      note: words(message.examples.length === 0 ? "example.generated-alone" : "example.generated-note"),
      parts,
      problems: [],
      moreProblems: "",
      alsoMatches: [],
    marks: {},
      cut: "",
    };
  });
  return { tabs, note: noteOf(context, ofPayload) };
}
