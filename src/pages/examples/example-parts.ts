import type { Message } from "#model";
import { anchorBelow } from "#model";
import type { ListNode, MapNode, Node } from "#text";
import { excerpt, unicodeEscapes, MOST_NAMED, translateReason } from "#text";
import type { ExampleProblem, Sample, Samples, Verdict } from "#verdicts";
import type { PageContext } from "../frame/index.ts";
import { codeHtml, type CodePart, type CodeText } from "../blocks/index.ts";
import { LONGEST_CODE, shorten } from "../frame/index.ts";
import { briefly, variantsOf } from "../tree/index.ts";

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
    const { value, verdict, isGiven, unread = [] } = candidate;
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
      unread,
      value,
      values: { headers, payload: value },
      rows,
    };
  });
  return { tabs, note: covered ? "" : noteOf(context, found) };
}

/** Matches comments and tags of XML. Each character is matched once, so a text of many openings without ends stays fast. */
const MARKUP = /(<!--[^]*?(?:-->|$))|(<[/!?]?[A-Za-z_][\w:.-]*)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)([/?]?>)/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

function attributes(text: string): CodePart[] {
  const parts: CodePart[] = [];
  let at = 0;
  for (const match of text.matchAll(ATTRIBUTE)) {
    const [whole, name = "", equals = "", value = ""] = match;
    parts.push(text.slice(at, match.index), { text: name, type: "n" }, equals, { text: value, type: "s" });
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

/** Highlights names, attributes and comments of XML. */
function markupParts(text: string): CodePart[] {
  const parts: CodePart[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKUP)) {
    const [whole, comment, open = "", inside = "", close = ""] = match;
    parts.push(text.slice(at, match.index));
    if (comment === undefined) parts.push({ text: open, type: "k" }, ...attributes(inside), { text: close, type: "k" });
    else parts.push({ text: comment, type: "cm" });
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

/** Whether payloads of a content type are text: then an example that is a string is that text, not JSON. */
function isTextType(contentType: string): boolean {
  return !/^[^;]*[/+]json\b/i.test(contentType);
}

/** A text payload, highlighted if its content type is a kind of markup. */
function textPayload(text: string, contentType: string): Omit<PartView, "label"> {
  const cut = text.length > LONGEST_CODE;
  const shown = cut ? text.slice(0, LONGEST_CODE) : text;
  const isMarkup = /[/+](?:xml|html|svg)\b/i.test(contentType);
  const language = /[/+](?:x-)?(xml|html|svg|csv|yaml)\b/i.exec(contentType)?.[1]?.toLowerCase() ?? "text";
  return { body: { parts: isMarkup ? markupParts(shown) : [shown] }, language, cut };
}

/** The marks and links in a printed value, by JSON Pointer from its root. */
interface Markings {
  /** The mark for a problem at a pointer. It is on the value, or on the key if the key is what is wrong. */
  markAt(pointer: string): { readonly id: string; readonly onKey: boolean; readonly missing: readonly string[] } | undefined;
  /** The link to the schema row that describes a value. */
  rowHref(row: string): string | undefined;
  /** The label for screen readers of the box that folds a value. */
  foldLabel(name: string): string;
  /** The path of the row one level below: with the property's name, or `*`. */
  step(row: string, token: string): string;
}

/** How many more characters a page may print. */
interface Room {
  characters: number;
}

/** Invisible and reordering characters. JSON may write them as escapes, so what is shown and what is copied are the same value. */
const INVISIBLE = /[\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|\uDB40[\uDC00-\uDC7F]/g;

function jsonText(text: string): string {
  return JSON.stringify(text).replace(INVISIBLE, unicodeEscapes);
}

interface ValuePosition {
  /** The last token of the pointer. */
  readonly name: string;
  readonly pointer: string;
  readonly row: string;
  readonly indent: string;
}

/** The most values that are printed. YAML aliases may expand to far more. */
const MOST_VALUES = 1_500;
const LONGEST_TEXT = 4_000;

/** Whether a value takes enough lines to be worth folding. */
function isLong(node: MapNode | ListNode): boolean {
  const children = node.kind === "map" ? node.entries.map(({ value }) => value) : node.items;
  return (
    children.length > 2 ||
    children.some((child) => (child.kind === "map" && child.entries.length > 0) || (child.kind === "list" && child.items.length > 0))
  );
}

class ExamplePrinter {
  parts: CodePart[] = [];
  private left = MOST_VALUES;
  private readonly markings: Markings;
  private readonly room: Room;
  cut = false;

  constructor(markings: Markings, room: Room) {
    this.markings = markings;
    this.room = room;
  }

  private put(part: CodePart): void {
    this.room.characters -= typeof part === "string" ? part.length : codeHtml(part).length;
    this.parts.push(part);
  }

  private token(
    type: "k" | "s" | "n" | "w" | "p",
    whole: string,
    { mark, href }: { mark?: string | undefined; href?: string | undefined },
  ): void {
    const text = excerpt(whole, LONGEST_TEXT);
    if (text !== whole) this.cut = true;
    this.put({ text, type, mark, href });
  }

  private scalar(node: Exclude<Node, { kind: "map" | "list" }>, mark: string | undefined): void {
    if (node.kind === "string") this.token("s", jsonText(node.value), { mark });
    else if (node.kind === "number") this.token("n", node.raw, { mark });
    else this.token("w", node.kind === "null" ? "null" : String(node.value), { mark });
  }

  private child(token: string, value: Node, { place, isKey }: { place: ValuePosition; isKey: boolean }): void {
    const pointer = `${place.pointer}/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const row = this.markings.step(place.row, token);
    const mark = this.markings.markAt(pointer);
    const isNested = value.kind === "map" || value.kind === "list";
    const marked = isKey && mark !== undefined && (mark.onKey || isNested);
    if (isKey) this.token("k", jsonText(token), { mark: marked ? mark.id : undefined, href: this.markings.rowHref(row) });
    if (isKey) this.put(": ");
    this.print(value, { name: token, pointer, row, indent: `${place.indent}  ` }, marked);
  }

  /** Prints members or items, each on its line, until the room is used up. */
  private children(node: MapNode | ListNode, place: ValuePosition): void {
    const children = node.kind === "map" ? node.entries : node.items;
    for (const [at, each] of children.entries()) {
      this.put(`${at > 0 ? "," : ""}\n${place.indent}  `);
      if (this.left <= 0 || this.room.characters <= 0) {
        this.put("…");
        this.cut = true;
        return;
      }
      const entry = "key" in each ? each : undefined;
      this.child(entry?.key ?? String(at), entry?.value ?? (each as Node), { place, isKey: entry !== undefined });
    }
  }

  /** Shows missing properties. The style sheet draws them; they are not part of the text. */
  private ghosts({ pointer }: ValuePosition): void {
    for (const name of this.markings.markAt(pointer)?.missing.slice(0, MOST_NAMED) ?? []) this.put({ missing: jsonText(name) });
  }

  /** @param marked whether the key already has the mark */
  print(node: Node, place: ValuePosition, marked = false): void {
    this.left -= 1;
    const mark = marked ? undefined : this.markings.markAt(place.pointer)?.id;
    if (node.kind !== "map" && node.kind !== "list") return this.scalar(node, mark);
    const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
    const isEmpty = (node.kind === "map" ? node.entries : node.items).length === 0;
    this.token("p", isEmpty ? open + close : open, { mark });
    if (isEmpty) {
      this.ghosts(place);
      return;
    }
    const { parts } = this;
    if (place.pointer !== "" && isLong(node)) {
      const inside: CodePart[] = [];
      this.put({ parts: inside, fold: this.markings.foldLabel(place.name) });
      this.parts = inside;
    }
    this.children(node, place);
    this.ghosts(place);
    this.put(`\n${place.indent}`);
    this.parts = parts;
    this.put(close);
  }
}

/** A value as JSON with its keys in order and its digits as written. Problems are marked, and properties link to their schema rows. */
function exampleCode(node: Node, markings: Markings, room: Room): Omit<PartView, "label"> {
  const printer = new ExamplePrinter(markings, room);
  printer.print(node, { name: "", pointer: "", row: "", indent: "" });
  return { body: { parts: printer.parts }, language: "json", cut: printer.cut };
}

/** The anchors of the rows in a message's schema trees, by the path into a value, with `*` for items and free names. */
export interface RowAnchors {
  readonly headers?: ReadonlyMap<string, string> | undefined;
  readonly payload?: ReadonlyMap<string, string> | undefined;
}

/** The headers or the payload of an example, printed. */
export interface PartView {
  /** Empty if the example has only a payload. */
  readonly label: string;
  readonly body: CodeText;
  /** The name of its language in code fences. */
  readonly language: string;
  /** Whether only a part is shown; then it cannot be copied. */
  readonly cut: boolean;
}

/** What is needed to print the parts of one example. */
interface PartSpot {
  readonly context: PageContext;
  readonly message: Message;
  /** The anchor of the example, with which the ids of its marks begin. */
  readonly anchor: string;
  readonly rows: RowAnchors;
  readonly problems: readonly ExampleProblem[];
}

/** The id of the mark for a problem. */
export function markId(anchor: string, { part, pointer }: Pick<ExampleProblem, "part" | "pointer">): string {
  return anchorBelow(anchor, "at", part, pointer);
}

/** The most characters of HTML for examples on one page, so that no page exceeds 400 KB. */
const ROOM = 110_000;
function emptyRoom(): Room {
  return { characters: ROOM };
}

/** The room that is left on a page. */
export function roomOf(context: PageContext): Room {
  return context.site.memo.of(emptyRoom, context);
}

function markingsOf(part: ExampleProblem["part"], { context, anchor, rows, problems }: PartSpot): Markings {
  const anchors = rows[part];
  // If the key is wrong and not its value, the place of the problem is an entry of the object.
  const isKey = ({ place }: ExampleProblem): boolean => "key" in place;
  const marks = new Map(
    problems
      .filter((each) => each.part === part)
      .map((each) => [each.pointer, { id: markId(anchor, each), onKey: isKey(each), missing: each.missing ?? [] }]),
  );
  return {
    markAt: (pointer) => marks.get(pointer),
    foldLabel: (name) => context.site.words("example.fold", { name: shorten(name) }),
    rowHref(row) {
      const id = anchors?.get(row);
      return id === undefined ? undefined : `#${id}`;
    },
    step(row, token) {
      const own = `${row}/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return anchors?.has(own) === true ? own : `${row}/*`;
    },
  };
}

function partView(part: ExampleProblem["part"], node: Node, spot: PartSpot): Omit<PartView, "label"> {
  const { context, message } = spot;
  const type = message.effectiveContentType;
  if (part === "payload" && node.kind === "string" && isTextType(type)) return textPayload(node.value, type);
  return exampleCode(node, markingsOf(part, spot), roomOf(context));
}

/** The headers and payload of an example. Each is JSON of its own, so that a copied part is valid. */
export function partViews(
  values: { readonly headers?: Node | undefined; readonly payload?: Node | undefined },
  spot: PartSpot,
): PartView[] {
  const { words } = spot.context.site;
  const { headers, payload } = values;
  const parts: PartView[] = [];
  if (payload) parts.push({ label: headers ? words("example.payload") : "", ...partView("payload", payload, spot) });
  if (headers) parts.push({ label: words("example.headers"), ...partView("headers", headers, spot) });
  return parts;
}
