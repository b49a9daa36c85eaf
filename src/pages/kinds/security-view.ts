import type { Operation, SecurityRequirement, SecurityScheme, Server } from "#model";
import { demandsOf } from "#model";
import type { WordKey, Words } from "#text";
import { getOrMake, MOST_IN_SENTENCE } from "#text";
import type { Line } from "../blocks/index.ts";
import { htmlOnly, isSilent, joinLines, linksLine } from "../blocks/index.ts";
import type { PageContext } from "../frame/index.ts";
import { authorizationOf, entityLinks, entityLinksLine } from "../frame/index.ts";

/** Words for the scheme types of the format. Other types are shown as written. */
const TYPES: Readonly<Record<string, WordKey>> = {
  userPassword: "site.type-user-password",
  apiKey: "site.type-api-key",
  X509: "site.type-x509",
  symmetricEncryption: "site.type-symmetric",
  asymmetricEncryption: "site.type-asymmetric",
  httpApiKey: "site.type-http-api-key",
  http: "site.type-http",
  oauth2: "site.type-oauth2",
  openIdConnect: "site.type-openid",
  plain: "site.type-plain",
  scramSha256: "site.type-scram256",
  scramSha512: "site.type-scram512",
  gssapi: "site.type-gssapi",
};

/** The type of a scheme in words; empty if there are none. */
export function typeInWords(words: Words, { type }: SecurityScheme): string {
  const key = type && Object.hasOwn(TYPES, type.value) ? TYPES[type.value] : undefined;
  return key ? words(key) : "";
}

/** The kind of credentials and where they go, in a few words: "API key, header Authorization", "HTTP bearer". */
function aboutScheme(words: Words, scheme: SecurityScheme | undefined): string {
  if (!scheme) return "";
  const type = scheme.type?.value;
  if (type === "http" && scheme.scheme) return `HTTP ${scheme.scheme.value}`;
  const kind = type === "httpApiKey" ? words("site.type-api-key") : typeInWords(words, scheme) || (type ?? "");
  const place = [scheme.in?.value, scheme.name?.value ?? scheme.scheme?.value].filter((text) => text !== undefined).join(" ");
  return [kind, place].filter((text) => text !== "").join(", ");
}

/** Links to the schemes that the document describes and nothing uses: a reader may need one of them where none is declared. */
function unusedSchemes(context: PageContext): Line {
  const unused = context.site.api.securitySchemes.filter(({ usedBy }) => usedBy.length === 0);
  return entityLinksLine(entityLinks(context, unused, MOST_IN_SENTENCE), context.site.words);
}

/**
 * Security alternatives, of which one is enough; within an alternative, all schemes are needed. An empty list requires nothing. `undeclared`:
 * the document does not say what is needed, and `described` are the schemes that it may mean.
 */
export function securityView(context: PageContext, requirements: readonly SecurityRequirement[] | undefined) {
  if (!requirements) return { alternatives: [], undeclared: true, described: unusedSchemes(context) };
  if (requirements.length === 0) return { alternatives: [{ schemes: [], nothing: true }], undeclared: false, described: "" };
  const alternatives = requirements.map(({ schemes }) => ({
    schemes: schemes.map(({ name, scheme, scopes }) => ({
      name: scheme?.title ?? name,
      ...(scheme ? { href: context.href(scheme) } : {}),
      type: scheme?.type?.value ?? "",
      about: aboutScheme(context.site.words, scheme),
      scopes: scopes.map((scope) => (scope.kind === "string" ? scope.value : "")).filter((text) => text !== ""),
    })),
    nothing: schemes.length === 0,
  }));
  return { alternatives, undeclared: false, described: "" };
}

/** Everything needed to use an operation: its own requirements and those of servers, and who has them. Equal ones are joined. */
export function accessView(context: PageContext, operation: Operation | undefined, servers: readonly Server[]) {
  const demands = new Map<string, { security: ReturnType<typeof securityView>; own: boolean; servers: { name: string; href: string }[] }>();
  for (const { by, security } of operation ? demandsOf(operation, servers) : servers.map((by) => ({ by, security: by.security }))) {
    const view = securityView(context, security);
    const key = JSON.stringify(view);
    const known = getOrMake(demands, key, () => ({ security: view, own: false, servers: [] }));
    if (by.kind === "operation") known.own = true;
    else known.servers.push({ name: by.title, href: context.href(by) });
  }
  const all = [...demands.values()].map((each) => ({
    ...each,
    /** The words "for the server", for the servers that are named. */
    forServers: context.site.words("site.authorize-servers", { count: each.servers.length }),
  }));
  const undeclared = all.every(({ security }) => security.undeclared);
  const own = (operation?.security?.length ?? 0) > 0;
  const header = undeclared && operation ? authorizationOf(context, operation, servers) : undefined;
  return {
    demands: all,
    /** Whether to name who has each requirement. It is not needed if there is only one candidate, or if nobody declares anything. */
    named: !undeclared && (servers.length > 1 || all.length > 1) && all.some((each) => each.servers.length > 0),
    /** Whether different requirements of the operation and of a server must both be met. */
    both: own && all.length > 1,
    undeclared,
    /** A header for credentials that the document declares although it declares no security. */
    ...(header === undefined ? {} : { header }),
  };
}

/** Security alternatives, of which one is enough. */
export function securityLine({ alternatives, undeclared, described }: ReturnType<typeof securityView>, words: Words): Line {
  if (undeclared)
    return joinLines([words("site.not-declared"), isSilent(described) ? "" : [`${words("site.but-described")} `, described]], ", ");
  const lines = alternatives.map(({ schemes, nothing }): Line => {
    if (nothing) return words("site.nothing-needed");
    const all = schemes.map(({ name, href, scopes, ...rest }): Line => {
      htmlOnly(rest, { type: "the page of security says it", about: "the page of security says it" });
      const scheme: Line = href === undefined ? [{ code: name }, ` (${words("site.lost-here")})`] : { text: name, href };
      return joinLines([scheme, ...scopes.map((code) => ({ code }))], " ");
    });
    return joinLines(all, ` ${words("site.and")} `);
  });
  return joinLines(lines, `, ${words("site.or")} `);
}

/** Security requirements, and who has them. */
export function accessLine({ demands, named, header, ...rest }: ReturnType<typeof accessView>, words: Words): Line {
  htmlOnly(rest, { both: "a note on the page", undeclared: "each demand says it" });
  if (header !== undefined) return [`${words("site.see-header")} `, { code: header }];
  const lines = demands.map(({ security, own, servers, forServers }): Line => {
    const by = servers.length === 0 ? "" : [`${forServers} `, linksLine(servers.map(({ name, href }) => ({ text: name, href })))];
    const who = joinLines([own ? words("site.authorize-own") : "", by], ` ${words("site.and")} `);
    return [securityLine(security, words), named ? [" (", who, ")"] : ""];
  });
  return joinLines(lines, "; ");
}
