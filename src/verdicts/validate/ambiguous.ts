import type { Api, Message, MessageExample } from "#model";
import type { Checker } from "./checker.ts";
import { accepts } from "./failure.ts";

/** The other messages that accept each example too. */
export type Ambiguities = ReadonlyMap<MessageExample, readonly Message[]>;

/** Groups of messages of which exactly one must accept what is sent: those of an operation in 2.x, those of a channel in 3.x. */
function groupsOf(api: Api): readonly (readonly Message[])[] {
  const groups = api.dialect.line === "2" ? api.operations.map(({ messages }) => messages) : api.channels.map(({ messages }) => messages);
  return groups.filter((messages) => messages.length > 1);
}

function acceptsExample(rival: Message, example: MessageExample, checker: Checker): boolean {
  for (const part of ["headers", "payload"] as const) {
    const value = example[part];
    const source = rival[part];
    const outcome = value && source && checker.check(source, value);
    if (outcome && !accepts(outcome)) return false;
  }
  return true;
}

/** The most pairs of example and message that are tried. The number left out is reported. */
const MOST_PAIRS = 20_000;

interface AmbiguitySearch {
  readonly passed: (example: MessageExample) => boolean;
  readonly checker: Checker;
}

/** The messages of a group that an example could be taken for: those with the same content type. */
function others(example: MessageExample, message: Message, group: readonly Message[]): readonly Message[] {
  const [sent] = message.effectiveContentType.toLowerCase().split(";");
  return example.payload ? group.filter((each) => each !== message && each.effectiveContentType.toLowerCase().split(";")[0] === sent) : [];
}

interface Candidate {
  readonly example: MessageExample;
  readonly message: Message;
  readonly group: readonly Message[];
}

/**
 * The passing examples in each group of messages. Groups with the same messages count once, because thousands of operations may share
 * thousands of messages.
 */
function* candidatesOf(api: Api, passed: AmbiguitySearch["passed"]): Generator<Candidate> {
  const tried = new Set(api.messages.filter(({ examples }) => examples.some(passed)));
  if (tried.size === 0) return;
  for (const group of groupsOf(api)) {
    for (const message of group.filter((each) => tried.has(each))) {
      yield* message.examples.filter(passed).map((example) => ({ example, message, group }));
    }
  }
}

/** Finds examples that pass for their own message and for another of its group. `left` is the number of pairs not tried. */
export function findAmbiguities(api: Api, search: AmbiguitySearch): { readonly found: Ambiguities; readonly left: number } {
  const found = new Map<MessageExample, readonly Message[]>();
  let pairs = 0;
  let left = 0;
  for (const { example, message, group } of candidatesOf(api, search.passed)) {
    const rivals = pairs > MOST_PAIRS ? [] : others(example, message, group);
    pairs += rivals.length;
    if (pairs > MOST_PAIRS) {
      left += 1;
      continue;
    }
    const matching = rivals.filter((rival) => acceptsExample(rival, example, search.checker));
    if (matching.length > 0) found.set(example, [...new Set([...(found.get(example) ?? []), ...matching])]);
  }
  return { found, left };
}
