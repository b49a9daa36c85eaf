import { inQuotes, problem } from "#text";
import { canonicalProtocol, fillBraces, parseUriTemplate, withoutWildcards } from "#format";
import type { Channel } from "#model";
import type { Rule } from "../rule.ts";
import { channelSubjects } from "../rule.ts";

/**
 * In 2.x, a channel's address must be an RFC 6570 template without query and fragment. From 3.0 on, text outside of braces is free, but
 * an expression is still a name in braces. Wildcards of the brokers on which the channel is are fine.
 */
export const channelAddress: Rule = {
  codes: ["channel/uri-template", "channel/query-or-fragment"],
  check({ api, report }) {
    const servers = new Map(api.channels.map((channel) => [channel.node, channel.availableOn]));
    for (const { node, address: written, place } of channelSubjects(api)) {
      if (written === null) continue;
      const address = brokersOf(servers.get(node) ?? []).reduce(withoutWildcards, written);
      const template = parseUriTemplate(address);
      const isUri = api.dialect.line === "2";
      const error = template.errors.find(({ literal }) => isUri || !literal);
      if (error) {
        const what = isUri ? "a URI template" : "a channel address";
        report(problem("channel/uri-template", place, { address: inQuotes(written), what, reason: error.reason, hint: error.hint }));
      }
      const found = queryOrFragment(address, template.expressions);
      if (found) report(problem("channel/query-or-fragment", place, { what: found, hint: hintOf(found) }));
    }
  },
};

/** The protocols of a channel if all its servers speak one; otherwise none, because the wildcards of one are text to the other. */
function brokersOf(servers: Channel["availableOn"]): string[] {
  const protocols = new Set(servers.map(({ protocol }) => canonicalProtocol(protocol?.value ?? "")));
  return protocols.size === 1 ? [...protocols] : [];
}

type TemplateExpressions = ReturnType<typeof parseUriTemplate>["expressions"];

/** A `#` is mostly a wildcard of AMQP or MQTT. */
function hintOf(found: string): string {
  return found.startsWith("a query")
    ? "Say it in the channel's bindings."
    : "Write a wildcard as a parameter, such as {rest}, and what a queue is bound by in the channel's bindings.";
}

/** The literal `?` or `#` outside of braces, or the operator that makes one (RFC 6570 § 3.2.4, 3.2.8, 3.2.9). */
function queryOrFragment(address: string, expressions: TemplateExpressions): string | undefined {
  if (expressions.some(({ operator }) => operator === "?" || operator === "&")) return "a query";
  if (expressions.some(({ operator }) => operator === "#")) return "a fragment";
  const literal = fillBraces(address, () => "");
  if (literal.includes("?")) return "a query (?)";
  return literal.includes("#") ? "a fragment (#)" : undefined;
}
