import type { GuideTwins } from "#prose";
import type { WordKey, Words } from "#text";
import { isWordKey } from "#text";
import { block, code, inline } from "../blocks/index.ts";
import { SharedTexts } from "./shared-texts.ts";
import { TreeMarkdown } from "./tree-markdown.ts";
import type { View, ProseValue } from "./view-text.ts";
import {
  heading,
  hrefOf,
  indented,
  isAddressed,
  isHtml,
  isLink,
  isProse,
  isValue,
  isVerdict,
  isView,
  joined,
  linkTo,
  listOf,
  LOWEST,
  phrase,
  plain,
  said,
  stringOf,
  textOf,
  viewsOf,
} from "./view-text.ts";

/**
 * Prints the view of a page as Markdown. Templates show the same view as HTML; this walks it field by field, so both say the same. The
 * type of a field decides how it is printed; `#own` lists the fields with a form of their own.
 */

/** The most samples for one server in a twin. */
const MOST_SAMPLES = 2;

/** The placeholder for the level of the headings of examples, which differs between pages: a control character, which no text contains. */
const LEVEL = "\u0002";

/** The text of examples with the headings of a page: those of examples have `level`, those of their fields the next. */
function atLevel(text: string, level: number): string {
  const marks = (of: number): string => "#".repeat(Math.min(of, LOWEST));
  return text.replaceAll(`${LEVEL}#`, marks(level + 1)).replaceAll(LEVEL, marks(level));
}

/** The language names of code fences, where they differ from ours. */
const FENCES: Readonly<Record<string, string>> = { cli: "sh" };

/** The fields of the samples view that twins print. */
interface CommandsView {
  readonly own?: { readonly samples: readonly { readonly name: string; readonly text: string }[] };
  readonly tabs: readonly { readonly name: string }[];
  readonly servers: readonly {
    readonly server: string;
    readonly others: string;
    readonly name: string;
    readonly samples: readonly {
      readonly language: string;
      readonly name: string;
      readonly text?: string;
      readonly fill: readonly { readonly names: readonly string[]; readonly what: string }[];
    }[];
  }[];
}

/** Fields that twins leave out: the frame of the page, and what only serves its look. */
const LOOK = new Set(
  [
    // The frame.
    "t p title csp base site language embed analytics searchHint showSource isHome guides channelTree reference crumbs next previous noindex canonical ogType edit feedback headline portal portalSections markdown rail looks",
    // Words for the page alone, and what a list of messages says itself.
    "about acts intro hint detailsHint headersHint sentences variant variants",
    // Names, links and anchors of what is printed beside them.
    "kind entityKind heading headings anchor label nameLabel href link mono text words direction badge same group typeInWords protocolSentence isProtocolInWords contentTypeNote contentTypeAssumed fillIn",
    // Which parts a template shows, and where lists go on.
    "hasContents contents hasServerTabs hasTabs hasFilter groupsTitle moreGroups channelsHref serversHref usesHref moreUses allUses answersOnly unreadServers cut explained listTitle range allGroups folded filterText oneCode",
    // Pictures and other forms of the same.
    "flow diagram print noPrint yaml index matrix matrixTitle sign tone sums sendCount receiveCount sourceLabel sinceText",
  ].flatMap((names) => names.split(" ")),
);

/** The fields of a link. Besides its text, they only serve its look. */
const LINK = new Set(["href", "name", "text", "part", "label", "mono", "deprecated", "direction", "address", "broker", "bad", "times"]);

/** Fields whose list is the whole content of a page. */
const WHOLE = new Set(["servers", "schemes", "tags", "groups", "parts", "brokers", "versions"]);

/** Fields that are labelled with another field's word. */
const CALLED: Readonly<Record<string, string>> = {
  identifier: "id",
  id: "key",
  keys: "key",
  channelBindings: "group-channelBindings",
  access: "authorize",
  security: "authorize",
  replies: "replies-to",
  uses: "used-by",
  full: "messages",
  location: "read-from",
  tree: "structure",
  enum: "one-of",
  examples: "for-example",
  channelRows: "channels",
  serverRows: "servers",
  logoLink: "logo",
  openIdConnectUrl: "openid-url",
  file: "schema-file",
  files: "schema-files",
  headersFormat: "headers",
  title2: "title",
  externalDocs: "more-documentation",
  gave: "trait-gave",
  whole: "as-written",
  replaced: "trait-replaced",
  shared: "shared-as",
  silent: "uses-nothing",
  clashes: "does-not-fit",
  doubts: "cannot-tell",
  otherSchemas: "variants",
  senders: "portal.sent-by",
  receivers: "portal.received-by",
  parties: "concerns",
  since: "portal.compared-with",
  breaking: "change-breaking",
  unknown: "change-unknown",
  compatible: "change-compatible",
  annotation: "change-annotation",
};

/** Fields of items that are labelled. Other facts of an item speak for themselves. */
const LABELLED = new Set("fit owner earlier senders receivers sendsTo receivesFrom parties channels users".split(" "));

/** Texts of items that are words of the interface or of people, so that even a single word is no code. */
const WORDS = new Set("summary does version owner environment messages said all".split(" "));

/** Numbers of items that are printed, with their labels. */
const COUNTED = new Set("breaking unknown compatible annotation clashes".split(" "));

/** What an item says if a field is true. */
const IF_TRUE: Readonly<Record<string, WordKey>> = {
  reply: "site.reply",
  sends: "portal.sends",
  receives: "portal.receives",
  stale: "portal.state-stale",
};

/** Why a receiver refuses something, after the field that it is about. */
function reason({ field, why, told }: View): string {
  return joined([stringOf(field) && code(stringOf(field)), plain(told), plain(why)], " ");
}

/** What is printed about a thing: facts, one on each line, then sentences, then parts with headings. */
class Text {
  readonly facts: string[] = [];
  /** Sentences about the thing. */
  readonly lead: string[] = [];
  readonly blocks: string[] = [];
  /** Problems of the thing. */
  readonly problems: string[] = [];

  toString(): string {
    return joined([this.facts.join("\n"), ...this.lead, ...this.blocks, ...this.problems], "\n\n");
  }
}

/** Prints the pages of one site. */
export class PageMarkdown {
  readonly #words: Words;
  readonly #shared = new SharedTexts();
  readonly #trees: TreeMarkdown;

  constructor(words: Words) {
    this.#words = words;
    this.#trees = new TreeMarkdown(words, this.#shared, (items) => this.#problems({ items }));
  }

  /** @param kind the kind of thing the page is about, in words; empty for several things */
  page(page: object, kind: string): string {
    const view = page as View;
    const title = heading(1, `${kind === "" ? "" : `${kind}: `}${plain(view.heading)}`);
    const text = `\n\n${this.#content(view, 2)}\n`.replace(/\n{3,}/g, "\n\n");
    // Slots, which are filled when parts are merged, have their own line breaks.
    const { note, also } = (view.portal ?? {}) as Readonly<Record<"note" | "also", { html: string } | undefined>>;
    return `${title}${note?.html ?? ""}${text}${also?.html ?? ""}`;
  }

  /** A guide: its own text, with the parts of the reference where it shows them. */
  guide(page: object): string {
    const { parts, guideText } = page as { parts: readonly { embed?: View }[]; guideText: (twins: GuideTwins) => string };
    const embeds = parts.flatMap(({ embed }) => (embed ? [this.#embed(embed)] : []));
    return guideText({ embeds, twin: hrefOf });
  }

  /** A part of the reference within a guide. */
  #embed({ kind, link, trees, panel }: View): string {
    const shown = viewsOf(trees).map(({ title, tree }) => joined([plain(title), this.#body(tree, LOWEST)], "\n\n"));
    if (isView(panel)) shown.push(this.#body(panel, LOWEST - 1));
    return joined([`${plain(kind)}: ${this.#link(link as View)}`, ...shown], "\n\n");
  }

  /** Part of a page: a heading and what a view says. */
  part(title: string, view: object): string {
    return `\n## ${inline(title)}\n\n${this.#content(view as View, 3)}\n`;
  }

  /** Links, one after the other. */
  links(links: readonly object[]): string {
    return this.#links(links as readonly View[]);
  }

  /** A change as an item of a list, with what was and is, and its witness below it. */
  #change({ headline, message, whom, known, now, was, sides, accepted, links, shows, witness }: View): string {
    const placed = (sides ? [] : [was, now]) as readonly View[];
    const said = [
      phrase(headline as { html: string }),
      plain(message),
      plain(whom),
      isView(known) ? `${plain(known.title)}: ${this.#receivers(listOf(known.items))}` : "",
      ...placed.map((place) => this.#place(place)),
      plain(accepted),
      ...listOf(links).map((link) => this.#link(link as View)),
    ];
    const line = `- ${joined(said, " — ")}`;
    const lines = (listOf(sides) as readonly View[]).map((side) => {
      const value = stringOf(side.value);
      const stated = value === "" ? plain(side.none) : value.split("\n").map(code).join(", ");
      return `  - ${plain(side.title)}: ${joined([stated, this.#place(side)], " — ")}`;
    });
    const item = [line, ...lines].join("\n");
    if (!isView(witness)) return item;
    return `${item}\n\n${indented(`${plain(shows)}\n\n${block(stringOf(witness.text), "json")}`, "  ")}\n`;
  }

  /** A place in a document, as a link if it has a page. */
  #place(place: View): string {
    const { href, text } = place;
    return href === "" ? (text === "" ? "" : code(stringOf(text))) : this.#link(place);
  }

  /** Other APIs, and whether they can take what is sent. */
  #receivers(parties: readonly unknown[]): string {
    return parties.map((each) => [this.#link(each as View), this.#fact((each as View).verdict)].join(" ").trimEnd()).join(", ");
  }

  /** A clash or doubt between two APIs. */
  #pair({ sender, receiver, ...rest }: View): string {
    return `${this.#link(sender as View)} → ${this.#link(receiver as View)}: ${this.#said(rest)}`;
  }

  /** The facts of a view on one line. */
  #said(view: View): string {
    const { field, why, told, ...rest } = view;
    const facts = Object.entries(rest).map(([key, value]) => (LOOK.has(key) ? "" : (this.#fact(value) ?? "")));
    return joined([...facts, reason({ field, why, told })], " — ");
  }

  /** A finding of a portal, with the pages of its places. */
  #finding({ message, hint, owner, code: id, places, clash }: View, level: string): string {
    const said = isView(clash) ? this.#pair(clash) : joined([plain(message), plain(hint), plain(owner)], " ");
    const at = viewsOf(places).map((place) => (place.href === "" ? code(stringOf(place.text)) : this.#link(place)));
    return `- ${inline(level)} ${code(stringOf(id))}: ${said} (${at.join(", ")})`;
  }

  /** How each API describes a message, as a table or in a sentence. */
  #comparison({ name, said: alike, fields, columns, rows, moreRows, moreWays }: View, level: number): string {
    if (alike !== undefined) return `${plain(name)}: ${plain(alike)} ${this.#link(fields as View)}`;
    const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
    const cell = ({ says, same, required, bad, differs }: View): string =>
      joined(
        [
          isHtml(says) ? phrase(says) : this.#words(same === true ? "portal.the-same" : "portal.not-described"),
          required === true ? this.#words("site.required") : "",
          bad === true ? `✗ ${this.#words("portal.verdict-clash")}` : differs === true ? `(${this.#words("portal.differs")})` : "",
        ],
        " ",
      );
    const heads = viewsOf(columns).map(({ apis, more }) => this.#links(listOf(apis) as readonly View[], { more }));
    const lines = viewsOf(rows).flatMap(({ part, name: field, isPath, cells }) => [
      ...(part === undefined ? [] : [line([plain(part), ...heads.map(() => "")])]),
      line([isPath === true ? code(stringOf(field)) : plain(field), ...listOf(cells).map((each) => cell(each as View))]),
    ]);
    const table = [line([this.#words("portal.field"), ...heads]), line(["---", ...heads.map(() => "---")]), ...lines].join("\n");
    const notes = [moreRows, moreWays].map((note) => plain(note));
    return joined([heading(level, plain(name)), table, ...notes], "\n\n");
  }

  /** The label of a field: a word of the interface, otherwise its name. */
  #label(key: string): string {
    const name = CALLED[key] ?? key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const word of [name, `site.${name}`, `example.${name}`, `portal.${name}`]) if (isWordKey(word)) return this.#words(word);
    return key;
  }

  /** Fields that are printed in a form of their own. */
  readonly #own: Readonly<Record<string, (value: never, text: Text, at: { level: number; of: View }) => void>> = {
    deprecated: (value: boolean, text) => {
      if (value) text.facts.push(`- ${this.#words("site.deprecated")}`);
    },
    used: (value: boolean, text) => {
      if (!value) text.facts.push(`- ${this.#words("site.unused")}`);
    },
    summary: (value: string, text, { of }) => {
      // The summary of other pages is only for search engines.
      const isContent = !("csp" in of) || ((of.kind === "channel" || of.kind === "operation") && !("rail" in of));
      if (value !== "" && isContent) text.lead.push(inline(value));
    },
    lead: (value: string, text) => void text.lead.push(inline(value)),
    reading: (value: string, text) => void text.lead.push(inline(value)),
    more: (value: unknown, text) => {
      if (isLink(value)) text.blocks.push(this.#link(value as View));
    },
    moreClashes: (value: View, text) => void text.blocks.push(this.#link(value)),
    home: (value: View, text) => void text.facts.push(`- ${this.#link(value)}`),
    feed: (value: string, text) => void text.facts.push(`- ${linkTo(value, this.#words("portal.feed"))}`),
    attention: (value: readonly unknown[], text, { level }) => void text.blocks.push(this.#items(value, level)),
    rows: (value: readonly unknown[], text, { level }) => void text.blocks.push(this.#items(value, level)),
    standing: (value: readonly View[], text) => void text.lead.push(value.map((each) => plain(each.text)).join(" · ")),
    lonely: ({ text: said, items, more }: View, text) => {
      text.blocks.push(`${plain(said)} ${this.#links(listOf(items) as readonly View[], { more })}`);
    },
    who: (value: readonly unknown[], text, { level }) => this.#itemsOf("who", value, text, level),
    usedBy: (value: View | readonly unknown[], text, { level }) => {
      if (Array.isArray(value) && value.some((each) => isView(each) && "sourceLabel" in each)) this.#itemsOf("usedBy", value, text, level);
      else this.#field("usedBy", value, text, level);
    },
    rowGroups: (value: readonly View[], text, { level }) => {
      for (const { name, rows } of value) {
        const body = this.#items(listOf(rows), level);
        if (name === undefined) text.blocks.push(body);
        else this.#section(text, { title: plain(name), level, body });
      }
    },
    ranks: (value: readonly View[], text, { level }) => {
      for (const { title, items } of value) {
        this.#section(text, { title: plain(title), level, body: this.#items(listOf(items), level) });
      }
    },
    clashCards: (value: readonly View[], text, { level }) => {
      const cards = value.map(({ title, field, why, told, witness, sides: judged }) => {
        const sides = viewsOf(judged).map((side) => {
          const verdict = this.#words(side.isRefused === true ? "portal.refused" : "portal.allowed");
          const described = joined(
            [isHtml(side.says) ? phrase(side.says) : plain(side.unknown), side.required === true ? this.#words("site.required") : ""],
            this.#words("schema.value.comma"),
          );
          const name = side.field === undefined ? plain(side.whole) : code(stringOf(side.field));
          const said = described === "" ? "" : `${name}: ${described}`;
          const at = code(`${stringOf(side.file)}#${stringOf(side.pointer)}`);
          return `- ${joined([`${plain(side.title)}: ${inline(verdict)}`, said, at], " — ")}`;
        });
        const proof = isView(witness) ? `${this.#words("portal.proof")}:\n\n${block(stringOf(witness.text), "json")}` : "";
        return joined([heading(level + 1, plain(title)), this.#said({ field, why, told }), proof, sides.join("\n")], "\n\n");
      });
      this.#section(text, { title: this.#words("portal.what-clashes"), level, body: cards.join("\n\n") });
    },
    comparisons: (value: readonly View[], text, { level }) => {
      const body = value.map((each) => this.#comparison(each, level + 1)).join("\n\n");
      this.#section(text, { title: this.#words("portal.described-by-each"), level, body });
    },
    findings: (value: readonly View[], text, { of }) =>
      void text.blocks.push(value.map((each) => this.#finding(each, stringOf(of.level))).join("\n")),
    level: () => undefined,
    message: (value: View, text, { level }) => this.#fill(text, value, level),
    route: (value: readonly View[], text) => {
      const lines = value.map(({ way, application, others, channel, messages }) => {
        const arrow = way === "send" ? "→" : "←";
        const items = isView(messages) ? (listOf(messages.items) as readonly View[]) : [];
        const what = joined([this.#links(items, isView(messages) ? messages : {}), isView(channel) ? this.#link(channel) : ""], " · ");
        return `${plain(application)} ${arrow} ${plain(others)}${what === "" ? "." : `: ${what}`}`;
      });
      text.lead.unshift(...lines);
    },
    // Part of `verb`: the document's own word for the direction.
    says: () => undefined,
    verb: (value: string, text, { of }) => {
      if (value !== "") text.facts.push(`- ${plain(of.says)} ${code(value)}`);
    },
    unread: (value: string, text) => {
      if (value !== "") text.lead.unshift(inline(value));
    },
    connect: (value: View, text) => {
      const fact = (word: WordKey, said: string): unknown => said !== "" && text.facts.push(`- ${this.#words(word)}: ${said}`);
      fact(
        "site.protocol",
        listOf(value.protocols)
          .map((each) => plain(each))
          .join(", "),
      );
      fact("site.address", value.known === true ? (this.#fact(value.address) ?? "") : "");
      fact(
        "site.servers",
        viewsOf(value.servers)
          .map((each) => `${this.#link(each)} ${this.#fact(each.address) ?? ""}`)
          .join(", "),
      );
      if (isView(value.access)) fact("site.authorize", this.#access(value.access));
      for (const { term, values } of value.facts as readonly { term: string; values: readonly { html: string }[] }[]) {
        if (values.length > 0) text.facts.push(`- ${inline(term)}: ${values.map(phrase).join(", ")}`);
      }
      text.blocks.push(...Object.values(value.lost as View).flatMap((each) => listOf(each).map((line) => plain(line))));
    },
    others: (value: View, text, { level }) => {
      const title = plain(value.heading);
      const more = (count: unknown, href: unknown): string[] =>
        Number(count) > 0
          ? [`- ${linkTo(stringOf(href), `${this.#words("site.number", { number: Number(count) })} ${this.#words("site.more-short")}`)}`]
          : [];
      const lines = viewsOf(value.items).flatMap((other) => [
        joined([`- ${this.#link(other)}`, plain(other.summary)], " — "),
        ...viewsOf(other.messages).map((each) => this.#item(each, level)),
        ...more(other.more, other.href),
      ]);
      this.#section(text, { title, level, body: [...lines, ...more(value.more, value.moreHref)].join("\n") });
    },
    plainFields: (value: readonly unknown[], text, { level }) => void text.facts.push(...value.map((field) => this.#item(field, level))),
    fields: (value: readonly unknown[], text, { level }) => {
      if (value.length > 0) text.blocks.push(this.#list(value, level));
    },
    changed: (value: View, text) => void text.facts.push(`- ${this.#link(value)}`),
    nothing: (value: string, text) => {
      if (value !== "") text.blocks.push(inline(value));
    },
    report: (value: string, text) => void text.facts.push(`- ${linkTo(value, this.#words("site.change-report"))}`),
    tally: (value: readonly View[], text) => {
      if (value.length > 0) text.facts.push(`- ${value.map((badge) => plain(badge.text)).join(", ")}`);
    },
    changeSections: (value: readonly View[], text, { level }) => {
      for (const { title, items, more } of value) {
        const lines = viewsOf(items).map((each) => this.#change(each));
        const body = joined([lines.join("\n"), plain(more)], "\n\n");
        this.#section(text, { title: plain(title), level, body });
      }
    },
    pageOf: (value: string, text) => void text.lead.push(`${inline(value)}.`),
    choice: (value: string, text, { of }) => {
      if (listOf(of.messages).length > 1) text.blocks.push(inline(`${value}.`));
    },
    lost: (value: View, text) => {
      const lines = Object.values(value).flatMap((each) => listOf(each).map((line) => plain(line)));
      // The connection card may already have said it.
      text.blocks.push(...lines.filter((line) => !text.blocks.includes(line)));
    },
    hasNoMessage: (value: boolean, text) => {
      if (value) text.blocks.push(this.#words("site.no-messages"));
    },
    contentType: (value: string, text, { of }) =>
      void text.facts.push(`- ${this.#label("contentType")}: ${joined([value === "" ? "" : said(value), plain(of.contentTypeNote)], " ")}`),
    nameless: (value: boolean, text) => {
      if (value) text.facts.push(`- ${this.#words("site.message-name")}: ${this.#words("site.no-message-name")}`);
    },
    source: (value: { shared?: readonly string[] }, text) => {
      if (value.shared?.length) text.facts.push(`- ${this.#label("shared")}: ${value.shared.map(code).join(", ")}`);
    },
    cards: (value: readonly { href: string; count: number; label: string }[], text) =>
      void text.facts.push(...value.map(({ href, count, label }) => `- ${linkTo(href, `${count} ${label}`)}`)),
    furtherFields: (value: readonly { label: string; values: readonly unknown[] }[], text, { level }) => {
      for (const { label, values } of value) this.#section(text, { title: inline(label), level, body: this.#list(values, level + 1) });
    },
    ways: (value: readonly View[], text, { level }) => {
      for (const { heading: title, items } of value) {
        this.#section(text, { title: plain(title), level, body: this.#list(listOf(items), level + 1) });
      }
    },
    channelGroups: (value: readonly View[], text, { level, of }) => {
      const groups = value.map((group) => {
        const ways = viewsOf(group.ways).map(({ direction, said: count }) => `${plain((direction as View).name)}: ${plain(count)}`);
        return `- ${joined([this.#link(group), plain(group.summary), ...ways], " — ")}`;
      });
      this.#section(text, { title: plain(of.groupsTitle), level, body: groups.join("\n") });
    },
    examples: (value: View | readonly unknown[], text, { level }) => {
      if (isView(value) && typeof value.label === "string") text.facts.push(`- ${linkTo(stringOf(value.href), value.label)}`);
      else this.#field("examples", value, text, level);
    },
    uses: (value: View | readonly unknown[], text, { level, of }) => {
      const { usesHref, moreUses } = of;
      if (isView(value) || typeof moreUses !== "number") return this.#field("uses", value, text, level);
      const more = `- ${linkTo(stringOf(usesHref), this.#words("site.more", { count: moreUses }))}`;
      this.#section(text, { title: this.#label("uses"), level, body: `${this.#list(value, level + 1)}\n${more}` });
    },
    pages: (value: readonly { href: string; number: number; current: boolean }[], text) => {
      const links = value.map(({ href, number, current }) => (current ? String(number) : `[${number}](${hrefOf(href)})`));
      if (links.length > 0) text.blocks.push(`${this.#words("site.pages")}: ${links.join(" · ")}`);
    },
    pageProblems: (value: View, text, { level }) =>
      this.#section({ blocks: text.problems }, { title: this.#words("site.problems"), level, body: this.#problems(value) }),
    problems: (value: unknown, text, { level }) => {
      const list = Array.isArray(value) ? { items: value } : (value as View);
      const items = Array.isArray(list.groups)
        ? (list.groups as readonly View[]).flatMap((group) => listOf(group.items))
        : listOf(list.items);
      this.#section({ blocks: text.problems }, { title: this.#words("site.problems"), level, body: this.#problems({ ...list, items }) });
    },
    // The marks of a page's own fields are among the problems of the page.
    marks: (value: View, text, { of }) => {
      const items = Object.values(value).flatMap((each) => listOf(each));
      if (items.length > 0 && !("csp" in of)) text.problems.push(this.#problems({ items }));
    },
    unreadPayload: (value: readonly unknown[], text, { of }) => {
      if (of.payload !== undefined) return;
      const said = this.#words(value.length > 0 ? "site.unread-payload" : "site.no-payload");
      text.blocks.push(joined([said, this.#problems({ items: value })], "\n\n"));
    },
    json: (value: { html: string }, text, { level }) =>
      this.#section(text, { title: this.#label("whole"), level, body: block(textOf(value.html), "json") }),
    // Two languages are enough for a text that programs also read; the page has the others.
    commands: (value: CommandsView, text, { level }) => {
      const { servers, tabs } = value;
      const own = value.own?.samples ?? [];
      const ours = own.map(({ name, text: code }) => `${heading(level + 1, inline(name))}\n\n${block(code, "")}`);
      const made = servers.map(({ server, others, name, samples: all }) => {
        const samples = all.slice(0, MOST_SAMPLES);
        const fills = samples.flatMap(({ fill }) => fill.map((each) => `${each.names.map(code).join(", ")} ${inline(each.what)}`));
        const filled = [...new Set(fills)].join(" · ");
        const shown = samples.map(({ name: language, text: sample = "", language: key }) =>
          sample === "" ? "" : `${heading(level + 1, inline(`${language} ${name}`))}\n\n${block(sample, FENCES[key] ?? key)}`,
        );
        return joined([inline(server), ...shown, filled === "" ? "" : `${this.#words("site.fill-in")}: ${filled}`, inline(others)], "\n\n");
      });
      const body = [...ours, ...made];
      const more = tabs.slice(own.length + MOST_SAMPLES).map(({ name }) => name);
      if (more.length > 0) body.push(inline(this.#words("site.code-more", { names: more.join(", ") })));
      this.#section(text, { title: this.#words("site.commands"), level, body: body.join("\n\n") });
    },
    components: (value: readonly View[], text, { level }) => {
      for (const each of value) {
        const { name, json, ...rest } = each as View & { name: string; json: { html: string } };
        this.#section(text, {
          title: inline(name),
          level: level + 1,
          body: joined([this.#content(rest, level + 2), block(textOf(json.html), "json")], "\n\n"),
        });
      }
    },
  };

  /** A section with a list, each item on a line. */
  #itemsOf(key: string, items: readonly unknown[], text: Text, level: number): void {
    this.#section(text, { title: this.#label(key), level, body: this.#items(items, level) });
  }

  /** A list, each item on a line. */
  #items(items: readonly unknown[], level: number): string {
    return items.map((each) => this.#item(each, level)).join("\n");
  }

  #section({ blocks }: { readonly blocks: string[] }, { title, level, body }: { title: string; level: number; body: string }): void {
    if (body.trim() !== "") blocks.push(`${heading(level, title)}\n\n${body}`);
  }

  /** Everything in a view, without a heading. */
  #content(view: View, level: number): string {
    const text = new Text();
    this.#fill(text, view, level);
    return text.toString();
  }

  #fill(text: Text, view: View, level: number): void {
    for (const key of Object.keys(view)) {
      if (LOOK.has(key) || key === "shared" || key === "title" || (key === "name" && "label" in view)) continue;
      const value = view[key];
      const own = Object.hasOwn(this.#own, key) ? this.#own[key] : undefined;
      if (own && value !== undefined) own(value as never, text, { level, of: view });
      else if (
        "csp" in view &&
        WHOLE.has(key) &&
        !("lost" in view) &&
        listOf(value).some((each) => isView(each) && ("anchor" in each || "tree" in each))
      ) {
        text.blocks.push(this.#list(value as readonly unknown[], level));
      } else this.#field(key, value, text, level);
    }
  }

  #field(key: string, value: unknown, text: Text, level: number): void {
    const fact = this.#fact(value);
    if (fact !== undefined) {
      if (fact !== "") text.facts.push(`- ${this.#label(key)}: ${fact}`);
    } else if (isProse(value)) text.lead.push(this.#prose(value, level));
    else {
      const title = isView(value) && "tabs" in value ? this.#words("example.title") : this.#label(key);
      this.#section(text, { title, level, body: this.#body(value, level + 1) });
    }
  }

  /** A text of the document below our headings of a level. Its own headings are deeper, so none can pass for ours. */
  #prose(text: ProseValue, level: number): string {
    return text.markdown(Math.min(level + 1, LOWEST));
  }

  /** A value that fits on one line; `undefined` for others. */
  #fact(value: unknown): string | undefined {
    if (value === undefined || typeof value === "boolean" || typeof value === "number") return "";
    if (typeof value === "string") return value === "" ? "" : said(value);
    if (Array.isArray(value)) return this.#factOfList(value as readonly unknown[]);
    const view = value as View;
    // Checked before reading other fields, because those of a shared view are copies.
    if ("tabs" in view || "rows" in view || "root" in view) return undefined;
    if ("alternatives" in view || "demands" in view) return this.#access(view);
    if (isProse(view)) return undefined;
    if (isHtml(view)) return phrase(view);
    if (isLink(view) || isAddressed(view)) return this.#link(view);
    if (isVerdict(view)) return `${stringOf(view.sign)} ${plain(view.text)}`.trimStart();
    if (isValue(view)) return isHtml(view.block) ? undefined : this.#value(view);
    if (
      Array.isArray(view.items) &&
      view.items.every((item) => isLink(item) || isAddressed(item)) &&
      !(view.items as View[]).some(({ summary }) => summary)
    )
      return this.#links(view.items as View[], view);
    // Several short facts, such as those of a contact or licence, are joined into one.
    const facts = Object.entries(view).map(([key, each]) => (LOOK.has(key) ? "" : this.#fact(each)));
    return facts.includes(undefined) ? undefined : facts.filter((each) => each !== "").join(", ");
  }

  #factOfList(list: readonly unknown[]): string | undefined {
    if (list.length === 0) return "";
    if (list.every((each) => typeof each === "string")) return list.map(said).join(", ");
    if (list.every((each) => isView(each) && "variable" in each)) return code(list.map((each) => stringOf((each as View).text)).join(""));
    if (list.every((each) => isValue(each) && !isHtml((each as View).block)))
      return list.map((each) => this.#value(each as View)).join(", ");
    if (list.every((each) => (isLink(each) || isAddressed(each)) && Object.keys(each as View).every((key) => LINK.has(key)))) {
      return this.#links(list as readonly View[]);
    }
    return undefined;
  }

  #links(links: readonly View[], { more = 0, href, none }: View = {}): string {
    if (links.length === 0) return plain(none);
    if (more === 0) return links.map((link) => this.#link(link)).join(", ");
    return `${links.map((link) => this.#link(link)).join(", ")} … ${linkTo(stringOf(href), this.#words("site.more", { count: Number(more) }))}`;
  }

  #link(link: View): string {
    const { href, part, broker, times, bad } = link;
    const address = viewsOf(link.address)
      .map((each) => stringOf(each.text))
      .join("");
    const before = stringOf(part) === "" ? "" : `${plain(part)}: `;
    const after = [stringOf(broker) && code(stringOf(broker)), plain(times), bad === true ? "✗" : ""].filter((said) => said !== "");
    return [before + linkTo(stringOf(href), stringOf(link.text) || stringOf(link.name) || address), ...after].join(" ");
  }

  /** A value of the document. */
  #value(value: View): string {
    if (typeof value.text === "string") return code(value.text);
    if (isHtml(value.inline)) return code(textOf(value.inline.html));
    const cut = value.cut === true ? `\n\n${this.#words("site.cut-short")}` : "";
    return isHtml(value.block) ? `${block(textOf(value.block.html), "json")}${cut}` : "";
  }

  /** A value that takes lines of its own. */
  #body(value: unknown, level: number): string {
    if (Array.isArray(value)) return this.#list(value as readonly unknown[], level);
    const view = value as View;
    if ("root" in view) return this.#trees.tree(view);
    if ("rows" in view) return this.#trees.rows(view, "");
    if ("tabs" in view)
      return atLevel(
        this.#shared.once(view, (panel) => this.#panel(panel)),
        level,
      );
    if (isValue(view)) return this.#value(view);
    if (Array.isArray(view.items))
      return `${this.#list(view.items as readonly unknown[], level)}${typeof view.more === "number" && view.more > 0 ? `\n- ${this.#words("site.more", { count: view.more })}` : ""}`;
    return this.#content(view, level);
  }

  #list(list: readonly unknown[], level: number): string {
    const isItem = (each: unknown): boolean =>
      !isView(each) ||
      !(
        "anchor" in each ||
        "whole" in each ||
        "tree" in each ||
        "protocol" in each ||
        "values" in each ||
        "externalDocs" in each ||
        "hasFields" in each ||
        "source" in each
      ) ||
      ("href" in each && !("anchor" in each));
    return list
      .map((each) => (isItem(each) ? this.#item(each, level) : this.#part(each as View, level)))
      .join(list.every(isItem) ? "\n" : "\n\n");
  }

  /** One of several named things. */
  #part(view: View, level: number): string {
    const { title, name, protocol, label, ...rest } = view;
    const named = stringOf(title) || stringOf(name) || stringOf(protocol) || stringOf(label);
    const isServer = named !== protocol;
    const body = this.#content(isServer && typeof protocol === "string" ? { ...rest, protocol } : rest, level + 1);
    return named === "" ? body : `${heading(level, inline(named))}\n\n${body}`;
  }

  #item(item: unknown, level: number): string {
    if (!isView(item)) return `- ${said(stringOf(item))}`;
    if ("code" in item && "message" in item) return this.#problems({ items: [item] });
    if (isLink(item.sender) && isLink(item.receiver)) return `- ${this.#pair(item)}`;
    const { key, name, title, text, value, href, label, ...rest } = item;
    const head =
      typeof href === "string"
        ? this.#link(item)
        : isLink(item.api)
          ? this.#link(item.api as View)
          : said(
              stringOf(key) || stringOf(name) || stringOf(title) || stringOf(text) || textOf(isHtml(label) ? label.html : stringOf(label)),
            );
    const lines: string[] = [];
    const words: string[] = typeof href === "string" && typeof key === "string" && key !== "" ? [code(key)] : [];
    if (isView(item.direction)) words.push(plain(item.direction.name));
    if (typeof href === "string" && typeof name === "string" && text !== undefined && item.same !== true && name !== "")
      words.push(said(name));
    for (const [field, each] of [["value", value] as const, ...Object.entries(rest)]) {
      const fact = this.#factOfItem(field, each, item);
      if (fact === undefined) lines.push(isProse(each) ? this.#prose(each, level) : this.#body(each, level));
      else if (fact !== "") words.push(LABELLED.has(field) ? `${this.#label(field)}: ${fact}` : fact);
    }
    if (item.problems !== undefined) lines.push(this.#problems({ items: item.problems }));
    const line = words.length === 0 ? head : `${head}: ${words.join(" — ")}`;
    return [`- ${line}`, ...lines.filter((each) => each !== "").map((each) => indented(each, "  "))].join("\n\n");
  }

  /** The text of an item's field. Empty if it adds nothing to the item's line, `undefined` if it needs lines of its own. */
  #factOfItem(field: string, value: unknown, item: View): string | undefined {
    if (field === "kind") return plain(value);
    if (value === true && IF_TRUE[field]) return this.#words(IF_TRUE[field]);
    if (typeof value === "number")
      return value > 0 && COUNTED.has(field) ? `${this.#label(field)}: ${this.#words("site.number", { number: value })}` : "";
    if (field === "told" || (field === "why" && !("told" in item))) return reason(item);
    if (field === "why") return "";
    const isInHead = field === "api" || (field === "address" && !isLink(item) && isAddressed(item));
    const isElsewhere = ["part", "problems", "undirected"].includes(field) || (field === "field" && ("why" in item || "told" in item));
    if (LOOK.has(field) || isInHead || isElsewhere) return "";
    return typeof value === "string" && WORDS.has(field) ? inline(value) : this.#fact(value);
  }

  /** Security alternatives, of which one is enough, and who asks for them. */
  #access(view: View): string {
    const { words } = { words: this.#words };
    if ("demands" in view) {
      const demands = listOf(view.demands).map((each) => {
        const demand = each as View;
        const by = listOf(demand.servers).map((server) => this.#link(server as View));
        return `${this.#access(demand.security as View)}${view.named === true ? ` (${[...(demand.own === true ? [words("site.authorize-own")] : []), ...(by.length > 0 ? [`${stringOf(demand.forServers)} ${by.join(", ")}`] : [])].join(` ${words("site.and")} `)})` : ""}`;
      });
      return demands.join("; ");
    }
    if (view.undeclared === true) return words("site.not-declared");
    const alternatives = listOf(view.alternatives).map((each) => {
      const { schemes, nothing } = each as { schemes: readonly (View & { scopes: readonly string[] })[]; nothing: boolean };
      if (nothing) return words("site.nothing-needed");
      return schemes
        .map((scheme) =>
          [
            typeof scheme.href === "string" ? this.#link(scheme) : `${code(stringOf(scheme.name))} (${words("site.lost-here")})`,
            ...scheme.scopes.map(code),
          ].join(" "),
        )
        .join(` ${words("site.and")} `);
    });
    return alternatives.join(`, ${words("site.or")} `);
  }

  #problems({ items, more }: View): string {
    const lines = listOf(items).map((each) => {
      const { error, code: id, message, label, owner } = each as View;
      const place = stringOf(label) === "" ? "" : ` (${code(stringOf(label))})`;
      const of = isLink(owner) ? ` in ${this.#link(owner as View)}` : "";
      return `- ${error === true ? "error" : "warning"} ${code(stringOf(id))}: ${plain(message)}${place}${of}`;
    });
    if (typeof more === "number" && more > 0) lines.push(`- ${this.#words("site.more", { count: more })}`);
    return lines.join("\n");
  }

  /** The examples of a message. Their headings begin with `LEVEL`, those of their fields with one `#` more. */
  #panel({ tabs, note }: View): string {
    const parts = listOf(tabs).map((each) => {
      const {
        name,
        badge,
        summary,
        note: about,
        origin,
        parts: values,
        problems,
        moreProblems,
        cut,
        alsoMatches,
        ...fields
      } = each as View;
      const verdict = isView(badge) ? ` (${plain(badge.text)})` : "";
      const body = listOf(values).map((value) => {
        const { label, body: printed } = value as { label: string; body: { html: string } };
        return `${label === "" ? "" : `${inline(label)}:\n\n`}${block(textOf(printed.html), "json")}`;
      });
      const wrong = listOf(problems).map((problem) => {
        const { whole, pointer, message, hint } = problem as Readonly<Record<string, string>>;
        const { label = "" } = (problem as { source: { label?: string } }).source;
        const place = label === "" ? "" : ` (${code(label)})`;
        return `- ${whole === "" ? code(pointer ?? "") : (whole ?? "")} ${inline(message ?? "")}${place}. ${inline(hint ?? "")}`.trimEnd();
      });
      const others = listOf(alsoMatches).length > 0 ? [this.#links(alsoMatches as readonly View[])] : [];
      const notes = [summary, about, origin]
        .map(stringOf)
        .filter((line) => line !== "")
        .map(inline);
      const further = this.#content(fields, LOWEST).replace(/^#{6}(?= )/gm, `${LEVEL}#`);
      const rest = [wrong.join("\n"), stringOf(moreProblems), stringOf(cut), ...others, further];
      return joined([`${LEVEL} ${plain(name)}${verdict}`, ...notes, ...body, ...rest], "\n\n");
    });
    return joined([...parts, plain(note)], "\n\n");
  }
}
