import { code, inline, phrase } from "../machine/index.ts";
import type { AddressPart } from "../site/index.ts";

/** Prints the views of pages that span APIs as Markdown. HTML and Markdown say the same. */

interface Link {
  readonly text: string;
  readonly href: string;
}

interface Party extends Link {
  readonly bad?: boolean;
  readonly times?: string;
}

interface Parties {
  readonly items: readonly Party[];
  readonly more: number;
}

interface Verdict {
  readonly sign: string;
  readonly text: string;
}

interface OnChannel {
  readonly href: string;
  readonly address: readonly AddressPart[];
}

type Labels = Readonly<Record<string, string>>;

/** Links lead to Markdown twins where there are any. This one handles the portal's own pages. */
function href(target: string): string {
  return target.replace(/\.html(?=#|$)/, ".md");
}

function link({ text, href: target }: Link): string {
  return target === "" ? inline(text) : `[${inline(text)}](${href(target)})`;
}

function channel({ href: target, address }: OnChannel): string {
  return `[${inline(address.map(({ text }) => text).join(""))}](${href(target)})`;
}

function parties({ items, more }: Parties, nobody: string): string {
  if (items.length === 0) return inline(nobody);
  const all = items.map((item) => link(item) + (item.bad === true ? " ✗" : "") + (item.times ? ` ${item.times}` : ""));
  return all.join(", ") + (more > 0 ? ` +${more}` : "");
}

function verdict(fit: Verdict | undefined): string {
  return fit ? `${fit.sign} ${inline(fit.text)}` : "";
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** Facts with their names. Empty ones are left out. */
function facts(pairs: readonly (readonly [name: string, said: string])[]): string {
  return pairs.flatMap(([name, said]) => (said === "" ? [] : [`${inline(name)}: ${said}`])).join("; ");
}

function document(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function reason({ field, why }: { readonly field: string; readonly why: string }): string {
  return (field === "" ? "" : `${code(field)} `) + inline(why);
}

function clashText(clash: ClashLine, label: Labels): string {
  const { sender, receiver, on, message } = clash;
  return `${link(sender)} → ${link(receiver)} ${label.on ?? ""} ${channel(on)} (${inline(message)}): ${reason(clash)}`;
}

interface ClashLine {
  readonly sender: Link;
  readonly receiver: Link;
  readonly on: OnChannel;
  readonly message: string;
  readonly field: string;
  readonly why: string;
}

interface ApiRow extends Link {
  readonly key: string;
  readonly summary: string;
  readonly version: string;
  readonly owner: string;
  readonly protocols: string;
  readonly isBuilt: boolean;
  readonly sendsOn: string;
  readonly receivesOn: string;
  readonly clashes?: string;
  readonly stale: boolean;
  readonly examples?: { readonly text: string };
  readonly earlier: readonly Link[];
}

/** The twin of a list of APIs, with the points that need attention. */
export function listTwin(view: {
  readonly heading: string;
  readonly lead?: string;
  readonly p: Labels;
  readonly attention?: readonly {
    readonly badge: string;
    readonly items: readonly (Link & { readonly note?: string })[];
    readonly more?: Link;
  }[];
  readonly rowGroups: readonly { readonly name?: string; readonly rows: readonly ApiRow[] }[];
}): string {
  const { heading, lead = "", p, attention = [], rowGroups } = view;
  const row = (api: ApiRow): string => {
    const said = facts([
      [p.owner ?? "", inline(api.owner)],
      [p.protocols ?? "", inline(api.protocols)],
    ]);
    const checks = [
      ...(api.isBuilt ? [api.sendsOn, api.receivesOn] : [p["could-not-be-built"] ?? ""]),
      ...(api.clashes === undefined ? [] : [api.clashes]),
      ...(api.stale ? [p["state-stale"] ?? ""] : []),
      ...(api.examples ? [api.examples.text] : []),
    ].map(inline);
    const earlier = api.earlier.length > 0 ? `${p.earlier ?? ""}: ${api.earlier.map(link).join(", ")}` : "";
    const name = link(api) + (api.key === "" ? "" : ` ${code(api.key)}`) + (api.version === "" ? "" : ` ${inline(api.version)}`);
    return [name, inline(api.summary), said, checks.join(", "), earlier].filter((part) => part !== "").join("; ");
  };
  return document([
    `# ${inline(heading)}`,
    inline(lead),
    list(
      attention.map(({ badge, items, more }) => {
        const all = items.map((item) => link(item) + (item.note ? ` (${inline(item.note)})` : ""));
        return `${inline(badge)}: ${[...all, ...(more ? [link(more)] : [])].join(", ")}`;
      }),
    ),
    ...rowGroups.flatMap(({ name, rows }) => [name === undefined ? "" : `## ${inline(name)}`, list(rows.map(row))]),
  ]);
}

interface SharedRow extends OnChannel {
  readonly environment: string;
  readonly senders: Parties;
  readonly receivers: Parties;
  readonly messages: string;
  readonly fit: Verdict | undefined;
}

export function channelsTwin(view: {
  readonly heading: string;
  readonly lead: string;
  readonly p: Labels;
  readonly clashes?: readonly ClashLine[];
  readonly brokers: readonly { readonly title: string; readonly rows: readonly SharedRow[] }[];
}): string {
  const { heading, lead, p, clashes = [], brokers } = view;
  const row = (each: SharedRow): string =>
    `${channel(each)}${each.environment === "" ? "" : ` (${inline(each.environment)})`}: ${facts([
      [p["sent-by"] ?? "", parties(each.senders, p.nobody ?? "")],
      [p["received-by"] ?? "", parties(each.receivers, p.nobody ?? "")],
      [p.message ?? "", inline(each.messages)],
      [p.fit ?? "", verdict(each.fit)],
    ])}`;
  return document([
    `# ${inline(heading)}`,
    inline(lead),
    clashes.length > 0 ? `## ${p["does-not-fit"] ?? ""}` : "",
    list(clashes.map((each) => clashText(each, p))),
    ...brokers.flatMap(({ title, rows }) => [`## ${inline(title)}`, list(rows.map(row))]),
  ]);
}

interface ComparedView {
  readonly name: string;
  readonly said?: string;
  readonly fields: Link;
  readonly columns?: readonly { readonly apis: readonly Link[]; readonly more: number }[];
  readonly rows?: readonly {
    readonly part?: string;
    readonly name: string;
    readonly isPath: boolean;
    readonly cells: readonly {
      readonly same: boolean;
      readonly bad: boolean;
      readonly differs: boolean;
      readonly required?: boolean;
      readonly says?: { readonly html: string };
    }[];
  }[];
  readonly moreRows?: string;
  readonly moreWays?: string;
}

/** How each API describes a message, as a table. */
function comparison(view: ComparedView, { p, required }: { readonly p: Labels; readonly required: string }): string {
  const { name, said, fields, columns = [], rows = [], moreRows = "", moreWays = "" } = view;
  if (said !== undefined) return `${inline(name)}: ${inline(said)} ${link(fields)}`;
  const cell = (texts: readonly string[]): string =>
    texts
      .filter((text) => text !== "")
      .join(" ")
      .replaceAll("|", "\\|");
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const lines = rows.flatMap(({ part, name: field, isPath, cells }) => [
    ...(part === undefined ? [] : [line([inline(part), ...cells.map(() => "")])]),
    line([
      cell([isPath ? code(field) : inline(field)]),
      ...cells.map(({ says, same, bad, differs, required: isNeeded = false }) =>
        cell([
          says ? phrase(says) : ((same ? p["the-same"] : p["not-described"]) ?? ""),
          isNeeded ? required : "",
          bad ? `✗ ${p["verdict-clash"] ?? ""}` : differs ? `(${p.differs ?? ""})` : "",
        ]),
      ),
    ]),
  ]);
  const heads = columns.map(({ apis, more }) => cell([apis.map(link).join(", "), more > 0 ? `+${more}` : ""]));
  const table = [line([p.field ?? "", ...heads]), line(["-", ...heads].map(() => "---")), ...lines].join("\n");
  return [`### ${inline(name)}`, table, moreRows, moreWays].filter((each) => each !== "").join("\n\n");
}

export function channelTwin(view: {
  readonly heading: string;
  readonly lead: string;
  readonly p: Labels;
  readonly rows: readonly {
    readonly api: Link;
    readonly does: string;
    readonly operation: Link;
    readonly messages: readonly Link[];
    readonly fit: Verdict | undefined;
    readonly source: string;
  }[];
  readonly silent: readonly Link[];
  readonly clashes: readonly {
    readonly title: string;
    readonly field: string;
    readonly why: string;
    readonly witness?: { readonly text: string };
    readonly senderSource: { readonly file: string; readonly pointer: string };
    readonly receiverSource: { readonly file: string; readonly pointer: string };
  }[];
  readonly comparisons: readonly ComparedView[];
  readonly t: Labels;
  readonly doubts: readonly {
    readonly sender: Link;
    readonly receiver: Link;
    readonly verdict: Verdict | undefined;
    readonly message: string;
    readonly field: string;
    readonly why: string;
  }[];
  readonly linked: readonly (OnChannel & { readonly why: string })[];
}): string {
  const { heading, lead, p, t, rows, silent, clashes, comparisons, doubts, linked } = view;
  return document([
    `# ${inline(heading)}`,
    inline(lead),
    `## ${p.who ?? ""}`,
    list(
      rows.map(
        (row) =>
          `${link(row.api)} ${row.does}: ${[link(row.operation), ...row.messages.map(link), verdict(row.fit), code(row.source)].filter((part) => part !== "").join("; ")}`,
      ),
    ),
    list(silent.map((api) => `${link(api)} ${p["uses-nothing"] ?? ""}`)),
    clashes.length > 0 ? `## ${p["what-clashes"] ?? ""}` : "",
    ...clashes.flatMap(({ title, field, why, witness, senderSource, receiverSource }) => [
      `### ${inline(title)}`,
      reason({ field, why }),
      witness ? `\`\`\`json\n${witness.text}\n\`\`\`` : "",
      list([senderSource, receiverSource].map(({ file, pointer }) => code(`${file}#${pointer}`))),
    ]),
    comparisons.length > 0 ? `## ${p["described-by-each"] ?? ""}` : "",
    ...comparisons.map((each) => comparison(each, { p, required: t.required ?? "" })),
    doubts.length > 0 ? `## ${p["cannot-tell"] ?? ""}` : "",
    list(
      doubts.map(
        (each) => `${link(each.sender)} → ${link(each.receiver)} (${inline(each.message)}): ${verdict(each.verdict)}. ${reason(each)}`,
      ),
    ),
    linked.length > 0 ? `## ${p.linked ?? ""}` : "",
    list(linked.map((each) => `${channel(each)} ${each.why}`)),
  ]);
}

export function messagesTwin(view: {
  readonly heading: string;
  readonly lead: string;
  readonly p: Labels;
  readonly rows: readonly (Link & {
    readonly summary: string;
    readonly senders: Parties & { readonly none: string };
    readonly receivers: Parties & { readonly none: string };
    readonly channels: readonly (OnChannel & { readonly broker: string })[];
    readonly moreChannels: number;
  })[];
}): string {
  const { heading, lead, p, rows } = view;
  return document([
    `# ${inline(heading)}`,
    inline(lead),
    list(
      rows.map((row) => {
        const place = (on: (typeof row.channels)[number]): string => channel(on) + (on.broker === "" ? "" : ` ${code(on.broker)}`);
        const channels = row.channels.map(place).join(", ") + (row.moreChannels > 0 ? ` +${row.moreChannels}` : "");
        const said = facts([
          [p["sent-by"] ?? "", parties(row.senders, row.senders.none)],
          [p["received-by"] ?? "", parties(row.receivers, row.receivers.none)],
          [p.channels ?? "", channels],
        ]);
        return `${link(row)}: ${row.summary === "" ? "" : `${inline(row.summary)}; `}${said}`;
      }),
    ),
  ]);
}

export function messageTwin(view: {
  readonly heading: string;
  readonly summary: string;
  readonly contentType: string;
  readonly p: Labels;
  readonly rows: readonly {
    readonly api: Link;
    readonly sends: boolean;
    readonly receives: boolean;
    readonly message: Link;
    readonly channels: readonly OnChannel[];
    readonly source: string;
  }[];
  readonly variants: readonly (Link & { readonly users: Parties })[];
  readonly comparison?: ComparedView | undefined;
  readonly t: Labels;
}): string {
  const { heading, summary, contentType, p, t, rows, variants, comparison: compared } = view;
  return document([
    `# ${inline(heading)}`,
    inline(summary),
    contentType === "" ? "" : code(contentType),
    `## ${p["used-by"] ?? ""}`,
    list(
      rows.map(({ api, sends, receives, message, channels, source }) => {
        const does = [...(sends ? [p.sends ?? ""] : []), ...(receives ? [p.receives ?? ""] : [])].join(", ");
        return `${link(api)} ${does}: ${[link(message), channels.map(channel).join(", "), code(source)].filter((part) => part !== "").join("; ")}`;
      }),
    ),
    compared ? `## ${p["described-by-each"] ?? ""}` : "",
    compared ? comparison(compared, { p, required: t.required ?? "" }) : "",
    variants.length > 0 ? `## ${p.variants ?? ""}` : "",
    list(variants.map((each) => `${link(each)}: ${parties(each.users, p["nobody-uses"] ?? "")}`)),
  ]);
}

export function mapTwin(view: {
  readonly heading: string;
  readonly lead: string;
  readonly p: Labels;
  readonly ranks: readonly { readonly title: string; readonly items: readonly (Link & { readonly count: string })[] }[];
  readonly rows?: readonly (Link & { readonly sendsTo: Parties; readonly receivesFrom: Parties })[];
  readonly groups?: readonly (Link & { readonly count: string; readonly sendsTo: Parties; readonly clashes?: number })[];
}): string {
  const { heading, lead, p, ranks, rows = [], groups = [] } = view;
  const nobody = p["no-neighbour"] ?? "";
  return document([
    `# ${inline(heading)}`,
    inline(lead),
    list(
      rows.map(
        (row) =>
          `${link(row)}: ${facts([
            [p["sends-to"] ?? "", parties(row.sendsTo, nobody)],
            [p["receives-from"] ?? "", parties(row.receivesFrom, nobody)],
          ])}`,
      ),
    ),
    list(
      groups.map(
        (row) =>
          `${link(row)} (${inline(row.count)}): ${facts([
            [p["sends-to"] ?? "", parties(row.sendsTo, nobody)],
            [p["does-not-fit"] ?? "", row.clashes === undefined ? "" : String(row.clashes)],
          ])}`,
      ),
    ),
    ...ranks.flatMap(({ title, items }) => [`## ${inline(title)}`, list(items.map((item) => `${link(item)}: ${inline(item.count)}`))]),
  ]);
}

export function findingsTwin(view: {
  readonly heading: string;
  readonly lead: string;
  readonly p: Labels;
  readonly groups: readonly {
    readonly title: string;
    readonly level: string;
    readonly lead: string;
    readonly items: readonly {
      readonly message: string;
      readonly hint: string;
      readonly code: string;
      readonly places: readonly Link[];
      readonly clash?: ClashLine;
    }[];
    readonly more?: Link;
  }[];
}): string {
  const { heading, lead, p, groups } = view;
  return document([
    `# ${inline(heading)}`,
    inline(lead),
    ...groups.flatMap(({ title, level, lead: about, items, more }) => [
      `## ${inline(title)} (${inline(level)})`,
      inline(about),
      list(
        items.map(({ message, hint, code: of, places, clash }) => {
          const said = clash ? clashText(clash, p) : `${inline(message)}${hint === "" ? "" : ` ${inline(hint)}`}`;
          return `${said} ${code(of)} ${places.map(({ text, href: page }) => (page === "" ? code(text) : `[${code(text)}](${href(page)})`)).join(", ")}`;
        }),
      ),
      more ? link(more) : "",
    ]),
  ]);
}

/** The section on other APIs that use the channels of a page. */
export function alsoTwin(view: {
  readonly p: Labels;
  readonly several: boolean;
  readonly channels: readonly (OnChannel & {
    readonly environment: string;
    readonly all: string;
    readonly parties: readonly {
      readonly api: Link;
      readonly does: string;
      readonly verdict: Verdict | undefined;
      readonly field: string;
      readonly why: string;
    }[];
  })[];
}): string {
  const { p, several, channels } = view;
  const items = channels.flatMap((on) => [
    ...on.parties.map(({ api, does, verdict: fit, ...said }) => {
      const where = several ? ` ${p.on ?? ""} ${channel(on)}${on.environment === "" ? "" : ` (${inline(on.environment)})`}` : "";
      const facts = [verdict(fit), said.why === "" ? "" : reason(said)].filter((part) => part !== "").join(": ");
      return `${link(api)} ${does}${where}${facts === "" ? "" : `; ${facts}`}`;
    }),
    link({ text: on.all, href: on.href }),
  ]);
  return `\n## ${p.also ?? ""}\n\n${list(items)}\n`;
}

/** The section on the neighbours of an API. */
export function neighboursTwin(view: {
  readonly p: Labels;
  readonly none: boolean;
  readonly rows?: readonly (Link & {
    readonly does: string;
    readonly messages: string;
    readonly on: OnChannel;
    readonly fit: Verdict | undefined;
  })[];
  readonly more?: number;
  readonly clashes?: readonly ClashLine[];
}): string {
  const { p, none, rows = [], more = 0, clashes = [] } = view;
  const items = rows.map((row) => {
    const said = [channel(row.on), inline(row.messages), verdict(row.fit)].filter((part) => part !== "").join("; ");
    return `${row.does}: ${link(row)} ${p.on ?? ""} ${said}`;
  });
  const parts = [
    `## ${p.neighbours ?? ""}`,
    none ? (p["neighbours-none"] ?? "") : list([...items, ...(more > 0 ? [`+${more}`] : [])]),
    clashes.length > 0 ? `### ${p["does-not-fit"] ?? ""}` : "",
    list(clashes.map((each) => clashText(each, p))),
  ];
  return `\n${document(parts)}`;
}

/** The note after the title of pages of an earlier version. */
export function versionTwin({ p, href: target }: { readonly p: Labels; readonly href: string }): string {
  return `\n\n${p["earlier-version"] ?? ""} ${link({ text: p["to-current"] ?? "", href: target })}`;
}

/** The twin of the page that lists which APIs changed since an earlier version. */
export function changesTwin(view: {
  readonly heading: string;
  readonly lead: string;
  readonly nothing: string;
  readonly p: Labels;
  readonly t: Labels;
  readonly rows: readonly (Link & {
    readonly said: string;
    readonly from: string;
    readonly to: string;
    readonly breaking: number;
    readonly unknown: number;
    readonly compatible: number;
    readonly annotation: number;
    readonly parties: Parties;
  })[];
}): string {
  const { heading, lead, nothing, p, t, rows } = view;
  return document([
    `# ${inline(heading)}`,
    inline(lead),
    nothing,
    list(
      rows.map((row) => {
        const version = [row.from, row.to]
          .filter((part) => part !== "")
          .map(inline)
          .join(" → ");
        const said = facts([
          [t["change-breaking"] ?? "", String(row.breaking)],
          [t["change-unknown"] ?? "", String(row.unknown)],
          [t["change-compatible"] ?? "", String(row.compatible)],
          [t["change-annotation"] ?? "", String(row.annotation)],
          [p.concerns ?? "", parties(row.parties, p.nobody ?? "")],
        ]);
        return `${link(row)} ${[version, row.said].filter((part) => part !== "").join(", ")}: ${said}`;
      }),
    ),
  ]);
}

/** Changes by kind, as pages show them. */
type ChangeSections = readonly {
  readonly title: string;
  readonly more: string;
  readonly items: readonly {
    readonly message: string;
    readonly whom: string;
    readonly was: string;
    readonly now: string;
    readonly accepted: string;
    readonly shows?: string;
    readonly witness?: { readonly text: string };
    readonly parties: readonly (Link & { readonly verdict: Verdict | undefined })[];
    readonly links: readonly Link[];
  }[];
}[];

function changeLists(
  sections: ChangeSections,
  { p, t, level }: { readonly p: Labels; readonly t: Labels; readonly level: string },
): string[] {
  return sections.flatMap(({ title, items, more }) => [
    `${level} ${inline(title)}`,
    ...items.map(({ message, whom, was, now, accepted, shows = "", witness, parties: others, links }) => {
      const known = others.map((each) => `${link(each)} ${verdict(each.verdict)}`).join(", ");
      const said = [
        inline(message),
        inline(whom),
        known === "" ? "" : `${p["in-portal"] ?? ""} ${known}`,
        now === "" ? "" : code(now),
        was === "" ? "" : `${t["change-was"] ?? ""} ${code(was)}`,
        accepted === "" ? "" : `${t["change-accepted-why"] ?? ""}: ${inline(accepted)}`,
        ...links.map(link),
      ];
      const item = `- ${said.filter((part) => part !== "").join("; ")}`;
      return witness ? `${item}\n\n  ${inline(shows)}\n\n  \`\`\`json\n  ${witness.text.replaceAll("\n", "\n  ")}\n  \`\`\`` : item;
    }),
    inline(more),
  ]);
}

/** The twin of the page on the changes of one API. */
export function apiChangesTwin(view: {
  readonly heading: string;
  readonly lead: string;
  readonly p: Labels;
  readonly t: Labels;
  readonly changeSections: ChangeSections;
}): string {
  const { heading, lead, p, t, changeSections } = view;
  return document([`# ${inline(heading)}`, inline(lead), ...changeLists(changeSections, { p, t, level: "##" })]);
}

/** The twin of the page on what changed from version to version of an API. */
export function versionsTwin(view: {
  readonly heading: string;
  readonly lead: string;
  readonly reading: string;
  readonly p: Labels;
  readonly t: Labels;
  readonly versions: readonly {
    readonly version: string;
    readonly home: string;
    readonly sinceText: string;
    readonly released: string;
    readonly empty: string;
    readonly changeSections: ChangeSections;
  }[];
}): string {
  const { heading, lead, reading, p, t, versions } = view;
  return document([
    `# ${inline(heading)}`,
    inline(lead),
    inline(reading),
    ...versions.flatMap(({ version, home, sinceText, released, empty, changeSections }) => [
      `## ${link({ text: version, href: home })}`,
      [sinceText, released]
        .filter((part) => part !== "")
        .map(inline)
        .join(", "),
      inline(empty),
      ...changeLists(changeSections, { p, t, level: "###" }),
    ]),
  ]);
}

/** When the subject of a page appeared and last changed. */
export function marksTwin({ items }: { readonly items: readonly Link[] }): string {
  return `\n\n${items.map(({ text, href: target }) => link({ text, href: target.replace(/#[^]*$/, "") })).join("; ")}`;
}
