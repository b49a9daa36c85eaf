import type { OAuthFlow, SecurityScheme } from "#model";
import type { WordKey, Words } from "#text";
import { anchorFor } from "#model";
import type { Block, Item, Line } from "../blocks/index.ts";
import { fact, htmlOnly, joinLines, listOf, named, onlyFields, said, section, tell } from "../blocks/index.ts";
import type { PageContext, SiteContext, Page } from "../frame/index.ts";
import {
  allFields,
  describedTold,
  describedView,
  fieldItems,
  marksOf,
  namedValues,
  tagsTold,
  tagViews,
  urlLine,
  urlView,
  type DescribedView,
  usesLine,
  usesView,
  valueBlocks,
  valueLine,
  valueView,
} from "../frame/index.ts";
import { sectionPages } from "./section-pages.ts";
import { typeInWords } from "./security-view.ts";
import { valueList, valuesTold } from "./server-view.ts";

const FLOWS: Readonly<Record<string, WordKey>> = {
  implicit: "site.flow-implicit",
  password: "site.flow-password",
  clientCredentials: "site.flow-client-credentials",
  authorizationCode: "site.flow-authorization-code",
};

function flowView(context: PageContext, scheme: SecurityScheme, flow: OAuthFlow) {
  const { words } = context.site;
  const key = Object.hasOwn(FLOWS, flow.name) ? FLOWS[flow.name] : undefined;
  const anchor = anchorFor("scheme", scheme.id, flow.name);
  return {
    title: key ? words(key) : flow.name,
    name: flow.name,
    anchor,
    ...(flow.authorizationUrl ? { authorizationUrl: urlView(flow.authorizationUrl.value) } : {}),
    ...(flow.tokenUrl ? { tokenUrl: urlView(flow.tokenUrl.value) } : {}),
    ...(flow.refreshUrl ? { refreshUrl: urlView(flow.refreshUrl.value) } : {}),
    scopes: flow.scopes.map(({ name, description }) => ({ name, description: valueView(context, description) })),
    fields: namedValues(context, allFields(flow)),
    marks: marksOf(context, flow),
  };
}

const facts = [
  ["site.scheme-name", "name"],
  ["site.scheme-in", "in"],
  ["site.scheme-scheme", "scheme"],
  ["site.scheme-bearer", "bearerFormat"],
] as const satisfies readonly (readonly [WordKey, keyof SecurityScheme])[];
const factFields: ReadonlySet<string> = new Set(facts.map(([, field]) => field));

function schemeView(context: PageContext, scheme: SecurityScheme) {
  const { words, routes } = context.site;
  const type = scheme.type?.value ?? "";
  const anchor = routes.anchorOf(scheme) ?? anchorFor("scheme", scheme.id);
  const uses = usesView(context, scheme);
  const described = describedView(context, scheme, { prefix: anchor });
  return {
    anchor,
    id: scheme.id,
    title: scheme.title,
    named: scheme.title !== scheme.id,
    type,
    typeInWords: typeInWords(words, scheme),
    facts: facts.flatMap(([label, field]) => {
      const value = scheme[field];
      return value ? [{ label: words(label), value: value.value, problems: described.marks[field] ?? [] }] : [];
    }),
    ...(scheme.openIdConnectUrl ? { openIdConnectUrl: urlView(scheme.openIdConnectUrl.value) } : {}),
    flows: scheme.flows.map((flow) => flowView(context, scheme, flow)),
    scopes: valueList(context, scheme.scopes),
    uses,
    used: uses.items.length > 0,
    tags: tagViews(context, scheme.tags),
    ...described,
    marks: Object.fromEntries(Object.entries(described.marks).filter(([field]) => !factFields.has(field))),
  };
}

function scopeItem({ name, description, ...rest }: ReturnType<typeof flowView>["scopes"][number], words: Words): Item {
  onlyFields<never>()(rest);
  const line: Line = description.text ?? valueLine(description) ?? "";
  return { line: joinLines([said(name), line], ": "), below: valueBlocks(description, words) };
}

function flowBlock({ title, name, scopes, fields, ...rest }: ReturnType<typeof flowView>, words: Words): Block {
  const { authorizationUrl, tokenUrl, refreshUrl, ...look } = rest;
  htmlOnly(look, { anchor: "the anchor", marks: "listed at the end of the page" });
  const facts = [
    ...fact(words("site.name"), title === name ? "" : said(name)),
    ...fact(words("site.authorization-url"), urlLine(authorizationUrl)),
    ...fact(words("site.token-url"), urlLine(tokenUrl)),
    ...fact(words("site.refresh-url"), urlLine(refreshUrl)),
  ];
  const all = section(words("site.scopes"), listOf(scopes.map((scope) => scopeItem(scope, words))));
  return named(title, tell({ facts, parts: [...all, ...listOf(fieldItems(fields, words))] }));
}

function schemeBlock(view: ReturnType<typeof schemeView>, words: Words): Block {
  const { id, title, named: isNamed, type, typeInWords: kind, facts, openIdConnectUrl, flows, scopes, uses, used, tags, ...rest } = view;
  htmlOnly<Omit<typeof rest, keyof DescribedView>>(rest, { anchor: "the anchor" });
  const own = [
    ...fact(words("site.key"), isNamed ? said(id) : ""),
    ...fact(words("site.type"), joinLines([said(type), kind], " — ")),
    ...facts.flatMap(({ label, value }) => fact(label, { code: value })),
    ...fact(words("site.openid-url"), urlLine(openIdConnectUrl)),
    used ? { label: words("site.used-by"), line: usesLine(uses, words) } : { line: words("site.unused") },
  ];
  const parts = flows.map((flow) => flowBlock(flow, words));
  const told = [{ facts: own, parts }, valuesTold(words("site.scopes"), scopes, words), tagsTold(tags, words)];
  return named(title, tell(...told, describedTold(rest, words)));
}

/** The pages of security schemes, one section for each. */
export function securityPages(site: SiteContext): Page[] {
  return sectionPages(site, {
    kind: "security",
    entities: site.api.securitySchemes,
    name: "schemes",
    view: schemeView,
    blocks: (schemes, words) => schemes.map((scheme) => schemeBlock(scheme, words)),
  });
}
