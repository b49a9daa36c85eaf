import type { Use } from "../use.ts";
import { amqp } from "./amqp.ts";
import { http } from "./http.ts";
import { kafka } from "./kafka.ts";
import { mqtt } from "./mqtt.ts";
import { nats } from "./nats.ts";
import type { Programs } from "./program.ts";
import { redis } from "./redis.ts";
import { programText, type ProgramLanguage } from "./source.ts";
import { websocket } from "./websocket.ts";

const protocols: ReadonlyMap<string, Programs> = new Map([
  ["amqp", amqp],
  ["http", http],
  ["kafka", kafka],
  ["mqtt", mqtt],
  ["mqtt5", mqtt],
  ["nats", nats],
  ["redis", redis],
  ["sse", http],
  ["ws", websocket],
]);

/** The program of a language for a use; `undefined` where its libraries cannot do it. */
export function programFor(use: Use, language: ProgramLanguage): string | undefined {
  const program = protocols.get(use.protocol)?.[language]?.(use);
  return program && programText(language, program);
}
