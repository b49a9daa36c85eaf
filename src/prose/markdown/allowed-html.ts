/** The HTML that a description may become. */
import type { Options } from "remark-html";
import type { Blockquote, Paragraph } from "mdast";

type SanitizerSchema = Exclude<Options["sanitize"], boolean | null | undefined>;

/** Token classes of highlighted code: keyword, string, number, constant, comment, name, function, type, tag, attribute, added, deleted, meta. */
export const TOKEN_CLASSES = ["k", "s", "n", "c", "cm", "p", "f", "t", "g", "a", "in", "de", "m"] as const;
export type TokenClass = (typeof TOKEN_CLASSES)[number];

/** The kinds of alerts on GitHub. A quotation that begins with `[!NOTE]` is one. */
export const ALERTS = ["note", "tip", "important", "warning", "caution"] as const;

/**
 * Everything that a description may become: elements, attributes, classes and URL schemes. The sanitizer drops all else, and is never
 * off. The rewriting before it leaves nothing to drop, so it is a second line of defence. All ids are made by us and start with the
 * prefix slot, so no clobber protection is needed.
 */
export const ALLOWED: SanitizerSchema = {
  strip: [],
  clobber: [],
  ancestors: { tbody: ["table"], td: ["table"], th: ["table"], thead: ["table"], tr: ["table"] },
  protocols: { href: ["http", "https", "mailto"] },
  tagNames: [
    ..."p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del a br hr span div sup section".split(" "),
    ..."table thead tbody tr th td".split(" "),
  ],
  attributes: {
    "*": [],
    a: ["href", "title", "id", ["className", "remote-image", "footnote", "back"]],
    h1: ["id"],
    h2: ["id"],
    h3: ["id"],
    h4: ["id"],
    h5: ["id"],
    h6: ["id"],
    li: ["id", ["className", "task"]],
    ol: ["start"],
    p: [["className", "raw", "alert-title"]],
    pre: ["dataLanguage", ["tabIndex", 0], ["className", "raw"]],
    section: [["className", "footnotes"]],
    span: [["className", ...TOKEN_CLASSES]],
    td: [["className", "left", "center", "right"]],
    th: [
      ["className", "left", "center", "right"],
      ["scope", "col"],
    ],
    div: [
      ["className", "table", "alert", ...ALERTS.map((kind) => `alert-${kind}`)],
      ["tabIndex", 0],
    ],
  },
};

/** A piece of code. `type` is `undefined` if it has no class. */
export interface CodeToken {
  readonly text: string;
  readonly type?: TokenClass;
}

/** Splits code into tokens. Their texts joined are always the code. */
export type Tokenizer = (code: string) => readonly CodeToken[];

const MARKER = new RegExp(`^\\[!(${ALERTS.join("|")})\\][ \\t]*(?:\\n|$)`, "i");

/** A quotation that is an alert: its kind, the rest of its first paragraph after the marker, and the following blocks. */
interface Alert {
  readonly kind: (typeof ALERTS)[number];
  readonly said: Paragraph["children"];
  readonly rest: Blockquote["children"];
}

/** Reads a quotation as an alert; `undefined` if its first line is not a marker or nothing follows it. */
export function alertOf({ children: [first, ...rest] }: Blockquote): Alert | undefined {
  if (first?.type !== "paragraph") return undefined;
  const [text, ...phrases] = first.children;
  if (text?.type !== "text") return undefined;
  const [marker = "", word = ""] = MARKER.exec(text.value) ?? [];
  const kind = ALERTS.find((each) => each === word.toLowerCase());
  if (!kind) return undefined;
  const below = text.value.slice(marker.length);
  const said: Paragraph["children"] = below === "" ? phrases : [{ type: "text", value: below }, ...phrases];
  return said.length + rest.length === 0 ? undefined : { kind, said, rest };
}
