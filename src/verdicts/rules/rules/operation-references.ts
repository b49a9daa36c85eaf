import type { Direction, Operation } from "#model";
import { isOfFastStream } from "#model";
import type { Diagnostic, Entry, Node } from "#text";
import {
  entriesOf,
  escapeToken,
  evaluatePointer,
  inQuotes,
  itemsOf,
  parsePointer,
  problem,
  stringOf,
  valueOf,
  percentDecoded,
} from "#text";
import type { Rule, RuleContext } from "../rule.ts";
import { unlinked } from "../rule.ts";

/** Verbs that say what the application does, in every form that names and summaries use. */
const VERBS: Readonly<Record<string, Direction>> = {
  ...Object.fromEntries("send publish emit produce broadcast notify dispatch".split(" ").map((verb) => [verb, "send"])),
  ...Object.fromEntries("receive subscribe consume listen handle on".split(" ").map((verb) => [verb, "receive"])),
};

/** The direction that a text begins with: `sendOrder`, `send_order`, "Sends an order", "Server messages". */
function directionIn(text: string): Direction | undefined {
  const [, side] = /^\s*(server|client)(?: |[-_]|(?=[EM]))(?:events?|messages?)(?!\p{Ll})/iu.exec(text) ?? [];
  // The application is the server, also where the document describes a client.
  if (side !== undefined) return side.toLowerCase() === "server" ? "send" : "receive";
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

/** Whether the settings turn the verbs of the document round. */
const isTurned = ({ verb, direction }: Operation): boolean => (verb === "send" || verb === "subscribe") !== (direction === "send");

/** Of documents that describe a client, most names contradict their direction, or a tool is known to write so: nothing else tells. */
export const perspective: Rule = {
  codes: ["document/perspective"],
  check({ api, documents, report }) {
    const tell = (operation: Operation, place: Node, blanks: { readonly what: string; readonly name: string; readonly hint: string }) => {
      const does = operation.direction === "send" ? "sends" : "receives";
      report(problem("document/perspective", place, { ...blanks, name: inQuotes(blanks.name), does }));
    };
    const [any] = api.operations.filter(({ isDirectionKnown }) => isDirectionKnown);
    // It writes `subscribe` for what the application subscribes to, which 2.x calls `publish`.
    if (any && api.dialect.line === "2" && isOfFastStream(documents)) {
      const hint = "FastStream says subscribe of what the application receives. Set perspective: client in the settings.";
      if (!isTurned(any)) tell(any, any.node, { what: "Operations that FastStream writes for 2.x", name: any.channel?.id ?? any.id, hint });
      return;
    }
    const said = api.operations.filter(({ isDirectionKnown }) => isDirectionKnown).flatMap((operation) => saidOf(operation) ?? []);
    const against = said.filter(({ operation, says }) => says !== operation.direction);
    // Handlers of either side are named so: `onOrder` says nothing where no name has a verb.
    const first = against.find(({ text }) => !/^on(?!\p{Ll})/u.test(text));
    if (!first || against.length < 2 || against.length * 2 <= said.length) return;
    const { operation, text, place } = first;
    const hint = isTurned(operation)
      ? "If the document describes the application, remove the setting perspective: client."
      : "If the document describes its client, set perspective: client in the settings.";
    tell(operation, place, {
      what: `${against.length} of ${said.length} operation names and summaries that tell a direction`,
      name: text,
      hint,
    });
  },
};

/** The value that a reference within its own file names, before any further reference is followed; `undefined` for other references. */
function firstTarget(reference: Node, { documents }: RuleContext): Node | undefined {
  const [, fragment] = /^#(\/.*)$/.exec(stringOf(reference, "$ref") ?? "") ?? [];
  const tokens = fragment === undefined ? undefined : parsePointer(percentDecoded(fragment));
  const root = documents.rootOf(reference.file);
  return root && tokens && evaluatePointer(root, tokens);
}

/** The messages of a channel: the values of its entries as written, and the entry for each message that they lead to. */
interface ChannelMessages {
  readonly written: ReadonlySet<Node>;
  readonly byTarget: ReadonlyMap<Node | undefined, Entry>;
}

/** A channel that an operation names. */
interface NamedChannel {
  readonly reference: Node;
  readonly messages: ChannelMessages;
}

/** The messages of each channel, collected once for all operations. */
type MessagesByChannel = Map<Node, ChannelMessages>;

function messagesOf(channel: Node, { documents }: RuleContext, book: MessagesByChannel): ChannelMessages {
  const known = book.get(channel);
  if (known) return known;
  const map = valueOf(channel, "messages");
  const entries = entriesOf(map && documents.follow(map));
  const byTarget = new Map(entries.map((entry) => [documents.follow(entry.value), entry]));
  const made = { written: new Set(entries.map(({ value }) => value)), byTarget };
  book.set(channel, made);
  return made;
}

function channelOf(reference: Node | undefined, context: RuleContext, book: MessagesByChannel): NamedChannel | undefined {
  const node = reference && context.documents.follow(reference);
  return node && node !== reference ? { reference, messages: messagesOf(node, context, book) } : undefined;
}

/** The reference that the author probably meant: to the channel's own entry for the same message. */
function instead(entry: Entry | undefined, { reference }: NamedChannel): { readonly hint?: string; readonly fix?: string } {
  const channel = stringOf(reference, "$ref");
  if (!entry) return { hint: "Add it to the channel's messages." };
  if (channel === undefined) return {};
  const fix = `${channel}/messages/${encodeURI(escapeToken(entry.key))}`;
  return { hint: `Write ${inQuotes(fix)}.`, fix };
}

/**
 * The problem of an item that leads to a message of another channel, or past the channel's entry to the message that the entry refers
 * to.
 */
function wrongItem(item: Node, channel: NamedChannel, context: RuleContext): Diagnostic | undefined {
  const target = context.documents.follow(item);
  if (!target || target === item) return undefined;
  const first = firstTarget(item, context);
  const entry = channel.messages.byTarget.get(target);
  if (entry && (!first || channel.messages.written.has(first))) return undefined;
  const wrong = problem("reference/wrong-target", valueOf(item, "$ref") ?? item, {
    ref: inQuotes(stringOf(item, "$ref") ?? ""),
    found: entry ? "the component itself" : "a message that the channel does not have",
    expected: `an entry of the channel's messages${entry ? ", which refers to it" : ""}`,
    ...instead(entry, channel),
    related: [{ message: "this is the operation's channel", place: channel.reference }],
  });
  // The specification requires a reference to the entry. But half of all documents do otherwise, other tools accept it, and its meaning
  // is clear.
  return entry ? { ...wrong, severity: "warning" } : wrong;
}

function checkMessages(list: Node | undefined, channel: NamedChannel | undefined, context: RuleContext): void {
  if (!channel) return;
  for (const item of itemsOf(list)) {
    const wrong = wrongItem(item, channel, context);
    if (wrong) context.report(wrong);
  }
}

/** A reply whose address each request tells must be on a channel without one (AsyncAPI 3.0.0, Operation Reply Object, `channel`). */
function checkReplyAddress(reply: Node | undefined, { documents, report }: RuleContext): void {
  const told = valueOf(reply, "address");
  const reference = valueOf(reply, "channel");
  const address = valueOf(reference && documents.follow(reference), "address");
  if (!told || address?.kind !== "string") return;
  const related = [{ message: "the channel has this address", place: address }];
  report(problem("operation/reply-address", told, { address: inQuotes(address.value), related }));
}

interface OperationSource {
  readonly written: Node;
  readonly ofRoot: boolean;
}

interface ReferenceCheck {
  readonly context: RuleContext;
  readonly rootChannels: ReadonlySet<Node | undefined>;
  readonly book: MessagesByChannel;
}

function checkOperation({ written, ofRoot }: OperationSource, { context, rootChannels, book }: ReferenceCheck): void {
  const { documents, report } = context;
  const reference = valueOf(written, "channel");
  const target = reference && documents.follow(reference);
  if (ofRoot && reference && target && target !== reference && !rootChannels.has(target)) {
    const ref = inQuotes(stringOf(reference, "$ref") ?? "");
    const blanks = { ref, found: "a channel outside of the root's channels", expected: "one of those" };
    report(problem("reference/wrong-target", valueOf(reference, "$ref") ?? reference, blanks));
  }
  const channel = channelOf(reference, context, book);
  checkMessages(valueOf(written, "messages"), channel, context);
  const replyNode = valueOf(written, "reply");
  const reply = replyNode && documents.follow(replyNode);
  checkReplyAddress(reply, context);
  checkMessages(valueOf(reply, "messages"), channelOf(valueOf(reply, "channel"), context, book) ?? channel, context);
}

/**
 * In 3.x, an operation of the root must have a channel of the root, an operation or reply only messages of its channel, and a reply one
 * address.
 */
export const operationReferences: Rule = {
  codes: ["reference/wrong-target", "operation/reply-address"],
  check(context) {
    const { api, documents } = context;
    if (api.dialect.line === "2") return;
    const channels = entriesOf(valueOf(api.node, "channels"));
    const rootChannels = new Set(channels.flatMap(({ value }) => [value, documents.follow(value)]));
    const run: ReferenceCheck = { context, rootChannels, book: new Map() };
    for (const { written } of api.operations) checkOperation({ written, ofRoot: true }, run);
    for (const written of unlinked(api, "operations")) checkOperation({ written, ofRoot: false }, run);
  },
};
