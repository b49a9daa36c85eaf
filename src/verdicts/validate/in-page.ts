import { draftOf } from "#format";
import type { MapNode, Node, TextFile } from "#text";
import { evaluateFragment, getOrMake, MOST_DEPTH, MOST_ON_CARD, parseJson, reason, stringOf, valueOf } from "#text";
import { drafts } from "./drafts.ts";
import { identities } from "./visit.ts";
import type { Patterns } from "./patterns.ts";
import { atOnce, compilePattern, longestQuick } from "./pattern-text.ts";
import { createRun } from "./validation-run.ts";
import type { Failure, Outcome } from "./wording.ts";
import { byValue, sentence } from "./wording.ts";

/** What is wrong with a text: where, and a sentence without full stop. A text that is no JSON has no pointer. */
export interface TextProblem {
  readonly start: number;
  readonly pointer?: string;
  readonly message: string;
}

export interface TextVerdict {
  readonly state: "passed" | "failed" | "not-checked";
  readonly problems: readonly TextProblem[];
  readonly reason?: string;
}

/** Judges texts against one schema file. */
export type PageJudge = (text: string) => TextVerdict;

/** A page that is being typed into must answer at once. */
const STEPS = 100_000;

const textFile = (text: string): TextFile => ({ id: "", name: "", language: "json", text });

/** Reads JSON; the problems, if it is none. */
function read(text: string): { readonly value?: Node; readonly problems: TextProblem[] } {
  const problems: TextProblem[] = [];
  const value = parseJson(textFile(text), MOST_DEPTH, ({ place, message }) =>
    problems.push({ start: place.start, message: message.replace(/\.$/, "") }),
  );
  return problems.length === 0 && value ? { value, problems } : { problems };
}

/** Patterns without a clock, which a page does not have. One that might take long is not tried. */
function quickPatterns(): Patterns {
  const known = new Map<string, ReturnType<Patterns["of"]>>();
  const compile: Patterns["of"] = (source) => {
    const compiled = compilePattern(source);
    if (typeof compiled === "string") return { invalid: compiled };
    return { test: (text) => (text.length <= longestQuick(source) ? atOnce(compiled, text) : undefined) };
  };
  return { of: (source) => getOrMake(known, source, compile) };
}

/** Whether a discriminator stands anywhere in a schema. What it chooses from is in the document, and not in the file of one schema. */
function hasDiscriminator(schema: Node): boolean {
  const open: Node[] = [schema];
  for (let node = open.pop(); node; node = open.pop()) {
    const keyword = valueOf(node, "discriminator");
    if (keyword?.kind === "string" || stringOf(keyword, "propertyName") !== undefined) return true;
    if (node.kind === "map") open.push(...node.entries.map(({ value }) => value));
    else if (node.kind === "list") open.push(...node.items);
  }
  return false;
}

/** What is wrong with a value, and for a choice of schemas what each of them misses. */
function inFull(failures: readonly Failure[]): string {
  const tried = failures.flatMap(({ related }) => related.map(({ message }) => message).filter((message) => message.startsWith("not ")));
  return [sentence(failures), ...tried.slice(0, MOST_ON_CARD)].join("; ");
}

/**
 * The validator of an open page: the same keywords and words, on the file of a schema alone. There it has neither the document nor a
 * clock; what would need them is not checked.
 */
export function createPageJudge(schemaText: string): PageJudge {
  const { value: file } = read(schemaText);
  const isSchema = file?.kind === "map";
  const draft = draftOf(stringOf(file, "$schema") ?? "") ?? "draft-07";
  // In a file all references are pointers, and its own address leads nowhere new.
  const scope = { reading: draft in drafts ? drafts[draft as keyof typeof drafts] : drafts["draft-07"], resource: undefined, trail: [] };
  const schema: MapNode | undefined = isSchema
    ? { ...file, entries: file.entries.filter(({ key }) => key !== "$schema" && key !== "$id") }
    : undefined;
  const unread = !schema ? reason("no-schema") : hasDiscriminator(schema) ? reason("discriminator") : undefined;
  const patterns = quickPatterns();

  function apply(root: MapNode, instance: Node): Outcome {
    let left = STEPS;
    const spend = (count = 1): string | undefined => ((left -= count) < 0 ? reason("steps-spent", { count: STEPS }) : undefined);
    const run = createRun({
      patterns,
      identities: identities(),
      budget: { spend },
      discriminators: { decide: () => undefined, branchFor: () => undefined },
      references: {
        inside: (_, scope) => scope,
        resolve(_, __, reference) {
          const schema = reference.startsWith("#") ? evaluateFragment(root, reference.slice(1)) : undefined;
          return schema && { schema, scope };
        },
      },
      nameOf: (node) => stringOf(node, "$ref")?.match(/[^/#]+$/)?.[0],
      refused: new Set(),
    });
    return run.apply(root, { instance, path: undefined }, { scope });
  }

  return (text) => {
    const { value, problems } = read(text);
    if (!value) return { state: "failed", problems };
    if (!schema || unread !== undefined) return { state: "not-checked", problems: [], reason: unread ?? "" };
    const { failures, unknown } = apply(schema, value);
    if (failures.length > 0) {
      const found = byValue(failures).map((same) => ({ start: same[0].place.start, pointer: same[0].pointer, message: inFull(same) }));
      return { state: "failed", problems: found };
    }
    return unknown === undefined ? { state: "passed", problems: [] } : { state: "not-checked", problems: [], reason: unknown };
  };
}
