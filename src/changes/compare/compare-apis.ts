/** Compares two versions of an API, down to components that nothing uses. */
import type { Edge } from "#documents";
import { versionParts } from "#format";
import type { Api } from "#model";
import type { Place, Node } from "#text";
import { counted, MOST_TOLD, stringOf, valueOf, entriesOf, listSome } from "#text";
import type { Change, ChangeSubject } from "../report/index.ts";
import { compareChannels } from "./compare-channels.ts";
import { isSameType, compareMessage } from "./compare-messages.ts";
import { compareSchemas } from "./compare-schemas.ts";
import { compareSchemeWords, compareServers } from "./compare-servers.ts";
import type { TextOwner } from "./compare-words.ts";
import { compareWords, withFields, quoted, messageName, reportUnmatched } from "./compare-words.ts";
import type { ApiVersion, CompareOptions, ComparisonFailure, EntityMatch, FieldChange } from "./comparison.ts";
import { Comparison } from "./comparison.ts";
import { matchChannels, matchServers, matchMessages } from "./match.ts";

/** Whether a document has only components, for others to use. */
function isLibrary({ channels, operations }: Api): boolean {
  return operations.length === 0 && !channels.some(({ used }) => used);
}

/**
 * Reports the changes of components. In a document that has nothing else, messages and schemas are compared as what others use, in both
 * directions. In others nobody sees a component that nothing uses, so a change there is counted.
 */
function compareComponents(comparison: Comparison): void {
  const { old, new: now } = comparison;
  const compared = isLibrary(old.api) && isLibrary(now.api) ? compareLibrary(comparison) : new Set<string>();
  const [before, after] = [unusedIn(old), unusedIn(now)];
  const changed = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [earlier, node] = [before.get(name), after.get(name)];
    if (compared.has(name)) return [];
    if (earlier && node) return comparison.areSame(earlier, node) ? [] : [{ name, earlier, node }];
    return isNewOrGone(name, comparison) && !isRenamed({ earlier, node }, { before, after }, comparison) ? [{ name, earlier, node }] : [];
  });
  const [first] = changed;
  if (!first) return;
  const named = changed.map(({ name }) => name);
  const message = `Nothing that is used changed here: ${counted(changed.length, "component")} that nothing uses: ${listSome(named, 5)}.`;
  const places = { old: first.earlier, new: first.node, within: valueOf(now.api.node, "components") };
  comparison.add({ code: "change/words", verdict: "annotation", message, subject: comparison.subject, ...places });
}

/**
 * Whether only one version has a component. What is used in the other version is compared there, and a conversion to another line of the
 * format adds and drops components.
 */
function isNewOrGone(name: string, { isOneLine, old, new: now }: Comparison): boolean {
  return isOneLine && isComponent(old, name) !== isComponent(now, name);
}

/** Whether the other version has the same component by a name that is new there. */
function isRenamed(
  { earlier, node }: { readonly earlier: Node | undefined; readonly node: Node | undefined },
  { before, after }: Readonly<Record<"before" | "after", ReadonlyMap<string, Node>>>,
  comparison: Comparison,
): boolean {
  const [from, to] = earlier ? [before, after] : [after, before];
  const others = [...to].filter(([name]) => !from.has(name)).slice(0, MOST_TOLD);
  return others.some(([, other]) => (earlier ? comparison.areSame(earlier, other) : comparison.areSame(other, node)));
}

/** Whether a component is written, by its group and key. */
function isComponent({ api }: ApiVersion, name: string): boolean {
  const [, group = "", key] = /^([^.]*)\.?(.*)$/s.exec(name) ?? [];
  const written = valueOf(valueOf(api.node, "components"), group);
  return written !== undefined && (!key || valueOf(written, key) !== undefined);
}

/** The components that nothing uses, by group and key. Security schemes are compared by themselves. */
function unusedIn({ api, schemas }: ApiVersion): ReadonlyMap<string, Node> {
  const unused = new Map<string, Node>();
  const written = valueOf(api.node, "components");
  const groups = new Set(["schemas", "messages", "securitySchemes", ...api.components.map(({ group }) => group)]);
  for (const { key, value } of entriesOf(written)) if (!groups.has(key)) unused.set(key, value);
  for (const message of api.messages) if (!message.used) unused.set(`messages.${message.id}`, message.node);
  for (const schema of api.schemas)
    if (schema.component && !schemas.usedBy(schema).some(({ by }) => by !== schema)) unused.set(`schemas.${schema.id}`, schema.source.node);
  for (const { group, key, used, node } of api.components) if (!used) unused.set(`${group}.${key}`, node);
  return unused;
}

/** Compares the messages and schemas of documents that have only components, and returns which these are. */
function compareLibrary(comparison: Comparison): ReadonlySet<string> {
  const { old, new: now } = comparison;
  const directions = ["send", "receive"] as const;
  const messages = matchMessages(old.api.messages, now.api.messages, comparison);
  for (const [one, other] of messages.pairs) {
    comparison.match("message", one, other);
    compareMessage({ old: one, new: other, directions: new Set(directions) }, comparison);
  }
  reportUnmatched(messages, { code: "change/message", nameOf: messageName }, valueOf(now.api.node, "components"), comparison);
  const { subject } = comparison;
  const unused = unusedIn(old);
  const sources = new Map(now.api.schemas.map(({ id, source }) => [id, source]));
  const names = new Set(messages.pairs.map(([, { id }]) => `messages.${id}`));
  const after = unusedIn(now);
  for (const { id, source } of old.api.schemas) {
    const name = `schemas.${id}`;
    const other = sources.get(id);
    if (!other || !unused.has(name) || !after.has(name)) continue;
    names.add(name);
    const what = `The schema ${quoted(id)}`;
    compareSchemas({ code: "change/payload", what, subject, old: source, new: other, directions }, comparison);
  }
  return names;
}

/** What the step between two versions announces by SemVer 2.0.0; `undefined` if one of them is not a semantic version. */
function announcedBy(old: string, now: string): "breaking" | "other" | undefined {
  const [before, after] = [old, now].map((version) => versionParts(version)?.numbers);
  if (!before || !after || before.length < 3 || after.length < 3) return undefined;
  const [major = 0, minor = 0] = before;
  const [nextMajor = 0, nextMinor = 0] = after;
  const isHigher = nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
  return isHigher ? "breaking" : "other";
}

/** The fields of the root that are compared by what they mean. Those of the information are compared with it. */
const ROOT = [
  "asyncapi",
  "msgapi",
  "info",
  "tags",
  "externalDocs",
  "servers",
  "channels",
  "operations",
  "components",
  "defaultContentType",
];

/** What a comparison found. */
export interface ApiComparison {
  readonly changes: readonly Change[];
  /** The objects that both versions have. */
  readonly matches: readonly EntityMatch[];
  /** The new and the changed fields of messages that both versions have. */
  readonly fields: readonly FieldChange[];
  /** What msgdocs itself failed to compare. */
  readonly failures: readonly ComparisonFailure[];
}

/** Compares two versions of an API: what changed, and whom it breaks. The version itself does not count as a change. */
export function compareApis(old: ApiVersion, now: ApiVersion, options: CompareOptions): ApiComparison {
  const comparison = new Comparison(old, now, options);
  const servers = matchServers(old.api.servers, now.api.servers);
  compareServers(servers, comparison);
  compareChannels(matchChannels(comparison, servers), servers, comparison);
  const { subject } = comparison;
  compareDefaultType(comparison);
  compareWords(infoOf(old), infoOf(now), { what: "the API", subject, judged: ["version"] }, comparison);
  compareWords(old.api, now.api, { what: "the document", subject, judged: ROOT }, comparison);
  compareSchemeWords(comparison);
  compareComponents(comparison);
  compareReferences(comparison);
  checkVersion(comparison);
  const { matches, fields, failures } = comparison;
  const channelsOf = channelFinder(old, now);
  return {
    changes: comparison.changes.map((change) => ({ ...change, channels: change.channels ?? channelsOf(change.subject) })),
    matches,
    fields,
    failures,
  };
}

/** Finds the addresses of the channels of something: in the new version, or in the old one if it is gone. */
function channelFinder(old: ApiVersion, now: ApiVersion): (subject: ChangeSubject) => readonly string[] {
  const found = new Map<string, Set<string>>();
  for (const { channels } of [old.api, now.api]) {
    const here = new Map<string, Set<string>>();
    for (const channel of channels) {
      const { id, address, messages, operations, replies } = channel;
      const add = (kind: string, subject: string): unknown =>
        here.set(`${kind} ${subject}`, (here.get(`${kind} ${subject}`) ?? new Set()).add(address ?? id));
      add("channel", id);
      for (const message of messages) add("message", message.id);
      for (const operation of [...operations, ...replies]) {
        add("operation", operation.id);
        const { channel: own, reply } = operation;
        const carried = own === channel ? operation.messages : [];
        const replied = (reply?.channel ?? own) === channel ? (reply?.messages ?? []) : [];
        for (const message of [...carried, ...replied]) add("message", message.id);
      }
    }
    for (const [key, addresses] of here) found.set(key, addresses);
  }
  return ({ kind, id }) => [...(found.get(`${kind} ${id}`) ?? [])];
}

/** What is said of the API. In 2.x, tags and external documentation stand at the root. */
function infoOf({ api: { node, info } }: ApiVersion): TextOwner {
  return { node: withFields(info.node, { tags: valueOf(node, "tags"), externalDocs: valueOf(node, "externalDocs") }) };
}

/** Reports a default content type that changed, unless it is told of each message that relies on it. */
function compareDefaultType(comparison: Comparison): void {
  const [before, after] = [comparison.old, comparison.new].map(({ api }) => api.defaultContentType);
  if (before?.value === after?.value) return;
  const { api } = comparison.new;
  const isReliedOn = api.messages.some(({ used, payload, contentType }) => used && payload && !contentType?.value.trim());
  const meant = (stated: typeof before): string => (stated?.value.trim() ? stated.value : "application/json");
  if (isReliedOn && !isSameType(meant(before), meant(after))) return;
  const message = `The default content type was ${before?.value ?? "not stated"} and is ${after?.value ?? "not stated"}.`;
  // Without it, nobody knows what those messages are.
  const verdict = !isReliedOn ? "annotation" : after ? "compatible" : "unknown";
  const { subject } = comparison;
  comparison.add({ code: "change/content-type", verdict, message, subject, old: before, new: after, within: api.node });
}

/** Reports a breaking change without a higher major version, or before 1.0.0 a higher minor version (SemVer 2.0.0, items 4 and 8). */
function checkVersion(comparison: Comparison): void {
  if (!comparison.changes.some(({ verdict }) => verdict === "breaking")) return;
  const [before, after] = [comparison.old, comparison.new].map(({ api }) => stringOf(valueOf(api.node, "info"), "version"));
  if (before === undefined || after === undefined) return;
  const step = announcedBy(before, after);
  if (step === undefined || step === "breaking") return;
  const said = before === after ? `is still ${after}` : `went from ${before} to ${after}`;
  const message = `The version ${said}, which does not announce a breaking change.`;
  const [old, now] = [comparison.old, comparison.new].map(({ api: { info } }) => valueOf(info.node, "version"));
  const places = { old, new: now ?? comparison.new.api.info.node };
  comparison.add({ code: "change/version", verdict: "annotation", message, subject: comparison.subject, ...places });
}

function lostIn({ documents }: ApiVersion): readonly Edge[] {
  return documents.edges.filter(({ target }) => target === undefined);
}

/** Reports references that could not be followed or read, because their targets were not compared. */
export function compareReferences(comparison: Comparison): void {
  const [before, after] = [lostIn(comparison.old), lostIn(comparison.new)];
  const [first] = [...after, ...before];
  if (!first) return;
  const count = (lost: readonly Edge[]): string => counted(new Set(lost.map(({ ref }) => ref)).size, "reference");
  const [lost, version] = after.length > 0 ? [after, "new"] : [before, "earlier"];
  const message = `Not all was compared: ${count(lost)} of the ${version} version could not be read, such as ${quoted(first.ref)}.`;
  const places = { old: before[0]?.from, new: after[0]?.from };
  comparison.add({ code: "change/reference", verdict: "unknown", message, subject: comparison.subject, ...places });
}

/** Says that nothing was compared, and why. */
export function notCompared(why: string, { place, title }: { readonly place: Place; readonly title: string }): Change {
  return {
    code: "change/reference",
    verdict: "unknown",
    affects: "all",
    message: `Nothing was compared: ${why}.`,
    facts: [],
    channels: [],
    new: place,
    place,
    at: "",
    subject: { kind: "api", id: title },
  };
}
