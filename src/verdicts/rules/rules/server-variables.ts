import { namesInBraces } from "#format";
import { didYouMean, entriesOf, entryOf, inQuotes, isSecret, MASK, problem, listSome, valueOf } from "#text";
import type { Node } from "#text";
import type { ServerVariable } from "#model";
import { passwordsOf, secretDefaults, usersIn } from "#model";
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

function checkValues(variable: ServerVariable, secrets: readonly Node[], { report }: RuleContext): void {
  if (variable.enum.length === 0) return;
  const allowed = new Set(variable.enum.map(textOf));
  for (const value of [variable.default, ...variable.examples]) {
    const text = value && textOf(value);
    if (!value || text === undefined || allowed.has(text)) continue;
    const names = [...allowed].filter((each) => each !== undefined);
    const hint = didYouMean(text, names) ?? `It allows: ${listSome(names)}.`;
    const said = secrets.includes(value) ? MASK : inQuotes(text);
    report(problem("server/variable-value", value, { text: said, name: inQuotes(variable.name), hint }));
  }
}

/** A host with the scheme of a URL and perhaps its path, and the host within it. */
const URL_AS_HOST = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/]*)(\/.*)?$/is;

/**
 * Reports a URL in place of a host (3.x). What it names besides has fields of its own. Springwolf writes the scheme everywhere, and it says
 * no more than the protocol, so alone it is a warning.
 */
function checkHost(node: Node, { report }: RuleContext): void {
  const host = valueOf(node, "host");
  if (host?.kind !== "string") return;
  const [, scheme, rest = "", path = ""] = URL_AS_HOST.exec(usersIn(host.value).bare) ?? [];
  const pathname = path === "/" ? "" : path;
  if (scheme === undefined && path === "") return;
  const parts = [scheme !== undefined && "a scheme", path !== "" && "a path"].filter((part) => part !== false);
  const fields = [`host: ${rest}`, pathname !== "" && `pathname: ${pathname}`].filter((field) => field !== false).join(" and ");
  const hint = `Write ${fields}${scheme === undefined ? "" : "; the protocol has a field of its own"}.`;
  const found = problem("server/host", host, { host: inQuotes(host.value), what: parts.join(" and "), hint });
  report(pathname === "" ? { ...found, severity: "warning" } : found);
}

/** Reports a password in the address of a server, or in the default of the variable that stands for it there. */
function checkPassword(server: NamedServer, { documents, report }: RuleContext): void {
  const tell = (place: Node, hint: string): unknown => report(problem("server/password", place, { server: inQuotes(server.id), hint }));
  const login = "describe the login in security by a scheme of the type userPassword";
  for (const address of urlParts(server)) {
    if (address.kind === "string" && passwordsOf(address.value).some(isSecret))
      tell(address, `Write ${usersIn(address.value).bare}, and ${login}.`);
  }
  for (const value of secretDefaults(server.node, documents)) tell(value, `Leave the default out, and ${login}.`);
}

/** Variables in the URL must be defined, and defined ones used. Their default and examples must be allowed values. No password is written down. */
export const serverVariables: Rule = {
  codes: ["server/host", "server/variable-undefined", "server/variable-unused", "server/variable-value", "server/password"],
  check(context) {
    const judged = new Set<ServerVariable["node"]>();
    for (const { group, key, node } of context.api.components) {
      if (group !== "servers" || context.api.entityAt(node)) continue;
      checkNames({ id: key, node }, context);
      checkPassword({ id: key, node }, context);
      checkHost(node, context);
    }
    for (const server of context.api.servers) {
      checkNames(server, context);
      checkPassword(server, context);
      if (server.host) checkHost(server.node, context);
      const secrets = secretDefaults(server.node, context.documents);
      for (const variable of server.variables) {
        if (judged.has(variable.node)) continue;
        judged.add(variable.node);
        checkValues(variable, secrets, context);
      }
    }
  },
};
