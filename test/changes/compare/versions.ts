import { linkModel, normalize } from "../../../src/model/index.ts";
import { createSchemas } from "../../../src/schema/index.ts";
import type { Change } from "../../../src/changes/report/index.ts";
import { compareApis } from "../../../src/changes/compare/index.ts";
import type { ApiComparison, ApiVersion, CompareOptions } from "../../../src/changes/compare/index.ts";
import { documentsOf } from "../../support/documents.ts";

/** A version of an API from YAML. */
export function versionOf(text: string): ApiVersion {
  const documents = documentsOf(text);
  const api = linkModel(
    normalize(documents, () => undefined),
    documents,
  );
  return { documents, api, schemas: createSchemas(api, documents) };
}

/** The comparison of two texts. */
export function compared(old: string, now: string, reading: CompareOptions["reading"] = "documented"): ApiComparison {
  return compareApis(versionOf(old), versionOf(now), { reading, limits: { validationMs: 60_000, patternMs: 1_000 } });
}

/** What changed between two texts. */
export function changesOf(old: string, now: string, reading?: CompareOptions["reading"]): readonly Change[] {
  return compared(old, now, reading).changes;
}

/** What changed, as `verdict code affects`, without what only says that the version does not announce it. */
export function said(old: string, now: string, reading?: CompareOptions["reading"]): readonly string[] {
  return changesOf(old, now, reading)
    .filter(({ code }) => code !== "change/version")
    .map(({ verdict, code, affects }) => `${verdict} ${code} ${affects}`);
}

/** A 2.6 document of one channel with one message. */
export function lamps({
  verb = "subscribe",
  payload = "{ type: string }",
  message = "",
  operation = "",
  channel = "",
  servers = "",
  root = "",
  address = "lamp/lit",
}: Partial<Record<"verb" | "payload" | "message" | "operation" | "channel" | "servers" | "root" | "address", string>> = {}): string {
  return `asyncapi: 2.6.0
info: { title: Lamps, version: 1.0.0 }
${servers === "" ? "" : `servers: ${servers}\n`}channels:
  ${address}: { ${channel}${channel === "" ? "" : ", "}${verb}: { ${operation}${operation === "" ? "" : ", "}message: { name: Lit, payload: ${payload}${message === "" ? "" : `, ${message}`} } } }
${root}`;
}
