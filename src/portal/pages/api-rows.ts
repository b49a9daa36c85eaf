import { relativeUrl } from "#model";
import type { Block, Item } from "#pages";
import { browsePath, htmlOnly, joinLines, linksLine, listOf, named, protocolName, said, shorten } from "#pages";
import type { Words } from "#text";
import type { PortalApi } from "../match/index.ts";
import type { PortalPage } from "./portal-context.ts";
import { groupName, homeOf, verdictLine } from "./portal-context.ts";
import { channelCount } from "./portal-facts.ts";

/** The result of checking an API's examples, in words. */
function examplesView({ words }: PortalPage, { index }: PortalApi) {
  if (!index) return {};
  const { passed, failed, notChecked } = index.examples;
  const [all, count] = [passed + failed, notChecked];
  if (all + count === 0) return { noExamples: words("portal.no-examples") };
  const sign = failed > 0 ? "✗" : passed > 0 ? "✓" : "";
  const label = words("portal.examples", { passed, all });
  const text =
    all === 0 ? words("site.examples-none-checked", { count }) : count > 0 ? words("site.examples-unchecked", { label, count }) : label;
  return { examples: { text, sign, failed: failed > 0, all: failed === 0 && passed > 0 } };
}

/** One API in a list. */
function apiRow(context: PortalPage, api: PortalApi) {
  const { facts, words, path } = context;
  const { name, title, index, owner, status, versions } = api;
  const clashes = facts.clashesOf(name).length;
  const [sends, receives] = index ? [channelCount(index, "send"), channelCount(index, "receive")] : [0, 0];
  const shown = shorten(title === "" ? name : title);
  return {
    anchor: `api-${name}`,
    text: shown,
    href: index ? relativeUrl(path, homeOf(name)) : "",
    key: shown === name ? "" : name,
    summary: index ? index.summary.slice(0, 240).toWellFormed() : words(api.sharesName === true ? "portal.no-page-name" : "portal.no-page"),
    version: index?.version ?? "",
    // A document that could not be read may name one.
    owner: owner === null && !index ? words("portal.owner-unknown") : (owner ?? ""),
    hasOwner: owner !== null,
    protocols: (index?.protocols ?? []).map(protocolName).join(", "),
    isBuilt: index !== undefined,
    sends,
    receives,
    sendsOn: index ? words("portal.sends-on", { count: sends }) : "",
    receivesOn: index ? words("portal.receives-on", { count: receives }) : "",
    ...(clashes > 0 ? { clashes: words("portal.does-not-fit-count", { count: clashes }) } : {}),
    stale: status === "stale",
    failed: index === undefined,
    earlier: versions.slice(1).map(({ version, path: folder }) => ({ text: version, href: relativeUrl(path, `${folder}index.html`) })),
    ...examplesView(context, api),
  };
}

/** APIs as groups of rows. */
export function rowGroups(context: PortalPage, apis: readonly PortalApi[]) {
  const { facts, path, words } = context;
  const sizes = new Map(facts.groups.map(({ name, apis: all }) => [name, all.length]));
  const names = [...new Set(apis.map(({ group }) => group))];
  return names.map((name) => ({
    ...(facts.groups.length > 1
      ? {
          name: groupName(context, name),
          href: relativeUrl(path, browsePath("group", name)),
          count: words("portal.count-apis", { count: sizes.get(name) ?? 0 }),
        }
      : {}),
    rows: apis.filter(({ group }) => group === name).map((api) => apiRow(context, api)),
  }));
}

function apiItem(row: ReturnType<typeof apiRow>, words: Words): Item {
  const { text, href, key, summary, version, owner, protocols, sendsOn, receivesOn, clashes, stale, earlier, ...rest } = row;
  const { examples, noExamples, ...look } = rest;
  htmlOnly(look, {
    anchor: "the anchor",
    hasOwner: "a class",
    isBuilt: "the summary says it",
    sends: "said in words",
    receives: "said in words",
    failed: "the summary says it",
  });
  const about = [
    key === "" ? "" : { code: key },
    summary,
    said(version),
    owner === "" ? "" : `${words("portal.owner")}: ${owner}`,
    protocols,
    sendsOn,
    receivesOn,
    clashes,
    stale ? words("portal.state-stale") : "",
    examples ? verdictLine(examples) : noExamples,
    earlier.length === 0 ? "" : [`${words("portal.earlier")}: `, linksLine(earlier)],
  ];
  return { line: joinLines([{ text, href }, joinLines(about, " — ")], ": ") };
}

/** Groups of APIs, each as a section if there are several. */
export function groupBlocks(groups: ReturnType<typeof rowGroups>, words: Words): Block[] {
  return groups.flatMap(({ name, href = "", count = "", rows }) => {
    const list = listOf(rows.map((row) => apiItem(row, words)));
    return name === undefined ? list : [named([{ text: name, href }, ` (${count})`], list)];
  });
}

/** APIs in the order of lists: by group, then by name. */
export function inOrder({ facts }: Pick<PortalPage, "facts">): PortalApi[] {
  return facts.groups.flatMap(({ apis }) => apis);
}
