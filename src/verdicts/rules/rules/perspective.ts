import { inQuotes, problem, valueOf } from "#text";
import type { Node } from "#text";
import type { Direction, Operation } from "#model";
import type { Rule } from "../rule.ts";

/** Verbs that say what the application does, in every form that names and summaries use. */
const VERBS: Readonly<Record<string, Direction>> = {
  ...Object.fromEntries("send publish emit produce broadcast notify dispatch".split(" ").map((verb) => [verb, "send"])),
  ...Object.fromEntries("receive subscribe consume listen handle on".split(" ").map((verb) => [verb, "receive"])),
};

/** The direction that the first word of a text names: `sendOrder`, `send_order`, "Sends an order". */
function directionIn(text: string): Direction | undefined {
  const [word = ""] = /^\p{L}+?(?=\p{Lu}|\P{L}|$)/u.exec(text.trim()) ?? [];
  const verb = word.toLowerCase();
  return [verb, verb.replace(/s$/, ""), verb.replace(/es$/, "")].flatMap((form) => (Object.hasOwn(VERBS, form) ? [VERBS[form]] : []))[0];
}

interface Said {
  readonly operation: Operation;
  readonly text: string;
  readonly place: Node;
  readonly says: Direction;
}

/** What an operation's name, title or summary says of its direction, if one of them begins with a verb. */
function saidOf(operation: Operation): Said | undefined {
  const { id, isNamed, node } = operation;
  const fields = ["operationId", "title", "summary"].flatMap((field): (readonly [string, Node])[] => {
    const value = valueOf(node, field);
    return value?.kind === "string" ? [[value.value, value]] : [];
  });
  for (const [text, place] of [...(isNamed ? [[id, valueOf(node, "operationId") ?? node] as const] : []), ...fields]) {
    const says = directionIn(text);
    if (says !== undefined) return { operation, text, place, says };
  }
  return undefined;
}

/** Of documents that describe a client, most names contradict their direction: nothing else in a document tells. */
export const perspective: Rule = {
  codes: ["document/perspective"],
  check({ api, report }) {
    const said = api.operations.filter(({ isDirectionKnown }) => isDirectionKnown).flatMap((operation) => saidOf(operation) ?? []);
    const against = said.filter(({ operation, says }) => says !== operation.direction);
    const [first] = against;
    if (!first || against.length < 2 || against.length * 2 <= said.length) return;
    const { operation, text, place } = first;
    const isTurned = (operation.verb === "send" || operation.verb === "subscribe") !== (operation.direction === "send");
    report(
      problem("document/perspective", place, {
        count: `${against.length} of ${said.length}`,
        name: inQuotes(text),
        does: operation.direction === "send" ? "sends" : "receives",
        hint: isTurned
          ? "If the document describes the application, remove the setting perspective: client."
          : "If the document describes its client, set perspective: client in the settings.",
      }),
    );
  },
};
