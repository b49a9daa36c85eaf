import { entryOf, inQuotes, problem, valueOf } from "#text";
import type { Rule } from "../rule.ts";

/** What the format only recommends; off by default. */
export const style: Rule = {
  codes: ["style/id-urn", "style/operation-id"],
  check({ api, report }) {
    const { identifier } = api;
    if (identifier && !/^urn:/i.test(identifier.value)) report(problem("style/id-urn", identifier, {}));
    const operations = valueOf(api.node, "operations");
    for (const operation of api.operations) {
      const place = valueOf(operation.node, "operationId") ?? entryOf(operations, operation.id);
      if (!place || /^[A-Za-z_$][\w$]*$/.test(operation.id)) continue;
      report(problem("style/operation-id", place, { id: inQuotes(operation.id) }));
    }
  },
};
