/** Compares two versions of an API. */
import type { Edge } from "#documents";
import { versionParts } from "#format";
import type { Place } from "#text";
import { counted, stringOf, valueOf } from "#text";
import type { Change, ChangeSubject } from "../report/index.ts";
import type { ApiVersion, CompareOptions, ComparisonFailure, EntityMatch, FieldChange } from "./comparison.ts";
import { compareChannels } from "./compare-channels.ts";
import { compareComponents } from "./compare-components.ts";
import { isSameType } from "./compare-messages.ts";
import { compareSchemeWords } from "./compare-security.ts";
import { compareServers } from "./compare-servers.ts";
import type { TextOwner } from "./compare-words.ts";
import { compareWords, withFields } from "./compare-words.ts";
import { Comparison } from "./comparison.ts";
import { matchChannels, matchServers } from "./match.ts";
import { quoted } from "./subject-names.ts";

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
  const subject = { kind: "api", id: now.api.info.title } as const;
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
  const subject = { kind: "api", id: api.info.title } as const;
  comparison.add({ code: "change/content-type", verdict, message, subject, old: before, new: after, within: api.node });
}

/** Reports a breaking change without a higher major version, or before 1.0.0 a higher minor version (SemVer 2.0.0, items 4 and 8). */
function checkVersion(comparison: Comparison): void {
  if (!comparison.changes.some(({ verdict }) => verdict === "breaking")) return;
  const [before, after] = [comparison.old, comparison.new].map(({ api }) => stringOf(valueOf(api.node, "info"), "version"));
  if (before === undefined || after === undefined) return;
  const step = announcedBy(before, after);
  if (step === undefined || step === "breaking") return;
  const { api } = comparison.new;
  comparison.add({
    code: "change/version",
    verdict: "annotation",
    message: `The version ${before === after ? `is still ${after}` : `went from ${before} to ${after}`}, which does not announce a breaking change.`,
    subject: { kind: "api", id: api.info.title },
    old: valueOf(comparison.old.api.info.node, "version"),
    new: valueOf(api.info.node, "version") ?? api.info.node,
  });
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
  comparison.add({
    code: "change/reference",
    verdict: "unknown",
    affects: "all",
    message,
    subject: { kind: "api", id: comparison.new.api.info.title },
    old: before[0]?.from,
    new: after[0]?.from,
  });
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
