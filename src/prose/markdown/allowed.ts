import type { Options } from "remark-html";

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
