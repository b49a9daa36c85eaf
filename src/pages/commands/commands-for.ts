import { amqp, nats, pulsar, redis } from "./brokers.ts";
import { googlepubsub, sns, sqs } from "./cloud.ts";
import { kindOf, type CredentialKind } from "./credentials.ts";
import { kafka } from "./kafka.ts";
import { mqtt } from "./mqtt.ts";
import { serverAddress } from "./server-address.ts";
import type { Call, Command, Use } from "./use.ts";
import { http, mercure, ws } from "./web.ts";

interface Tool {
  readonly make: (use: Use) => Command[];
  /** The credentials that it can be given; absent where it has an account of its own. */
  readonly takes?: readonly CredentialKind[];
  /** Whether addresses are paths of the server's URL. */
  readonly isWeb?: boolean;
}

const BROKER = ["password", "certificate", "user-key"] as const;
const WEB = ["password", "certificate", "token", "key"] as const;

/**
 * The protocols that have a usual tool. The format's other ones have none that is at hand everywhere: JMS is an interface of
 * Java; IBM MQ, Solace, Anypoint MQ and STOMP are spoken by clients of their own.
 */
const tools: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ["kafka", { make: kafka, takes: ["password", "certificate", "kerberos"] }],
  ["mqtt", { make: mqtt, takes: BROKER }],
  ["mqtt5", { make: mqtt, takes: BROKER }],
  ["nats", { make: nats, takes: BROKER }],
  ["amqp", { make: amqp, takes: BROKER }],
  ["redis", { make: redis, takes: BROKER }],
  ["pulsar", { make: pulsar, takes: ["token", "certificate"] }],
  ["ws", { make: ws, takes: WEB, isWeb: true }],
  ["http", { make: http, takes: WEB, isWeb: true }],
  ["sse", { make: http, takes: WEB, isWeb: true }],
  ["mercure", { make: mercure, takes: WEB, isWeb: true }],
  ["sns", { make: sns }],
  ["sqs", { make: sqs }],
  ["googlepubsub", { make: googlepubsub }],
]);

/** Whether a tool can do what a call asks for. */
function canDo({ takes, isWeb = false }: Tool, { at, address, credentials }: Use): boolean {
  // Without a list the tool has its own account, and its own servers.
  if (!takes) return address !== "";
  // A relative URL names no server; a broker behind a WebSocket speaks to no tool of its protocol.
  if (at.host === "" || (!isWeb && (address === "" || /^(?:ws|http)s?$/.test(at.scheme)))) return false;
  return credentials.every((each) => takes.includes(kindOf(each)));
}

/** A header is one line: what holds a line's end would be cut by some tools and refused by others. */
function isLine([name, value]: readonly [string, string]): boolean {
  return name !== "" && !/[\r\n]/.test(name + value);
}

/** What to paste for a call; nothing for a protocol without a usual tool, and for what its tool cannot do. */
export function commandsFor(call: Call): readonly Command[] {
  const tool = tools.get(call.protocol);
  const use = { ...call, headers: call.headers.filter(isLine), at: serverAddress(call.server, call) };
  return tool && canDo(tool, use) ? tool.make(use) : [];
}
