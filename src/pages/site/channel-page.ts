import { entriesOf, groupBy, valueOf } from "#text";
import { isAstray, lostReference, type Api, type Channel, type Operation } from "#model";
import { addressParts } from "./address-parts.ts";
import { bindingViews } from "./bindings-view.ts";
import { connectView, fullUrl } from "./connect-view.ts";
import type { PageContext, SiteContext } from "./context.ts";
import { treePages, entityPage } from "./tree-continuation.ts";
import { describedView, partedDescription, summaryOf, tagViews } from "./described-view.ts";
import { documentVerb, operationDirection } from "./direction.ts";
import { distinctName, sharesAddress } from "./distinct-name.ts";
import { entityLink, entityLinks } from "./entity-link.ts";
import { isDisplayNamed } from "./name-of.ts";
import { frameView, type Frame } from "./frame.ts";
import { unresolvedView } from "./unresolved-view.ts";
import { messageRow } from "./message-view.ts";
import type { Page } from "./page.ts";
import { parameterViews } from "./parameter-view.ts";
import { serverRow } from "./server-view.ts";
import { breakableHtml } from "./value-html.ts";

function operationCard(context: PageContext, operation: Operation) {
  return {
    ...entityLink(context, operation),
    id: operation.id,
    direction: operationDirection(context.site, operation),
    ...(operation.isDirectionKnown
      ? {}
      : { undirected: { text: context.site.words("site.sentence-unread"), verb: documentVerb(operation) } }),
    summary: summaryOf(context, operation),
    messages: entityLinks(context, operation.messages, 8),
  };
}

function hasAstray({ operations }: Api): boolean {
  return operations.some(isAstray);
}

function frameOf(context: PageContext, channel: Channel): Frame {
  return {
    kind: "channel",
    title: distinctName(context.site, channel),
    summary: summaryOf(context, channel),
    entity: channel,
  };
}

/** The messages with the keys that the channel gives them (3.x), unless the page already names them so. */
function messageRows(context: PageContext, channel: Channel, most: number) {
  const { api, documents } = context.site;
  const keys = groupBy(entriesOf(valueOf(channel.node, "messages")), ({ value }) => api.entityAt(documents.follow(value) ?? value));
  return channel.messages.slice(0, most).map((message) => {
    const row = messageRow(context, message);
    const own = (keys.get(message) ?? []).map(({ key }) => key);
    return { ...row, keys: own.length === 1 && own.every((key) => key === row.name || key === row.text) ? [] : own };
  });
}

function viewOf(context: PageContext, channel: Channel) {
  const rows = context.site.settings.limits.listRows;
  const shares = sharesAddress(context.site, channel);
  const displayNamed = shares || isDisplayNamed(channel);
  const parameters = parameterViews(context, channel);
  const bindings = bindingViews(context, channel.bindings);
  const described = describedView(context, channel, { prefix: "channel", level: 2 });
  const connect = connectView(context, { channel }, { servers: channel.availableOn, parameters, bindings });
  return {
    ...frameView(context, frameOf(context, channel)),
    ...(shares ? { headline: { html: breakableHtml(channel.title) } } : {}),
    id: channel.id,
    displayNamed,
    title2:
      !displayNamed && channel.address !== null && channel.title !== channel.address && channel.title !== channel.id ? channel.title : "",
    named: channel.id !== channel.address,
    ...(connect ? { connect } : {}),
    summary: channel.summary?.value ?? "",
    deprecated: channel.deprecated,
    tags: tagViews(context, channel.tags),
    everywhere: channel.servers.length === 0 && channel.availableOn.length > 0,
    hasServers: channel.availableOn.length + channel.unresolved.servers.length > 0,
    hasMessages: channel.messages.length + channel.unresolved.messages.length > 0,
    lost: unresolvedView(context, channel.unresolved, { servers: "servers", messages: "messages" }),
    servers: channel.availableOn
      .slice(0, rows)
      .map((server) => ({ ...serverRow(context, server), url: addressParts(fullUrl(channel, server)) })),
    parameters,
    replies: entityLinks(context, channel.replies),
    // An operation or reply that could not be found may use the channel.
    answersOnly:
      channel.operations.length === 0 &&
      (channel.replies.length > 0 || lostReference(channel) !== undefined || context.site.memo.of(hasAstray, context.site.api)),
    operations: channel.operations.slice(0, rows).map((operation) => operationCard(context, operation)),
    messages: messageRows(context, channel, rows),
    bindings,
    pages: treePages(context, channel),
    ...described,
    ...partedDescription(described.description),
  };
}

/** The page of a channel: its address, its servers, and its operations in both directions. */
export function channelPage(site: SiteContext, channel: Channel): Page {
  return entityPage(site, channel, viewOf);
}
