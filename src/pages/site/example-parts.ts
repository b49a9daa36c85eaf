import type { Node } from "#text";
import type { Message } from "#model";
import { anchorBelow } from "#model";
import type { Problem } from "#verdicts";
import type { PageContext, SafeHtml } from "./context.ts";
import type { Markings, Room } from "./example-html.ts";
import { exampleHtml } from "./example-html.ts";
import { isTextType, textPayload } from "./text-payload.ts";

/** Where the rows of a message's schema trees are, by the path into a value with `*` for items and free names. */
export interface RowAnchors {
  readonly headers?: ReadonlyMap<string, string>;
  readonly payload?: ReadonlyMap<string, string>;
}

/** The headers or the payload of an example, printed. */
export interface PartView {
  /** Empty where the example has only a payload. */
  readonly label: string;
  readonly body: SafeHtml;
  /** Whether it is shown in part; then it is not for copying. */
  readonly cut: boolean;
}

/** What the parts of one example are printed with. */
export interface PartSpot {
  readonly context: PageContext;
  readonly message: Message;
  /** Of the example; begins the ids of its marks. */
  readonly anchor: string;
  readonly rows: RowAnchors;
  readonly problems: readonly Problem[];
}

/** The id of the mark on what a problem is about. */
export function markId(anchor: string, { part, pointer }: Pick<Problem, "part" | "pointer">): string {
  return anchorBelow(anchor, "at", part, pointer);
}

/** HTML of examples that a page may hold: no page is over 400 KB. */
const ROOM = 110_000;
const rooms = new WeakMap<PageContext, Room>();

/** What is left of it on a page. */
export function roomOf(context: PageContext): Room {
  const room = rooms.get(context) ?? { characters: ROOM };
  rooms.set(context, room);
  return room;
}

function markingsOf(part: Problem["part"], { anchor, rows, problems }: PartSpot): Markings {
  const anchors = rows[part];
  // Some say the key is wrong and not its value: then the place of the problem is an entry of the object.
  const isKey = ({ place }: Problem): boolean => "key" in place;
  const marks = new Map(
    problems.filter((each) => each.part === part).map((each) => [each.pointer, { id: markId(anchor, each), onKey: isKey(each) }]),
  );
  return {
    markAt: (pointer) => marks.get(pointer),
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

function partView(part: Problem["part"], node: Node, spot: PartSpot): Omit<PartView, "label"> {
  const { context, message } = spot;
  const type = message.effectiveContentType;
  if (part === "payload" && node.kind === "string" && isTextType(type)) return textPayload(node.value, type);
  return exampleHtml(node, markingsOf(part, spot), roomOf(context));
}

/** Headers and payload as they would be sent together; each is JSON of its own, so that a copy is. */
export function partViews(values: { readonly headers?: Node | undefined; readonly payload?: Node | undefined }, spot: PartSpot): PartView[] {
  const { words } = spot.context.site;
  const { headers, payload } = values;
  const parts: PartView[] = [];
  if (headers) parts.push({ label: words("example.headers"), ...partView("headers", headers, spot) });
  if (payload) parts.push({ label: headers ? words("example.payload") : "", ...partView("payload", payload, spot) });
  return parts;
}
