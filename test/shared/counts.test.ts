import { describe, expect, it } from "vitest";
import type { Node } from "../../src/text/json/index.ts";
import type { Api } from "../../src/model/api/index.ts";
import { linkModel } from "../../src/model/api/index.ts";
import { normalize } from "../../src/model/normalize/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";
import { loadDocuments } from "../../src/documents/references/index.ts";
import { readLimits } from "../../src/text/source/index.ts";
import { corpus, drafts, rows } from "./corpus-index.ts";

async function load(file: string): Promise<Documents | undefined> {
  const root = `${corpus}${file.split("/")[0] ?? ""}`;
  return (await loadDocuments(`${corpus}${file}`, { cwd: corpus, root, limits: readLimits })).documents;
}

function link(documents: Documents): Api {
  return linkModel(
    normalize(documents, () => undefined),
    documents,
  );
}

/** Counts as the contract has them: channels under the root, and messages that something uses. */
function count(api: Api): readonly number[] {
  return [api.channels.filter(({ used }) => used).length, api.operations.length, api.messages.filter(({ used }) => used).length];
}

/** Files where we and the index's peer count differently, and why. There are none: all 215 agree. */
const differences: Readonly<Record<string, string>> = {};

describe("counts of channels, operations and messages", () => {
  const valid = rows.filter(({ verdict }) => verdict === "valid");

  it("is over the documents that the index calls valid", () => {
    expect(valid.filter(({ version }) => version.startsWith("2.")).length).toBe(106);
    expect(valid.filter(({ version }) => version.startsWith("3.")).length).toBe(109);
  });

  it.each(valid.filter(({ file }) => !differences[file]))("$file", async ({ file, counts }) => {
    const documents = await load(file);
    expect(documents && count(link(documents))).toEqual(counts);
  });
});

type Seen = Set<unknown>;

function isNode(value: object): value is Node {
  return "kind" in value && "file" in value && "start" in value;
}

/** A value that the model holds, with all that is in it and behind its references. */
function mark(node: Node, documents: Documents, shown: Seen): void {
  if (shown.has(node)) return;
  shown.add(node);
  if (node.kind === "map") for (const { value } of node.entries) mark(value, documents, shown);
  if (node.kind === "list") for (const item of node.items) mark(item, documents, shown);
  const target = documents.follow(node);
  if (target) mark(target, documents, shown);
}

/** Everything that the model holds but for the objects that its entities were read from: those have been taken apart. */
function markAll(value: unknown, documents: Documents, { shown, met }: { shown: Seen; met: Seen }): void {
  if (typeof value !== "object" || value === null || met.has(value)) return;
  if (isNode(value)) return mark(value, documents, shown);
  met.add(value);
  const takenApart = "extensions" in value && !("free" in value);
  for (const [key, inner] of Object.entries(value)) {
    if (takenApart && (key === "node" || key === "written")) continue;
    markAll(inner, documents, { shown, met });
  }
}

/** What the model says in its own words: names, ids, addresses, directions, the version, and what points at another entity. */
const inOtherWords =
  /^(asyncapi|msgapi|info\/(title|version)|.*\/(title|operationId|action|address|\$ref)|.*tags\/\*(\/name)?|tags\/\*\/name|components\/tags\/[^/]*\/name|channels\/.*\/servers\/\*)$/;

/** Scalars of the main document that nothing in the model holds, by path. */
function lost(documents: Documents, shown: Seen): readonly string[] {
  const paths: string[] = [];
  const met: Seen = new Set();
  const walk = (node: Node, path: readonly string[]): void => {
    if (shown.has(node) || met.has(node)) return;
    met.add(node);
    if (node.kind === "map") for (const { key, value } of node.entries) walk(value, [...path, key.replaceAll("/", "~1")]);
    else if (node.kind === "list") for (const item of node.items) walk(item, [...path, "*"]);
    else if (node.kind !== "null" && !inOtherWords.test(path.join("/"))) paths.push(path.join("/"));
  };
  walk(documents.root, []);
  return paths;
}

/** What is not in the model by the rules of the format: ignored beside a `$ref`, which is reported. */
const byRule: Readonly<Record<string, readonly string[]>> = {
  "real/microcks+microcks/18ab3372/api/microcks-asyncapi-v1.10.yaml": [
    "channels/service-changes/messages/serviceChangeEvent/bindings/kafka/key/type",
  ],
  "draft-3.0/microcks+microcks/18ab3372/api/microcks-asyncapi-v1.10.yaml": [
    "channels/service-changes/messages/serviceChangeEvent/bindings/kafka/key/type",
  ],
  "real/microcks+microcks/18ab3372/webapp/src/test/resources/filled-templates/asyncapi-2.4.yaml": [
    "channels/Book/subscribe/message/bindings/kafka/key/type",
    "channels/Book/subscribe/message/bindings/kafka/key/description",
  ],
};

describe("nothing is lost between a document and its model", () => {
  const files = [...rows.map(({ file }) => file), ...drafts.map(({ file }) => file)];

  it.each(files)("%s", async (file) => {
    const documents = await load(file);
    if (!documents) return;
    const shown: Seen = new Set();
    markAll({ ...link(documents), node: undefined }, documents, { shown, met: new Set() });
    expect(lost(documents, shown)).toEqual(byRule[file] ?? []);
  });
});
