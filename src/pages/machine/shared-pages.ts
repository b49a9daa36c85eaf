import type { Component, SecurityScheme, Server, Tag } from "#model";
import type { Diagnostic } from "#text";
import { counted } from "#text";
import type { PageWriter } from "./page-writer.ts";
import { code, facts, inline, listedKinds, page, section } from "./writing.ts";

function serverOf(writer: PageWriter, server: Server): string {
  const variables = server.variables.map(({ name, description }) => `- ${code(writer.text(name))}: ${writer.plain(description)}`);
  const body = page([
    facts([
      ["URL", code(writer.text(server.address))],
      ["Protocol", [server.protocol, server.protocolVersion].flatMap((node) => (node ? [inline(writer.text(node.value))] : [])).join(" ")],
      ["Authorize with", writer.security(server.security)],
      ["Tags", writer.tags(server)],
    ]),
    writer.description(server.description),
    variables.length > 0 ? `Variables:\n\n${variables.join("\n")}` : "",
    ...server.bindings.map(({ key, node }) => `Bindings, ${inline(writer.text(key))}:\n\n${writer.json(node)}`),
    writer.problemsHere(writer.parts.placed.of([server])),
  ]);
  return section(2, inline(writer.text(server.title)), body);
}

export function serversMarkdown(writer: PageWriter): string {
  return page(["# Servers", ...writer.parts.api.servers.map((server) => serverOf(writer, server))]);
}

function schemeOf(writer: PageWriter, scheme: SecurityScheme): string {
  const flows = scheme.flows.map(({ name, authorizationUrl, tokenUrl, refreshUrl, scopes }) =>
    facts([
      ["Flow", code(writer.text(name))],
      ["Authorization URL", writer.value(authorizationUrl)],
      ["Token URL", writer.value(tokenUrl)],
      ["Refresh URL", writer.value(refreshUrl)],
      ["Scopes", scopes.map((scope) => code(writer.text(scope.name))).join(", ")],
    ]),
  );
  const body = page([
    facts([
      ["Type", writer.value(scheme.type)],
      ["Name", writer.value(scheme.name)],
      ["In", writer.value(scheme.in)],
      ["Scheme", writer.value(scheme.scheme)],
      ["Bearer format", writer.value(scheme.bearerFormat)],
      ["OpenID Connect URL", writer.value(scheme.openIdConnectUrl)],
      ["Used by", writer.links(scheme.usedBy)],
    ]),
    writer.description(scheme.description),
    ...flows,
    writer.problemsHere(writer.parts.placed.of([scheme])),
  ]);
  return section(2, inline(writer.text(scheme.title)), body);
}

export function securityMarkdown(writer: PageWriter): string {
  return page(["# Security", ...writer.parts.api.securitySchemes.map((scheme) => schemeOf(writer, scheme))]);
}

/** Uses of all tags up to which each is told with its summary; beyond them the names of the first are enough to go on from. */
const MOST_SUMMARIES = 300;

function tagOf(writer: PageWriter, tag: Tag, isMany: boolean): string {
  const entities = tag.taggedBy.flatMap((each) => (each === "api" ? [] : [each]));
  return section(
    2,
    inline(writer.text(tag.title)),
    page([
      writer.description(tag.description),
      (isMany ? writer.links(entities) : writer.list(entities)) || "Nothing carries it.",
      writer.problemsHere(writer.parts.placed.of([tag])),
    ]),
  );
}

export function tagsMarkdown(writer: PageWriter): string {
  const { allTags } = writer.parts.api;
  const isMany = allTags.reduce((sum, { taggedBy }) => sum + taggedBy.length, 0) > MOST_SUMMARIES;
  return page(["# Tags", ...allTags.map((tag) => tagOf(writer, tag, isMany))]);
}

/** Components of the page; more are in the model's source. */
const MOST = 200;

export function componentsMarkdown(writer: PageWriter): string {
  const unused = writer.parts.api.components.filter(({ used }) => !used);
  const one = ({ group, key, node }: Component): string =>
    section(
      2,
      `${inline(writer.text(group))}: ${inline(writer.text(key))}`,
      page([writer.problemsHere(writer.parts.placed.within(node)), writer.json(node)]),
    );
  return page(["# Unused components", ...unused.slice(0, MOST).map(one), unused.length > MOST ? `And ${unused.length - MOST} more.` : ""]);
}

export function overviewMarkdown(writer: PageWriter): string {
  const { api } = writer.parts;
  const { info } = api;
  const all = { channel: api.channels, operation: api.operations, message: api.messages, schema: api.schemas } as const;
  const lists = listedKinds.flatMap((kind) =>
    all[kind].length > 0 ? [`- [${counted(all[kind].length, kind)}](${writer.href(`${kind}s.md`)})`] : [],
  );
  const shared = (["servers", "security", "tags"] as const).filter(
    (name) => ({ servers: api.servers, security: api.securitySchemes, tags: api.allTags })[name].length > 0,
  );
  const owner = (problem: Diagnostic): string => {
    const entity = writer.parts.placed.ownerOf(problem);
    return entity ? ` in ${writer.link(entity)}` : "";
  };
  return page([
    `# ${inline(writer.text(info.title))}`,
    facts([
      ["Version", inline(writer.text(info.version))],
      ["Format", inline(`${api.dialect.spelling} ${writer.text(api.dialect.written)}`)],
      ["Id", writer.value(api.identifier)],
      ["Default content type", writer.value(api.defaultContentType)],
      [
        "Contact",
        [info.contact?.name, info.contact?.url, info.contact?.email]
          .flatMap((node) => (node ? [inline(writer.text(node.value))] : []))
          .join(", "),
      ],
      ["Licence", [info.license?.name, info.license?.url].flatMap((node) => (node ? [inline(writer.text(node.value))] : [])).join(", ")],
      ["Terms of service", info.termsOfService && inline(writer.text(info.termsOfService.value))],
    ]),
    writer.description(info.description),
    writer.externalDocs(api.externalDocs),
    section(2, "Contents", [...lists, ...shared.map((name) => `- [${name}](${writer.href(`${name}.md`)})`)].join("\n")),
    section(2, "Problems in the document", writer.problemLines(writer.parts.problems, owner)),
    writer.further({ extensions: [...info.extensions, ...api.extensions], otherFields: [...info.otherFields, ...api.otherFields] }),
  ]);
}
