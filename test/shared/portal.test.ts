import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadDocuments } from "../../src/documents/index.ts";
import { createRoutes, linkModel, normalize } from "../../src/model/index.ts";
import { createPortal, indexApi } from "../../src/portal/match/index.ts";
import { createSchemas } from "../../src/schema/index.ts";
import { expandPaths, readLimits } from "../../src/text/index.ts";
import { corpus, rows } from "./corpus-index.ts";
import type { PortalJson } from "../portal/match/organisation.ts";
import { entryOf, jsonOf } from "../portal/match/organisation.ts";

const generator = fileURLToPath(new URL("../../../shared/bench/gen-org.mjs", import.meta.url));
const project = fileURLToPath(new URL("../..", import.meta.url));

interface Truth {
  readonly services: readonly string[];
  readonly channels: readonly {
    readonly broker: string;
    readonly address: string;
    readonly senders: readonly string[];
    readonly receivers: readonly string[];
  }[];
  readonly incompatible: readonly { readonly sender: string; readonly receiver: string; readonly address: string }[];
}

/** The portal of some documents; `nameOf` says what their APIs are called. */
async function portalOf(paths: readonly string[], root: (path: string) => string, nameOf: (path: string) => string): Promise<PortalJson> {
  const texts = new Map<string, string>();
  const apis = [];
  for (const path of paths) {
    const folder = root(path);
    const { documents } = await loadDocuments(path, { cwd: folder, root: folder, limits: readLimits });
    if (!documents) continue;
    const api = linkModel(
      normalize(documents, () => undefined),
      documents,
    );
    const schemas = createSchemas(api, documents);
    const document = {
      documents,
      api,
      schemas,
      routes: createRoutes(api, () => undefined),
      examples: { passed: 0, failed: 0, notChecked: 0 },
    };
    const made = indexApi(document, { name: nameOf(path), fileName: (file) => relative(folder, file.id) });
    for (const [hash, text] of made.schemas) texts.set(hash, text);
    apis.push(entryOf(made.index));
  }
  return jsonOf(createPortal(apis, { title: "Org", brokers: {}, schemaText: (hash) => texts.get(hash) }));
}

/** The portal that the command builds of an organisation. */
function builtPortal(folder: string): PortalJson {
  writeFileSync(join(folder, "msgdocs.yaml"), "title: Org\ndocuments: ['services/*/asyncapi.{yaml,json}']\n");
  const { status, stderr } = spawnSync(process.execPath, [join(project, "dist/cli.js"), "build", "-o", "site"], {
    cwd: folder,
    encoding: "utf8",
  });
  // Clashes are errors, hide nothing and stop nothing.
  expect([status, stderr]).toEqual([0, expect.stringContaining("Wrote") as string]);
  return JSON.parse(readFileSync(join(folder, "site/portal.json"), "utf8")) as PortalJson;
}

/** Truth names the broker of the devices by its template; documents write it as a literal, too. */
function brokerOf(text: string | null): string {
  return text?.includes("mqtt.acme.example") === true ? "fleet" : (text ?? "");
}

const namesOf = (parties: readonly { readonly api: string }[]): string[] => [...new Set(parties.map(({ api }) => api))].sort();
const form = (address: string | null): string => (address ?? "").replace(/\{[^}]*\}/g, "{}");

/** The rows of the first table of a page: the API and what it does. */
function partiesIn(html: string): readonly (readonly [api: string, way: string])[] {
  const [table = ""] = /<table>[^]*?<\/table>/.exec(html) ?? [];
  const rows = table.split("<tr>").slice(2);
  return rows.map((row) => {
    const [, api = ""] = /<th scope="row">(?:<a [^>]*>)?([^<]*)/.exec(row) ?? [];
    const [, way = ""] = /class="badge (send|receive)"/.exec(row) ?? [];
    return [api, way];
  });
}

/** Who sends and who receives by the table of a page. */
function saidBy(html: string): string {
  const names = (way: string): string => [...new Set(partiesIn(html).flatMap(([api, own]) => (own === way ? [api] : [])))].sort().join();
  return `${names("send")} > ${names("receive")}`;
}

describe.each([1, 2, 3, 5, 8])("the pages of an organisation of 12 services, seed %i", (seed) => {
  it("say in their tables who sends and receives each channel and each message, and list each name once", () => {
    const folder = mkdtempSync(join(tmpdir(), "msgdocs-org-"));
    try {
      execFileSync(process.execPath, [generator, "12", String(seed), folder], { cwd: project });
      const truth = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8")) as Truth;
      const { channels } = builtPortal(folder);
      const page = (path: string): string => readFileSync(join(folder, "site", path), "utf8");
      const told = truth.channels.filter(({ senders, receivers }) => senders.length + receivers.length > 0);
      const inTruth = (each: Truth["channels"][number]): string => `${each.senders.join()} > ${each.receivers.join()}`;
      expect(channels.map(({ path, address }) => `${form(address)} ${saidBy(page(path))}`).sort()).toEqual(
        told.map((each) => `${form(each.address)} ${inTruth(each)}`).sort(),
      );
      const shared = told.filter(({ senders, receivers }) => new Set([...senders, ...receivers]).size > 1);
      const pages = readdirSync(join(folder, "site/messages")).filter((name) => name.endsWith(".html"));
      expect(pages.map((name) => saidBy(page(`messages/${name}`))).sort()).toEqual(shared.map(inTruth).sort());
      const names = [...page("messages.html").matchAll(/<th scope="row"><a [^>]*><bdi>([^<]*)/g)].map(([, name]) => name);
      expect(names).toEqual([...new Set(names)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe.each([
  [20, 1, "in memory"],
  [20, 2, "in memory"],
  [20, 3, "by the command"],
  [40, 7, "in memory"],
  [100, 11, "in memory"],
])("an organisation of %i services, seed %i, %s", (count, seed, way) => {
  it("has the senders, the receivers and the clashes of the truth", async () => {
    const folder = mkdtempSync(join(tmpdir(), "msgdocs-org-"));
    try {
      execFileSync(process.execPath, [generator, String(count), String(seed), folder], { cwd: project });
      const truth = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8")) as Truth;
      const { paths } = expandPaths(join(folder, "services/*/asyncapi.{yaml,json}"));
      const nameOf = (path: string): string => relative(join(folder, "services"), path).split("/")[0] ?? "";
      const portal = way === "by the command" ? builtPortal(folder) : await portalOf(paths, () => folder, nameOf);
      const channel = (broker: string | null, address: string | null, senders: readonly string[], receivers: readonly string[]): string =>
        `${brokerOf(broker)} ${form(address)}: ${senders.join()} > ${receivers.join()}`;
      expect(
        portal.channels.map((each) => channel(each.broker, each.address, namesOf(each.senders), namesOf(each.receivers))).sort(),
      ).toEqual(
        truth.channels
          .filter(({ senders, receivers }) => senders.length + receivers.length > 0)
          .map((each) => channel(each.broker, each.address, each.senders, each.receivers))
          .sort(),
      );
      const clash = (each: { sender: string; receiver: string; address: string | null }): string =>
        `${each.sender} > ${each.receiver} ${form(each.address)}`;
      expect(
        portal.fit
          .filter(({ verdict }) => verdict === "clash")
          .map(clash)
          .sort(),
      ).toEqual(truth.incompatible.map(clash).sort());
      expect(portal.fit.filter(({ verdict }) => verdict === "unknown" || verdict === "not-received")).toEqual([]);
      expect(portal.links).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const rootOf = (path: string): string => join(corpus, relative(corpus, path).split("/")[0] ?? "");

it("has the map that the social media example tells of", async () => {
  const folder = join(corpus, "real/asyncapi+spec/v3.0.0/examples/social-media");
  const { paths } = expandPaths(join(folder, "*/asyncapi.yaml"));
  const portal = await portalOf(paths, rootOf, (path) => relative(folder, path).split("/")[0] ?? "");
  const edges = portal.channels.map(
    ({ address, senders, receivers }) => `${namesOf(senders).join()} > ${address ?? ""} > ${namesOf(receivers).join()}`,
  );
  expect(edges).toEqual([
    "backend > comment/liked > comments-service,notification-service,public-api",
    "comments-service > comment/{commentId}/changed > backend",
    "frontend > like/comment > backend",
    "backend > update/comment/likes > frontend",
  ]);
  expect(new Set(portal.fit.map(({ verdict }) => verdict))).toEqual(new Set(["fits"]));
});

it("takes all real documents together, and every clash has a witness or says why there is none", async () => {
  const portal = await portalOf(
    rows.map(({ file }) => join(corpus, file)),
    rootOf,
    (path) => relative(corpus, path),
  );
  expect(portal.apis.length).toBeGreaterThan(300);
  const bare = portal.fit.filter(
    ({ verdict, witness, why }) => verdict === "clash" && witness === undefined && !/content type|sent as|correlation/.test(why),
  );
  expect(bare).toEqual([]);
});
