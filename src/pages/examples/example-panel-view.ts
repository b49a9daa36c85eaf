import type { Message, MessageExample } from "#model";
import { anchorBelow } from "#model";
import type { Place, Words, Node } from "#text";
import { translateReason, MOST_IN_SENTENCE, MOST_LISTED, itemsOf, scalarText, valueOf } from "#text";
import type { ExampleProblem, Verdict } from "#verdicts";
import type { Block, Item, Line } from "../blocks/index.ts";
import { htmlOnly, joinLines, lineHtml, linksLine, listOf, named, sentence, tell } from "../blocks/index.ts";
import type { EntityLink, FieldMarks, NamedValueView, PageContext, SiteContext } from "../frame/index.ts";
import { allFields, entityLink, fieldsTold, marksOf, namedValues, otherFieldsView } from "../frame/index.ts";
import { variantOf, variantsOf } from "../tree/index.ts";
import type { PartView, RowAnchors } from "./example-parts.ts";
import { markId, partViews, generatedTabs } from "./example-parts.ts";

/** The place of a panel on its page: `prefix` begins its anchors, `rows` are the anchors of the message's schema rows. */
export interface PanelSpot {
  readonly prefix: string;
  readonly rows?: RowAnchors;
  /** The name of an example, to show only this one. */
  readonly only?: string;
}

/** One example: a tab with script, a section without. */
export interface ExampleTab {
  readonly anchor: string;
  /** The number of the payload's variant that it is an example of; 0 if there are no variants or it is unknown. */
  readonly variant: number;
  readonly name: string;
  /** Whether the example has a name of its own, and not a generic one. */
  readonly isNamed: boolean;
  readonly summary: string;
  readonly badge: ReturnType<typeof badgeOf>;
  /** Where it comes from: the message, the schema, or this program. */
  readonly origin: string;
  readonly note: string;
  readonly parts: readonly PartView[];
  readonly problems: readonly ReturnType<typeof problemView>[];
  readonly moreProblems: string;
  readonly alsoMatches: readonly EntityLink[];
  readonly source?: { readonly href: string; readonly label: string };
  readonly cut: string;
  readonly plainFields?: readonly NamedValueView[];
  readonly extensions?: readonly NamedValueView[];
  readonly otherFields?: readonly NamedValueView[];
  readonly unreadFields?: readonly NamedValueView[];
  readonly hasFields?: boolean;
  readonly marks: FieldMarks;
}

export const MOST_EXAMPLES = 30;

function badgeOf({ site }: PageContext, { state, problems }: Verdict) {
  const { words } = site;
  if (state === "passed") return { kind: "ok", mark: "✓", text: words("example.matches") };
  if (state === "not-checked") return { kind: "plain", mark: "", text: words("example.not-checked") };
  const text = words("example.problems", { count: problems.length });
  return { kind: "bad", mark: "✗", text };
}

function sourceOf(context: PageContext, place: Place) {
  return { href: context.sourceHref(place), label: context.sourceLabel(place) };
}

function problemView(context: PageContext, problem: ExampleProblem, { anchor, isMarked }: { anchor: string; isMarked: boolean }) {
  // Problems begin with these words, in English on every site.
  const whole = problem.part === "headers" ? "The headers" : "The payload";
  const { related } = problem;
  const next = related[MOST_IN_SENTENCE];
  const more = context.site.words("site.more", { count: related.length - MOST_IN_SENTENCE });
  return {
    pointer: problem.pointer,
    whole: problem.pointer === "" ? whole : "",
    mark: isMarked ? `#${markId(anchor, problem)}` : "",
    message: problem.message,
    hint: problem.hint ?? "",
    source: sourceOf(context, problem.place),
    schema: { href: context.sourceHref(problem.schemaPlace), label: context.site.words("example.asked-here") },
    related: [
      ...related.slice(0, MOST_IN_SENTENCE).map(({ message, place }) => ({ text: message, href: context.sourceHref(place) })),
      ...(next ? [{ text: more, href: context.sourceHref(next.place) }] : []),
    ],
  };
}

function noteOf(context: PageContext, verdict: Verdict, isEmpty: boolean): string {
  const { words } = context.site;
  if (isEmpty) return words("example.empty");
  return verdict.state === "not-checked" ? words("example.reason", { reason: translateReason(words, verdict.reason ?? "") }) : "";
}

/** The anchors of examples: `examples.Paid`, `examples.Paid.2` for a repeated name, `examples-1` without a name. */
export function exampleAnchors(examples: readonly MessageExample[], prefix: string): string[] {
  const met = new Map<string, number>();
  return examples.map((example) => {
    const name = example.name?.value ?? "";
    const count = (met.get(name) ?? 0) + 1;
    met.set(name, count);
    if (name === "") return `${prefix}-${count}`;
    return count === 1 ? anchorBelow(prefix, name) : anchorBelow(prefix, name, String(count));
  });
}

const NO_VERDICT: Verdict = { state: "not-checked", problems: [], alsoMatches: [] };

interface TabSpot {
  readonly message: Message;
  readonly anchor: string;
  readonly number: number;
  readonly rows: RowAnchors;
}

/** The name of an example, otherwise its summary, otherwise its number. */
function titleOf(
  context: PageContext,
  { name, summary }: MessageExample,
  { message, number }: TabSpot,
): Pick<ExampleTab, "name" | "isNamed" | "summary"> {
  const { words } = context.site;
  const unnamed = message.examples.length === 1 ? words("example.name") : words("example.numbered", { number });
  const given = [name?.value, summary?.value].filter((text) => text?.trim());
  const [own] = given;
  return { name: own ?? unnamed, isNamed: own !== undefined, summary: given.length > 1 ? (summary?.value ?? "") : "" };
}

/** The verdict on an example, and the values to show. */
interface JudgedValues {
  readonly verdict: Verdict;
  readonly values: Parameters<typeof partViews>[0];
  readonly source: { readonly href: string; readonly label: string } | undefined;
}

/** The view of an example with its verdict. */
function judgedView(context: PageContext, { verdict, values, source }: JudgedValues, { message, anchor, rows }: Omit<TabSpot, "number">) {
  const { words } = context.site;
  const { problems } = verdict;
  const parts = partViews(values, { context, message, anchor, rows, problems });
  const printed = parts.map(({ body }) => lineHtml(body)).join("");
  const isMarked = (problem: ExampleProblem): boolean => printed.includes(`id="${markId(anchor, problem)}"`);
  const left = problems.length - MOST_LISTED;
  return {
    anchor,
    badge: badgeOf(context, verdict),
    note: noteOf(context, verdict, parts.length === 0),
    parts,
    problems: problems.slice(0, MOST_LISTED).map((each) => problemView(context, each, { anchor, isMarked: isMarked(each) })),
    moreProblems: left > 0 ? words("example.more-problems", { count: left }) : "",
    alsoMatches: verdict.alsoMatches.map((other) => entityLink(context, other)),
    ...(source ? { source } : {}),
    cut: parts.some((part) => part.cut) ? words(!source || source.href === "" ? "example.cut-only" : "example.cut") : "",
  };
}

function tabOf(context: PageContext, example: MessageExample, spot: TabSpot): ExampleTab {
  const verdict = context.site.verdicts.of(example) ?? NO_VERDICT;
  const values = example.free ? { payload: example.free } : { headers: example.headers, payload: example.payload };
  return {
    ...judgedView(context, { verdict, values, source: sourceOf(context, example.node) }, spot),
    variant: variantOf(context, spot.message, example.payload),
    ...titleOf(context, example, spot),
    origin: context.site.words("example.origin-message"),
    plainFields: namedValues(context, example.plainFields ?? []),
    extensions: namedValues(context, example.extensions),
    ...otherFieldsView(context, example.otherFields),
    hasFields: allFields(example).length > 0,
    marks: marksOf(context, example, ["name", "summary"]),
  };
}

/** Where a made example comes from, and what it lacks. */
function madeFrom(words: Words, unread: readonly string[]): string {
  const made = words("example.origin-made");
  if (unread.length === 0) return made;
  const left = unread.length - MOST_IN_SENTENCE;
  const shown = unread.slice(0, MOST_IN_SENTENCE).map((name) => `\`${name}\``);
  const names = [...shown, ...(left > 0 ? [words("site.more", { count: left })] : [])].join(", ");
  return `${made} ${words("example.unread", { count: unread.length, names })}`;
}

/** The tabs for examples that the message itself does not give: those of its payload's schema, and generated ones. */
function furtherTabs(
  context: PageContext,
  message: Message,
  spot: Parameters<typeof generatedTabs>[2],
): { readonly tabs: ExampleTab[]; readonly note: string } {
  const { tabs, note } = generatedTabs(context, message, spot);
  const { words } = context.site;
  const views = tabs.map(({ anchor, rows, verdict, value, values, isGiven, unread, ...title }) => {
    const source = isGiven && value ? sourceOf(context, value) : undefined;
    return {
      ...judgedView(context, { verdict, values, source }, { message, anchor, rows }),
      ...title,
      // A tick would say more than is known.
      ...(unread.length > 0 ? { badge: { kind: "plain", mark: "", text: words("example.matches-known") } } : {}),
      summary: "",
      origin: isGiven ? words("example.origin-schema") : madeFrom(words, unread),
      marks: {},
    };
  });
  return { tabs: views, note };
}

/** Whether an example shows what the message carries. One whose value is no known part of the message may be anything. */
function showsContent({ payload, headers }: MessageExample, message: Message): boolean {
  return payload !== undefined || (headers !== undefined && message.payload === undefined);
}

/** Pages open with the first variant. If its example were not in front, a script would put it there, and what is below would move. */
function chosenFirst(tabs: readonly ExampleTab[]): readonly ExampleTab[] {
  const chosen = tabs.find(({ variant }) => variant === 1);
  return chosen ? [chosen, ...tabs.filter((tab) => tab !== chosen)] : tabs;
}

/**
 * The examples of a message; generated ones too if none shows its content or settings ask for them. `undefined` if there are none
 * at all.
 */
export function examplePanelView(context: PageContext, message: Message, { prefix, rows = {}, only }: PanelSpot) {
  const { words } = context.site;
  const all = only === undefined ? message.examples : message.examples.filter(({ name }) => name?.value === only);
  const anchors = exampleAnchors(all, prefix);
  const shown = all.slice(0, MOST_EXAMPLES);
  const written = shown.map((example, index) =>
    tabOf(context, example, { message, anchor: anchors[index] ?? prefix, number: index + 1, rows }),
  );
  const isBare = !all.some((example) => showsContent(example, message));
  const isWanted = all.length === 0 || (only === undefined && (isBare || context.site.settings.generatedExamples === "always"));
  // Every variant that the reader can choose needs an example.
  const covered = isWanted ? undefined : new Set(written.map(({ variant }) => variant));
  const generated =
    only === undefined || isWanted
      ? furtherTabs(context, message, { prefix, rows, beside: written.length > 0, covered })
      : { tabs: [], note: "" };
  // A reader takes the first for what the message looks like.
  const tabs = chosenFirst(isBare ? [...generated.tabs, ...written] : [...written, ...generated.tabs]);
  if (tabs.length === 0 && generated.note === "") return undefined;
  const left = all.length - shown.length;
  const isShown = context.sourceHref(message.node) !== "";
  return {
    anchor: prefix,
    title: words(tabs.length > 1 ? "example.title" : "example.name"),
    tabs,
    /** Whether there are several examples to choose from. */
    hasTabs: tabs.length > 1,
    note: [left > 0 ? words(isShown ? "example.left-out" : "example.not-shown", { count: left }) : "", generated.note]
      .filter((note) => note !== "")
      .join(" "),
    words: { also: words("example.ambiguous"), alsoWhy: words("example.ambiguous-why") },
  };
}

function problemItem({ pointer, whole, message, hint, source, related, ...rest }: ExampleTab["problems"][number]): Item {
  htmlOnly(rest, { mark: "an anchor", schema: "source pages have no Markdown" });
  const place: Line = source.label === "" ? "" : [" (", { code: source.label }, ")"];
  const line = [joinLines([whole === "" ? { code: pointer } : whole, message], " "), place, "."];
  return { line: joinLines([line, hint], " "), items: related.map(({ text }) => ({ line: text })) };
}

export type ExamplePanel = NonNullable<ReturnType<typeof examplePanelView>>;

function tabBlock(tab: ExampleTab, said: ExamplePanel["words"], words: Words): Block {
  const { name, badge, summary, note, origin, parts, problems, moreProblems, cut, alsoMatches, ...rest } = tab;
  const { plainFields, extensions, otherFields, unreadFields, ...look } = rest;
  htmlOnly(look, {
    anchor: "the anchor",
    variant: "which examples a choice shows",
    isNamed: "whether the name is shown",
    source: "source pages have no Markdown",
    hasFields: "whether a box is shown",
    marks: "listed at the end of the page",
  });
  const values = parts.flatMap(({ label, body, language }) => [
    ...sentence(label === "" ? "" : `${label}:`),
    { code: { text: body, language } },
  ]);
  const also = alsoMatches.length === 0 ? "" : [`${said.also} `, linksLine(alsoMatches), `, ${said.alsoWhy}.`];
  const after = [...listOf(problems.map(problemItem)), ...[moreProblems, cut, also].flatMap(sentence)];
  const lead = [summary, note, origin].flatMap(sentence);
  const fields = fieldsTold({ plainFields, extensions, otherFields, unreadFields }, words);
  return named(`${name} (${badge.text})`, [...lead, ...values, ...after, ...tell(fields)]);
}

/** Examples, each as a section. */
export function panelBlocks({ tabs, note, words: said }: ExamplePanel, words: Words): readonly Block[] {
  return [...tabs.map((tab) => tabBlock(tab, said, words)), ...sentence(note)];
}

/** The binary encoding of a payload: that of the language of its schema, unless the document says that it is JSON. */
export function encodingOf({ contentType, payload }: Message): "avro" | "protobuf" | undefined {
  const [name] = /avro|protobuf/i.exec(payload?.format?.value ?? "") ?? [];
  const isText = /[/+]json\b|^text\//i.test(contentType?.value ?? "");
  return name === undefined || isText ? undefined : (name.toLowerCase() as "avro" | "protobuf");
}

/** Whether a payload is bytes, by its schema or the language of that, and the document names no content type. */
export function isEncoded({ schemas }: Pick<SiteContext, "schemas">, message: Message): boolean {
  const { contentType, payload } = message;
  if (contentType || !payload) return false;
  return encodingOf(message) !== undefined || schemas.of(payload).format?.value === "binary";
}

/** The content type of a message; empty if the document names none and its schema tells that JSON would be a wrong guess. */
export function contentTypeOf(site: Pick<SiteContext, "api" | "schemas">, message: Message): string {
  return isEncoded(site, message) && !site.api.defaultContentType?.value.trim() ? "" : message.effectiveContentType;
}

/** The first scalar in some lists. The search stops there, because the lists may be long. */
export function firstScalar(...lists: readonly (readonly (Node | undefined)[])[]): string | undefined {
  for (const list of lists) {
    for (const node of list) {
      const text = scalarText(node);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** A value that a schema gives. Kafka bindings describe keys and groups by schemas. */
export function givenBy(
  context: PageContext,
  node: Node | undefined,
  chosen = (allowed: readonly Node[]): readonly Node[] => allowed,
): string | undefined {
  const schema = node && context.site.documents.follow(node);
  const single = [schema, valueOf(schema, "const"), valueOf(schema, "default")];
  return firstScalar(single, itemsOf(valueOf(schema, "examples")), chosen(itemsOf(valueOf(schema, "enum"))));
}

/** The written example in front on the page: the first one, or the first one of the first variant if there are variants. */
export function exampleInFront(context: PageContext, message: Message): MessageExample | undefined {
  const written = message.examples.filter(({ payload }) => payload);
  if (variantsOf(context, message).length === 0) return written[0];
  return written.slice(0, MOST_EXAMPLES).find(({ payload }) => variantOf(context, message, payload) === 1);
}

/** The payload of the example in front, or one that the schema gives. A generated text or number would only look like a real one. */
export function payloadValue(context: PageContext, message: Message): Node | undefined {
  const example = exampleInFront(context, message)?.payload;
  if (example || !message.payload) return example;
  const { samples } = context.site.samples.of(message.payload);
  const [first] = variantsOf(context, message);
  const made = (samples.find(({ branch }) => branch && branch === first) ?? samples[0])?.value;
  const isGiven = made?.kind === "map" || made?.kind === "list" || givenBy(context, message.payload.node) !== undefined;
  return isGiven ? made : message.examples.find(({ payload }) => payload)?.payload;
}
