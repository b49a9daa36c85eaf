import type { SiteFile } from "#pages";
import { browseKinds, guideTitle, inline, madeFile, protocolName, searchScript } from "#pages";
import { badStates, valuesOf, valueText } from "./api-facets.ts";
import { inOrder } from "./api-rows.ts";
import type { PortalContext } from "./portal-context.ts";
import { groupName } from "./portal-context.ts";
import { channelCount } from "./portal-facts.ts";

/** The most other APIs that llms.txt names for one. */
const NAMED = 5;

/** The kinds of values in the data, in this order. */
const KINDS = browseKinds;

/** The APIs for scripts, as a part of the search index: lists of values, and for each API the indexes of its values. */
function apisData(context: PortalContext): SiteFile {
  const values = new Map(KINDS.map((kind) => [kind, new Map<string, number>()]));
  const numberOf = (kind: (typeof KINDS)[number], text: string): number => {
    const known = values.get(kind) ?? new Map<string, number>();
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
  const apis = inOrder(context).map((api) => {
    const { name, title, index, versions } = api;
    const numbers = KINDS.map((kind) => valuesOf(context, kind, api).map((value) => numberOf(kind, valueText(context, kind, value))));
    const { passed = 0, failed = 0, notChecked = 0 } = index?.examples ?? {};
    const unchecked = notChecked > 0 ? [context.words("site.examples-unchecked", { label: "", count: notChecked })] : [];
    const shown = title.slice(0, 120).toWellFormed();
    return [
      name,
      shown === name ? "" : shown,
      index?.version ?? "",
      numbers,
      index ? [channelCount(index, "send"), channelCount(index, "receive")] : 0,
      [passed, passed + failed, ...unchecked],
      context.facts.clashesOf(name).length,
      versions.slice(1).map(({ version, path }) => [version, path.slice(`apis/${name}/`.length)]),
    ];
  });
  const lists = KINDS.map((kind) => [...(values.get(kind)?.keys() ?? [])]);
  const bad = badStates.map((state) => valueText(context, "state", state));
  return { path: "search/apis.js", contents: searchScript("apis", 0, { kinds: KINDS, values: lists, bad, apis }) };
}

/** Links to the guides of the portal. */
function guideLines({ guides }: PortalContext, { base, extension }: { readonly base: string; readonly extension: string }): string[] {
  if (!guides) return [];
  const { pages, prose } = guides;
  return pages.map((guide) => `- [${inline(guideTitle({ prose }, guide))}](${base}${guide.path.replace(/html$/, extension)})`);
}

/** `llms.txt` of the portal: links to those of the APIs and to the pages that span them. */
function llms(context: PortalContext): string {
  const { portal, settings, facts } = context;
  const base = settings.siteUrl === undefined ? "" : `${settings.siteUrl.replace(/[?#][^]*$/, "").replace(/\/+$/, "")}/`;
  const extension = settings.markdown ? "md" : "html";
  const built = portal.apis.filter(({ index }) => index !== undefined);
  const lines: string[] = [
    `# ${inline(portal.title)}`,
    "",
    `> ${built.length} message-driven APIs, who sends what to whom, and whether receivers can take it.`,
    "",
    "## Start",
    "",
    `- [All APIs](${base}index.${extension})`,
    `- [Channels across APIs](${base}channels.${extension}): who sends and who receives`,
    `- [Messages across APIs](${base}messages.${extension})`,
    `- [Who sends to whom](${base}map.${extension})`,
    `- [Findings](${base}problems.${extension}): what is wrong between APIs`,
    `- [The same as JSON](${base}portal.json)`,
    ...guideLines(context, { base, extension }),
    "",
  ];
  for (const { name, apis } of facts.groups) {
    const own = apis.filter(({ index }) => index !== undefined);
    if (own.length === 0) continue;
    lines.push(`## ${facts.groups.length > 1 ? inline(groupName(context, name)) : "APIs"}`, "");
    for (const { name: key, index } of own) {
      const protocols = (index?.protocols ?? []).map(protocolName).join(", ");
      const summary = (index?.summary ?? "").slice(0, 200).toWellFormed();
      const others = new Set(facts.clashesOf(key).map(({ sender, receiver }) => (sender === key ? receiver : sender)));
      const more = others.size > NAMED ? ` and ${others.size - NAMED} more` : "";
      const said = [summary, protocols, others.size > 0 ? `does not fit with ${[...others].slice(0, NAMED).join(", ")}${more}` : ""]
        .filter((text) => text !== "")
        .map(inline)
        .join("; ");
      const history = context.histories.has(key) ? `, and [what changed](${base}apis/${key}/changes.${extension})` : "";
      lines.push(`- [${inline(key)}](${base}apis/${key}/llms.txt)${history}${said === "" ? "" : `: ${said}`}`);
    }
    lines.push("");
  }
  return lines.join("\n");
}

/** The files of a portal that are not pages. */
export function portalFiles(context: PortalContext): SiteFile[] {
  return [apisData(context), madeFile("llms.txt", () => llms(context))];
}
