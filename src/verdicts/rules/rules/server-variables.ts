import { namesInBraces } from "#format";
import { didYouMean, entriesOf, entryOf, inQuotes, problem, listSome, valueOf } from "#text";
import type { Node } from "#text";
import type { ServerVariable } from "#model";
import type { Rule, RuleContext } from "../rule.ts";

/** A server of the root or of the components, with its name. */
interface NamedServer {
  readonly id: string;
  readonly node: Node;
}

/** The nodes in which a server's variables may occur: url, or host and pathname. */
function urlParts({ node }: NamedServer): Node[] {
  return ["url", "host", "pathname"].map((field) => valueOf(node, field)).filter((part) => part !== undefined);
}

function variableNames(part: Node): string[] {
  return part.kind === "string" ? namesInBraces(part.value) : [];
}

function checkNames(server: NamedServer, { documents, report }: RuleContext): void {
  const map = valueOf(server.node, "variables");
  const followed = map && documents.follow(map);
  // A map that could not be found has been reported, and its content is unknown.
  if (map && !followed) return;
  const defined = new Set(entriesOf(followed).map(({ key }) => key));
  const used = new Set<string>();
  for (const part of urlParts(server)) {
    for (const name of new Set(variableNames(part))) {
      used.add(name);
      if (defined.has(name)) continue;
      report(
        problem("server/variable-undefined", part, {
          server: inQuotes(server.id),
          name: inQuotes(name),
          hint: didYouMean(name, defined),
        }),
      );
    }
  }
  for (const name of defined) {
    if (used.has(name)) continue;
    const place = entryOf(followed, name) ?? server.node;
    report(
      problem("server/variable-unused", place, {
        name: inQuotes(name),
        server: inQuotes(server.id),
        hint: didYouMean(name, used),
      }),
    );
  }
}

/** The text of a scalar for comparison: `8883` and `"8883"` are the same value of a string variable. */
function textOf(node: Node): string | undefined {
  if (node.kind === "string") return node.value;
  return node.kind === "number" ? node.raw : undefined;
}

function checkValues(variable: ServerVariable, { report }: RuleContext): void {
  if (variable.enum.length === 0) return;
  const allowed = new Set(variable.enum.map(textOf));
  for (const value of [variable.default, ...variable.examples]) {
    const text = value && textOf(value);
    if (!value || text === undefined || allowed.has(text)) continue;
    const names = [...allowed].filter((each) => each !== undefined);
    const hint = didYouMean(text, names) ?? `It allows: ${listSome(names)}.`;
    report(problem("server/variable-value", value, { text: inQuotes(text), name: inQuotes(variable.name), hint }));
  }
}

/** Variables in the URL must be defined, and defined ones used. Their default and examples must be allowed values. */
export const serverVariables: Rule = {
  codes: ["server/variable-undefined", "server/variable-unused", "server/variable-value"],
  check(context) {
    const judged = new Set<ServerVariable["node"]>();
    for (const { group, key, node } of context.api.components) {
      if (group === "servers" && !context.api.entityAt(node)) checkNames({ id: key, node }, context);
    }
    for (const server of context.api.servers) {
      checkNames(server, context);
      for (const variable of server.variables) {
        if (judged.has(variable.node)) continue;
        judged.add(variable.node);
        checkValues(variable, context);
      }
    }
  },
};
