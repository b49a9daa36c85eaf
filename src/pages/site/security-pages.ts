import type { OAuthFlow, SecurityScheme } from "#model";
import type { WordKey } from "#text";
import { anchorFor } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { allFields, describedView, marksOf, namedValues, tagViews, urlView } from "./described-view.ts";
import type { Page } from "./page.ts";
import { sectionPages } from "./section-pages.ts";
import { typeInWords } from "./security-view.ts";
import { valueList } from "./server-view.ts";
import { usesView } from "./uses-pages.ts";
import { valueView } from "./value-view.ts";

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

/** The pages of security schemes, one section for each. */
export function securityPages(site: SiteContext): Page[] {
  return sectionPages(site, { kind: "security", entities: site.api.securitySchemes, name: "schemes", view: schemeView });
}
