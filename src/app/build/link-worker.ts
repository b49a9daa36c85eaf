/** The thread that verifies links. It answers every request; the answer to a batch is empty. */
import { parentPort } from "node:worker_threads";
import { LinkDesk } from "#render";
import type { LinkRequest } from "./threaded-links.ts";

const desk = new LinkDesk();

function answer(request: LinkRequest): unknown {
  if (request === "search files") return [...desk.searchFiles()];
  if (request === "broken links") return desk.broken();
  return desk.take(request);
}

parentPort?.on("message", (request: LinkRequest) => parentPort?.postMessage(answer(request)));
