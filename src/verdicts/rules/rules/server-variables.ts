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

/** The users before the hosts of an address, each perhaps with a password (RFC 3986 § 3.2.1), and the address without them. */
function usersIn(address: string): { readonly users: readonly string[]; readonly bare: string } {
  const [start = "", scheme = "", authority = ""] = /^([a-z][a-z\d+.-]*:\/\/)?([^/?#]*)/i.exec(address) ?? [];
  const hosts = authority.split(",").map((host) => ({ host, at: host.lastIndexOf("@") }));
  return {
    users: hosts.map(({ host, at }) => host.slice(0, Math.max(at, 0))),
    bare: scheme + hosts.map(({ host, at }) => host.slice(at + 1)).join(",") + address.slice(start.length),
  };
}

/** A place to fill in, and no password, such as `<password>` or `$PASSWORD`. */
const TO_FILL_IN = /^(?:<.*>|\*+|\$\w+|\$?\{.*\})$/s;

/** Reports a password in the address of a server, or in the default of the variable that stands for it there. */
function checkPassword(server: NamedServer, { documents, report }: RuleContext): void {
  const tell = (place: Node, hint: string): unknown => report(problem("server/password", place, { server: inQuotes(server.id), hint }));
  for (const address of urlParts(server)) {
    if (address.kind !== "string") continue;
    const { users, bare } = usersIn(address.value);
    const passwords = users.flatMap((user) => /^[^:]*:(.+)$/s.exec(user)?.[1] ?? []);
    const login = "describe the login in security by a scheme of the type userPassword";
    if (passwords.some((password) => !TO_FILL_IN.test(password))) tell(address, `Write ${bare}, and ${login}.`);
    for (const name of passwords.flatMap(namesInBraces)) {
      const written = valueOf(server.node, "variables");
      const variable = valueOf(written && documents.follow(written), name);
      const value = valueOf(variable && documents.follow(variable), "default");
      if (value?.kind === "string" && value.value !== "" && !TO_FILL_IN.test(value.value))
        tell(value, `Leave the default out, and ${login}.`);
    }
  }
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
      for (const variable of server.variables) {
        if (judged.has(variable.node)) continue;
        judged.add(variable.node);
        checkValues(variable, context);
      }
    }
  },
};
