import { inQuotes, problem } from "#text";
import { parseUriTemplate } from "#format";
import type { Rule } from "../rule.ts";
import { channelSubjects } from "../rule.ts";

/** A channel's address is an RFC 6570 template (2.x), without query and fragment. */
export const channelAddress: Rule = {
  codes: ["channel/uri-template", "channel/query-or-fragment"],
  check({ api, report }) {
    for (const { address, place } of channelSubjects(api)) {
      if (address === null) continue;
      const template = parseUriTemplate(address);
      const [error] = template.errors;
      if (error && api.dialect.line === "2") {
        report(problem("channel/uri-template", place, { address: inQuotes(address), reason: error.reason, hint: error.hint }));
      }
      const what = queryOrFragment(address, template.expressions);
      if (what) report(problem("channel/query-or-fragment", place, { what, hint: "Say it in the channel's bindings." }));
    }
  },
};

type Expressions = ReturnType<typeof parseUriTemplate>["expressions"];

/** Literal `?` and `#` outside of braces, and the operators that make them (RFC 6570 § 3.2.4, 3.2.8, 3.2.9). */
function queryOrFragment(address: string, expressions: Expressions): string | undefined {
  if (expressions.some(({ operator }) => operator === "?" || operator === "&")) return "a query";
  if (expressions.some(({ operator }) => operator === "#")) return "a fragment";
  const literal = address.replace(/\{[^{}]*\}/g, "");
  if (literal.includes("?")) return "a query (?)";
  return literal.includes("#") ? "a fragment (#)" : undefined;
}
