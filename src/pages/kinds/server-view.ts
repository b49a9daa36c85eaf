import { addressPieces } from "#format";
import type { Parameter, Server, ServerVariable, Channel } from "#model";
import { anchorBelow, anchorFor, lostReference } from "#model";
import type { Node, Words } from "#text";
import type { Block, Item, NamePiece, Told, Line } from "../blocks/index.ts";
import { fact, htmlOnly, joinLines, named, said, section, sentence, tell, listOf } from "../blocks/index.ts";
import type { PageContext, DescribedView, ValueView } from "../frame/index.ts";
import {
  describedTold,
  describedView,
  tagsTold,
  tagViews,
  protocolSentence,
  usesLine,
  usesView,
  valueBlocks,
  valuesLine,
  valueView,
  problemItems,
} from "../frame/index.ts";
import { schemaTreeView, treeBlocks } from "../tree/index.ts";
import { bindingBlocks, bindingViews } from "./bindings-view.ts";
import { securityLine, securityView } from "./security-view.ts";
import { lostBlocks, unresolvedView } from "./unresolved-view.ts";

/** What programs take before a host, where it is not the name that the format gives a protocol. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ["kafka", ""],
  ["kafka-secure", ""],
  ["mqtt5", "mqtt://"],
  ["secure-mqtt", "mqtts://"],
]);

/** The address that a program opens. In released 3.x it is put together from the protocol, which few programs know as a scheme. */
function openedAddress({ address, host, protocol }: Server): string {
  const made = host && protocol ? `${protocol.value}://` : "";
  const scheme = SCHEMES.get(protocol?.value.toLowerCase() ?? "");
  return made === "" || scheme === undefined || !address.startsWith(made) ? address : scheme + address.slice(made.length);
}

/** A server in a table or list of facts: its name, the URL that a program opens, its protocol with its version as written and in words. */
export function serverRow(context: PageContext, server: Server) {
  const protocol = [server.protocol?.value, server.protocolVersion?.value].filter((text) => text !== undefined).join(" ");
  const name = server.title;
  return {
    name,
    label: { name },
    href: context.href(server),
    address: addressParts(openedAddress(server)),
    protocol,
    protocolSentence: protocolSentence(context.site.words, server),
  };
}

/** The security of a server, or a note that the server could not be found. */
export function serverAccess(context: PageContext, server: Server) {
  const ref = lostReference(server);
  const lost = unresolvedView(context, { servers: ref === undefined ? [] : [ref] }, {});
  return { lost, ...(ref === undefined ? { security: securityView(context, server.security) } : {}) };
}

/** Variables that do not occur in their server's address. */
export function unnamedVariables({ address, variables }: Server): readonly ServerVariable[] {
  return variables.filter(({ name }) => !address.includes(`{${name}}`));
}

/** The views of values, such as those of variables and parameters. */
export function valueList(context: PageContext, nodes: readonly Node[]) {
  return nodes.map((node) => valueView(context, node));
}

/** A variable of a server's address, or a parameter of a channel's, with its possible values. */
export function variableValues(context: PageContext, { name, enum: allowed, default: standard, examples }: ServerVariable | Parameter) {
  return {
    name,
    label: { name },
    enum: valueList(context, allowed ?? []),
    default: standard ? [valueView(context, standard)] : [],
    examples: valueList(context, examples ?? []),
  };
}

function serverAnchor({ site: { routes } }: PageContext, server: Server): string {
  return routes.anchorOf(server) ?? anchorFor("server", server.id);
}

/** Where a variable of a server stands in full. */
export function variableHref(context: PageContext, server: Server, { name }: ServerVariable): string {
  const { routes } = context.site;
  return routes.relative(context.path, routes.pageOf(server), anchorBelow(serverAnchor(context, server), name));
}

function variableView(context: PageContext, variable: ServerVariable, ofServer: string) {
  // Below the server's, so that a long name of a server is not gone through for each of its variables.
  const anchor = anchorBelow(ofServer, variable.name);
  return { ...variableValues(context, variable), anchor, ...describedView(context, variable, { prefix: anchor, level: 4 }) };
}

/** A server in full. */
export function serverView(context: PageContext, server: Server) {
  const anchor = serverAnchor(context, server);
  const row = serverRow(context, server);
  return {
    ...row,
    isProtocolInWords: row.protocolSentence.toLowerCase() !== row.protocol.toLowerCase(),
    anchor,
    id: server.id,
    named: server.title !== server.id,
    summary: server.summary?.value ?? "",
    tags: tagViews(context, server.tags),
    ...serverAccess(context, server),
    host: server.host?.value ?? "",
    pathname: server.pathname?.value ?? "",
    variables: server.variables.map((variable) => variableView(context, variable, anchor)),
    bindings: bindingViews(context, server.bindings, `${anchor}.`),
    channels: usesView(context, server),
    ...describedView(context, server, { prefix: anchor }),
  };
}

/** Values under a label: in a line, as far as they fit in one. */
export function valuesTold(label: string, values: readonly ValueView[], words: Words): Told {
  return {
    facts: fact(label, valuesLine(values)),
    parts: section(
      label,
      values.flatMap((value) => valueBlocks(value, words)),
    ),
  };
}

/** What can be filled in: one of some values, a default, examples. */
export function choicesTold(
  choices: { readonly enum: readonly ValueView[]; readonly default: readonly ValueView[]; readonly examples: readonly ValueView[] },
  words: Words,
): Told[] {
  return [
    valuesTold(words("site.one-of"), choices.enum, words),
    valuesTold(words("site.default"), choices.default, words),
    valuesTold(words("site.for-example"), choices.examples, words),
  ];
}

function variableBlock(
  { name, enum: allowed, default: standard, examples, ...rest }: ReturnType<typeof variableView>,
  words: Words,
): Block {
  htmlOnly<Omit<typeof rest, keyof DescribedView>>(rest, { label: "the name, with places where it may break", anchor: "the anchor" });
  return named(name, tell(...choicesTold({ enum: allowed, default: standard, examples }, words), describedTold(rest, words)));
}

/** A server as a section. */
export function serverBlock(view: ReturnType<typeof serverView>, words: Words): Block {
  const {
    name,
    address,
    protocol,
    id,
    summary,
    tags,
    lost,
    security,
    host,
    pathname,
    variables,
    bindings,
    channels,
    named: isNamed,
    ...rest
  } = view;
  htmlOnly<Omit<typeof rest, keyof DescribedView>>(rest, {
    label: "the name, with places where it may break",
    href: "the section itself",
    protocolSentence: "the protocol in other words",
    isProtocolInWords: "whether the page shows both",
    anchor: "the anchor",
  });
  const facts = [
    ...fact(words("site.address"), addressLine(address)),
    ...fact(words("site.protocol"), said(protocol)),
    ...fact(words("site.key"), isNamed ? said(id) : ""),
    ...fact(words("site.authorize"), security && securityLine(security, words)),
    ...fact(words("site.host"), said(host)),
    ...fact(words("site.pathname"), said(pathname)),
    ...fact(words("site.channels"), usesLine(channels, words)),
  ];
  const parts = [
    ...lostBlocks(lost),
    ...section(
      words("site.variables"),
      variables.map((variable) => variableBlock(variable, words)),
    ),
    ...section(words("site.bindings"), bindingBlocks(bindings, words)),
  ];
  return named(name, tell({ facts, lead: sentence(summary), parts }, tagsTold(tags, words), describedTold(rest, words)));
}

/** A server in a list. `url` is the address of a channel on it. */
export function serverItem({
  name,
  href,
  address,
  protocol,
  url = [],
  ...rest
}: ReturnType<typeof serverRow> & { readonly url?: readonly AddressPart[] }): Item {
  htmlOnly(rest, { label: "the name, with places where it may break", protocolSentence: "the protocol in other words" });
  return { line: joinLines([{ text: name, href }, joinLines([addressLine(address), said(protocol), addressLine(url)], " — ")], ": ") };
}

/** A piece of an address or URL; `variable` where it is an expression in braces. */
export interface AddressPart {
  readonly text: string;
  /** The text as a name, which may break. */
  readonly label: NamePiece;
  readonly variable: boolean;
}

/** Splits an address at its `{expressions}`, so that they can be marked. Unbalanced braces stay text. */
export function addressParts(address: string): AddressPart[] {
  return addressPieces(address).map(({ text, name }, at, all) => ({
    text,
    label: at > 0 ? { name: text, after: /[./:_-]$/.test(all[at - 1]?.text ?? "") ? "separator" : "name" } : { name: text },
    variable: name !== undefined,
  }));
}

/** An address as it is written. */
export function addressLine(parts: readonly AddressPart[]): Line {
  return parts.length === 0 ? "" : { code: parts.map(({ text }) => text).join("") };
}

/** A parameter of an address. Parameters are always required: an address has no gaps. */
function parameterView(context: PageContext, parameter: Parameter, channel: Channel) {
  const anchor = anchorFor("parameter", parameter.name);
  const name = parameter.name;
  const { routes } = context.site;
  const home = routes.pageOf(channel);
  // Rows that do not fit on an operation's page are on the channel's.
  const more = home === context.path ? undefined : routes.relative(context.path, home, anchor);
  return {
    ...variableValues(context, parameter),
    anchor,
    location: parameter.location?.value ?? "",
    ...(parameter.schema
      ? {
          schema: schemaTreeView(context, parameter.schema, {
            prefix: anchor,
            more,
            part: `${context.site.words("site.parameters")}: ${name}`,
          }),
        }
      : { schema: undefined }),
    ...describedView(context, parameter, { prefix: anchor, level: 3 }),
  };
}

/** The parameters of a channel, in document order. */
export function parameterViews(context: PageContext, channel: Channel | undefined) {
  return channel ? channel.parameters.map((parameter) => parameterView(context, parameter, channel)) : [];
}

/** Parameters, each as a section. */
export function parameterBlocks(parameters: ReturnType<typeof parameterViews>, words: Words): Block[] {
  return parameters.map(({ name, enum: allowed, default: standard, examples, location, schema, ...rest }) => {
    htmlOnly<Omit<typeof rest, keyof DescribedView>>(rest, { label: "the name, with places where it may break", anchor: "the anchor" });
    const facts = fact(words("site.read-from"), location === "" ? "" : { code: location });
    // On the page of an operation, no list has them: they are the channel's.
    const problems = listOf(problemItems(Object.values(rest.marks).flat()));
    const parts = schema ? treeBlocks(schema, words) : [];
    const choices = choicesTold({ enum: allowed, default: standard, examples }, words);
    return named(name, tell({ facts, parts }, ...choices, describedTold(rest, words), { problems }));
  });
}
