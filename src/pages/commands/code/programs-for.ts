import type { Use } from "../use.ts";
import { amqp } from "./amqp.ts";
import { sns, sqs } from "./aws.ts";
import { googlepubsub } from "./googlepubsub.ts";
import { http } from "./http.ts";
import { kafka } from "./kafka.ts";
import { mqtt } from "./mqtt.ts";
import { nats } from "./nats.ts";
import type { Programs } from "./program.ts";
import { pulsar } from "./pulsar.ts";
import { redis } from "./redis.ts";
import { solace } from "./solace.ts";
import { programText, type ProgramLanguage } from "./source.ts";
import { stomp } from "./stomp.ts";
import { websocket } from "./websocket.ts";

const protocols: ReadonlyMap<string, Programs> = new Map([
  ["amqp", amqp],
  ["googlepubsub", googlepubsub],
  ["http", http],
  ["kafka", kafka],
  ["mqtt", mqtt],
  ["mqtt5", mqtt],
  ["nats", nats],
  ["pulsar", pulsar],
  ["redis", redis],
  ["sns", sns],
  ["solace", solace],
  ["sqs", sqs],
  ["sse", http],
  ["stomp", stomp],
  ["ws", websocket],
]);

/** The program for a use in one language; `undefined` if the language's library cannot do it. */
export function programFor(use: Use, language: ProgramLanguage): string | undefined {
  const program = protocols.get(use.protocol)?.[language]?.(use);
  return program && programText(language, program);
}
