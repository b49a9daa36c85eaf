import { serverAddress } from "#model";
import type { CodeTemplate, CodeTemplates } from "#render";
import { codeContext, isPattern, isRead, isTopicName, isRequest, WEB } from "./code-context.ts";
import type { CredentialKind } from "./credentials.ts";
import { kindOf } from "./credentials.ts";
import { onOneLine } from "./line.ts";
import type { Call, Use } from "./use.ts";

const BROKER = ["password", "certificate", "user-key"] as const;
const REQUEST = ["password", "certificate", "token", "key"] as const;

/** The credentials that our templates of a protocol can pass. The clouds are not here: their tools have accounts and servers of their own. */
const TAKEN: ReadonlyMap<string, readonly CredentialKind[]> = new Map<string, readonly CredentialKind[]>([
  ["kafka", ["password", "certificate", "kerberos"]],
  ["mqtt", BROKER],
  ["mqtt5", BROKER],
  ["nats", BROKER],
  ["amqp", BROKER],
  ["redis", BROKER],
  ["stomp", BROKER],
  ["solace", ["password"]],
  ["pulsar", ["token", "certificate"]],
  ["ws", REQUEST],
  ["http", REQUEST],
  ["sse", REQUEST],
  ["mercure", REQUEST],
]);

/** Whether our templates can do what a call needs. */
function canConnect({ protocol, at, address, credentials }: Use): boolean {
  const taken = TAKEN.get(protocol);
  if (!taken) return address !== "";
  // A relative URL names no server, and no broker tool speaks its protocol over a WebSocket.
  if (at.host === "" || (!WEB.has(protocol) && (address === "" || /^(?:ws|http)s?$/.test(at.scheme)))) return false;
  return credentials.every((each) => taken.includes(kindOf(each)));
}

/** Whether the protocol has such a use at all, whatever the code is written in. */
function isPossible(use: Use): boolean {
  const { protocol, way, address, binding } = use;
  switch (protocol) {
    case "kafka":
      return isTopicName(address);
    case "ws":
      // Clients open a WebSocket only with GET.
      return (binding("channel", "method") ?? "GET").toUpperCase() === "GET";
    case "http":
    case "sse":
      return isRequest(use);
    case "sqs":
      return !isRead(address);
    default:
      return way === "receive" || !isPattern(protocol, address);
  }
}

/** Protocols that are written like another one, unless they have templates of their own. */
const KIN: Readonly<Record<string, string>> = { mqtt5: "mqtt", sse: "http" };

function templateOf(templates: CodeTemplates, protocol: string, language: string): CodeTemplate | undefined {
  const own = templates.get(`${protocol}.${language}`);
  return own ?? (Object.hasOwn(KIN, protocol) ? templates.get(`${KIN[protocol] ?? ""}.${language}`) : undefined);
}

/** Whether a header fits on one line. With a line break in it, some tools would cut it and others refuse it. */
function isLine([name, value]: readonly [string, string]): boolean {
  return name !== "" && !/[\r\n]/.test(name + value);
}

/** One sample for one language. */
export interface CommandSample {
  readonly language: string;
  readonly text: string;
}

/**
 * Makes the samples of a call in some languages. A language has none if no template is of it, or if its template prints nothing. Where
 * addresses are paths of a server, the application is that server, so it gets no samples.
 */
export function samplesFor(
  call: Call,
  languages: readonly string[],
  side: "client" | "application",
  templates: CodeTemplates,
): readonly CommandSample[] {
  if (side === "application" && WEB.has(call.protocol)) return [];
  const use = { ...call, headers: call.headers.filter(isLine), at: serverAddress(call.server, call) };
  if (!isPossible(use)) return [];
  const isOpen = canConnect(use);
  let contextOf: ReturnType<typeof codeContext> | undefined;
  return languages.flatMap((language): CommandSample[] => {
    const template = templateOf(templates, call.protocol, language);
    if (!template || (template.isBuiltIn && !isOpen)) return [];
    contextOf ??= codeContext(use);
    const printed = template.print(contextOf(language));
    const text = language === "cli" ? onOneLine(printed) : printed.trim();
    return text === "" ? [] : [{ language, text }];
  });
}
