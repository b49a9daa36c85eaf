import { inQuotes, itemsOf, problem, stringOf, valueOf } from "#text";
import type { Node } from "#text";
import type { Rule, RuleContext } from "../rule.ts";

interface TagList {
  readonly list: Node | undefined;
  readonly root: boolean;
}

function* tagLists({ api }: RuleContext): Generator<TagList> {
  yield { list: valueOf(api.node, "tags"), root: true };
  yield { list: valueOf(api.info.node, "tags"), root: false };
  for (const group of [api.servers, api.channels, api.operations, api.messages, api.components]) {
    for (const { node } of group) yield { list: valueOf(node, "tags"), root: false };
  }
}

/** A tag's name should occur once in each list. The format requires it only for the root list of 2.x. */
export const duplicateTags: Rule = {
  codes: ["tag/duplicate", "tag/duplicate-in-list"],
  check(context) {
    const judged = new Set<Node>();
    for (const { list, root } of tagLists(context)) {
      if (!list || judged.has(list)) continue;
      judged.add(list);
      const code = root && context.api.dialect.line === "2" ? "tag/duplicate" : "tag/duplicate-in-list";
      const first = new Map<string, Node>();
      for (const item of itemsOf(list)) {
        const tag = context.documents.follow(item) ?? item;
        const name = stringOf(tag, "name");
        if (name === undefined) continue;
        const place = valueOf(item, "name") ?? item;
        const before = first.get(name);
        if (before)
          context.report(problem(code, place, { name: inQuotes(name), related: [{ message: "it stands here first", place: before }] }));
        else first.set(name, place);
      }
    }
  },
};
