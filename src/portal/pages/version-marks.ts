import { anchorAt, anchorFor, anchorStep, relativeUrl } from "#model";
import { inline, linksLine, versionMarkHtml } from "#pages";
import { parsePointer, MOST_IN_BOX } from "#text";
import type { ApiIndex } from "../match/index.ts";
import type { FieldMark, VersionMark } from "./api-history.ts";
import { fieldMarks, historyPath, markOf, versionAnchor } from "./api-history.ts";
import type { PortalContext, PortalPage, SlotContent, SlotRequest } from "./portal-context.ts";
import { isOnPage } from "./portal-context.ts";

function textOf({ words }: PortalContext, { since, changed }: VersionMark): string {
  if (changed) return words(changed.isBreaking ? "portal.mark-breaking" : "portal.mark-changed", { version: changed.version });
  return since === undefined ? "" : words("portal.mark-since", { version: since });
}

/** The objects that a page is about, by their kinds. */
function subjectsOf({ channels, operations, messages }: ApiIndex, page: string): (readonly [kind: string, id: string])[] {
  const of = (kind: string, all: ApiIndex["channels"] | ApiIndex["operations"] | ApiIndex["messages"]) =>
    all.flatMap((each) => (isOnPage(each.page, page) ? [[kind, each.id] as const] : []));
  return [
    ...new Map(
      [...of("channel", channels), ...of("operation", operations), ...of("message", messages)].map((each) => [each.join(" "), each]),
    ).values(),
  ];
}

/** The content of a note: when the subject of a page appeared, when it last changed, and which of its fields did. */
export function versionNote(context: PortalPage, { api, index, page, path }: SlotRequest): SlotContent | undefined {
  const history = context.histories.get(api.name);
  if (!history) return undefined;
  const marks = subjectsOf(index, page).map(([kind, id]) => markOf(history, kind, id));
  const link = (text: string, version: string) => ({ text, href: relativeUrl(path, historyPath(api.name), versionAnchor(version)) });
  const items = marks.flatMap(({ since, changed }) => [
    ...(changed ? [{ ...link(textOf(context, { changed }), changed.version), bad: changed.isBreaking }] : []),
    ...(since === undefined ? [] : [link(textOf(context, { since }), since)]),
  ]);
  const fields = messageFields(context, { index, page, api: api.name }).filter(({ prefix }) => prefix === "");
  const rows = fields.map(({ mark, anchor }) => ({
    text: (parsePointer(mark.path) ?? []).map((step) => (step === "*" ? "[]" : step)).join("."),
    href: `#${anchor}`,
    said: textOf(context, mark),
    bad: mark.changed?.isBreaking === true,
  }));
  if (items.length + rows.length === 0) return undefined;
  const bad = items.some((item) => "bad" in item && item.bad);
  const view = { ...context.labels, bad, items, fields: rows.slice(0, MOST_IN_BOX), more: Math.max(0, rows.length - MOST_IN_BOX) };
  return {
    template: "portal/version-marks",
    view,
    twin: () => `\n\n${context.markdown.print([{ line: linksLine(items) }], 2)}`,
  };
}

/** The link to the page of all versions, for the list of versions in the header. */
export function versionsLink(context: PortalPage, { api, path }: SlotRequest): SlotContent | undefined {
  if (!context.histories.has(api.name)) return undefined;
  const view = { href: relativeUrl(path, historyPath(api.name)), text: context.words("portal.what-changed") };
  return { template: "portal/header-link", view, twin: () => "" };
}

interface MessagePage {
  readonly api: string;
  readonly index: ApiIndex;
  readonly page: string;
}

interface MarkedField {
  /** What the anchors of the message begin with on this page; empty on its own page. */
  readonly prefix: string;
  /** The anchor of the field's row, without choices between schemas. */
  readonly anchor: string;
  readonly mark: FieldMark;
}

function anchorOf(prefix: readonly string[], { part, path }: FieldMark): string {
  const steps = (parsePointer(path) ?? []).map((step) => (step === "*" ? step : anchorStep(step)));
  return anchorAt(anchorFor(...prefix, part), steps.join("."));
}

/** The new and changed fields of all messages on a page: its own message, or those of its operation. */
function messageFields({ histories }: PortalContext, { api, index, page }: MessagePage): MarkedField[] {
  const history = histories.get(api);
  if (!history) return [];
  const isHere = (each: { readonly page: string }): boolean => each.page === page;
  const below = index.operations.filter(isHere).flatMap(({ messages, isReply }) =>
    messages.flatMap((at) => {
      const id = index.messages[at]?.id;
      return id === undefined ? [] : [{ id, prefix: [isReply ? "reply" : "messages", id] }];
    }),
  );
  const own = index.messages.filter(isHere).map(({ id }) => ({ id, prefix: [] as string[] }));
  return [...own, ...below].flatMap(({ id, prefix }) =>
    fieldMarks(history, id).map((mark) => ({ prefix: prefix.join(" "), anchor: anchorOf(prefix, mark), mark })),
  );
}

/** The marks of a field: as HTML and as Markdown. */
interface FieldText {
  readonly html: string;
  readonly markdown: string;
}

/** The marks of the fields on a page, by the anchors of their rows; `undefined` if there are none. */
export function fieldTexts(context: PortalContext, page: MessagePage): ((anchor: string) => FieldText | undefined) | undefined {
  const marks = new Map(messageFields(context, page).map(({ anchor, mark }) => [anchor, mark]));
  if (marks.size === 0) return undefined;
  return (anchor) => {
    // A field has the same path in all choices.
    const mark = marks.get(anchor.replace(/\.\([^()]*\)/g, ""));
    if (!mark) return undefined;
    const text = textOf(context, mark);
    return { html: versionMarkHtml(text, mark.changed?.isBreaking).html, markdown: ` (${inline(text)})` };
  };
}
