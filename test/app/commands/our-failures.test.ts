import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type * as Operations from "../../../src/pages/kinds/operation-page.ts";
import type * as Model from "../../../src/pages/machine/model-json.ts";
import type * as Maps from "../../../src/portal/pages/map-pages.ts";
import type * as Slots from "../../../src/portal/pages/api-slots.ts";
import type * as Schemas from "../../../src/schema/index.ts";
import type * as Portals from "../../../src/portal/match/index.ts";
import type * as Tags from "../../../src/verdicts/rules/rules/names.ts";
import type * as Containments from "../../../src/changes/containment/index.ts";
import { contents, folder, msgdocs } from "../cli/shell.ts";
import { previewed, raw } from "../watch/previewed.ts";

/** The page of an operation on a channel of this name makes us fail, and comparing what is sent with that title. */
const BOOM = "boom";
const PAIR = "pair";

vi.mock("../../../src/pages/kinds/operation-page.ts", async (original) => {
  const real = await original<typeof Operations>();
  const operationPage: typeof real.operationPage = (site, operation) => {
    const page = real.operationPage(site, operation);
    if (operation.channel?.id !== BOOM) return page;
    // Deep recursion ends so, too.
    return {
      ...page,
      view: () => {
        throw new RangeError("Maximum call stack size exceeded");
      },
    };
  };
  return { ...real, operationPage };
});

vi.mock("../../../src/changes/containment/index.ts", async (original) => {
  const real = await original<typeof Containments>();
  const createContainment: typeof real.createContainment = (...given) => {
    const found = real.createContainment(...given);
    return {
      ...found,
      compare(sender, ...more) {
        const { file, start, end } = sender.node;
        if (file.text.slice(start, end).includes(PAIR)) throw new TypeError("no such cell");
        return found.compare(sender, ...more);
      },
    };
  };
  return { ...real, createContainment };
});

/** What runs once for an API fails on one of this title. */
const WHOLE = "whole";

function failOn(title: string): void {
  if (title === WHOLE) throw new TypeError("no such whole");
}

vi.mock("../../../src/pages/machine/model-json.ts", async (original) => {
  const real = await original<typeof Model>();
  const modelJson: typeof real.modelJson = (parts) => {
    failOn(parts.api.info.title);
    return real.modelJson(parts);
  };
  return { ...real, modelJson };
});

vi.mock("../../../src/verdicts/rules/rules/names.ts", async (original) => {
  const real = await original<typeof Tags>();
  const check: typeof real.duplicateTags.check = (context) => {
    failOn(context.api.info.title);
    real.duplicateTags.check(context);
  };
  return { ...real, duplicateTags: { ...real.duplicateTags, check } };
});

vi.mock("../../../src/portal/pages/map-pages.ts", async (original) => {
  const real = await original<typeof Maps>();
  const mapPages: typeof real.mapPages = function* (context) {
    for (const page of real.mapPages(context)) {
      const view = (): object => {
        failOn(context.portal.title);
        return page.view();
      };
      yield { ...page, view };
    }
  };
  return { ...real, mapPages };
});

/** Reading an API of this title fails, indexing one of that, and what others say of one of a third. */
const [READING, INDEX, SLOT] = ["reading", "catalog", "slot"];

vi.mock("../../../src/schema/index.ts", async (original) => {
  const real = await original<typeof Schemas>();
  const createSchemas: typeof real.createSchemas = (api, documents) => {
    if (api.info.title === READING) throw new TypeError("no such schema");
    return real.createSchemas(api, documents);
  };
  return { ...real, createSchemas };
});

vi.mock("../../../src/portal/match/index.ts", async (original) => {
  const real = await original<typeof Portals>();
  const indexApi: typeof real.indexApi = (subject, options) => {
    if (subject.api.info.title === INDEX) throw new TypeError("no such index");
    return real.indexApi(subject, options);
  };
  return { ...real, indexApi };
});

vi.mock("../../../src/portal/pages/api-slots.ts", async (original) => {
  const real = await original<typeof Slots>();
  const fillSlot: typeof real.fillSlot = (context, request) => {
    if (request.api.title === SLOT) throw new TypeError("no such slot");
    return real.fillSlot(context, request);
  };
  return { ...real, fillSlot };
});

const TOLD = "msgdocs failed to make this page";

/** An API that sends to, or receives from, two channels. What is sent is not what is received, but fits. */
function api(title: string, verb: "publish" | "subscribe", names: readonly [string, string]): string {
  const channel = (name: string) => [
    name,
    {
      [verb]: {
        operationId: `${verb}-${name}`,
        message: {
          messageId: `m-${name}`,
          payload: { type: "object", title: name, ...(verb === "subscribe" ? { required: [name] } : {}) },
        },
      },
    },
  ];
  return JSON.stringify({
    asyncapi: "2.6.0",
    info: { title, version: "1" },
    servers: { s: { url: "h:9092", protocol: "kafka" } },
    channels: Object.fromEntries(names.map(channel)) as unknown,
  });
}

test("a page on which we fail says so, the rest of the site is written, and the exit code is 70", async () => {
  const cwd = folder({ "api.json": api("A", "publish", [BOOM, "fine"]) });
  // The second build meets what a cache may have kept.
  for (let build = 0; build < 2; build += 1) {
    const { exit, stderr } = await msgdocs(cwd, ["build", "api.json", "-o", "site", "--cache", "cache"]);
    expect(exit).toBe(70);
    expect(stderr).toContain("msgdocs failed on operations/publish-boom.html: Maximum call stack size exceeded. The rest is written.");
  }
  const site = contents(join(cwd, "site"));
  expect(Object.keys(site).filter((path) => site[path]?.includes(TOLD))).toEqual([
    "llms-full.txt",
    "operations/publish-boom.html",
    "operations/publish-boom.md",
    "print.html",
    "search/texts-0.js",
  ]);
  expect(site["operations/publish-boom.html"]).toMatch(/<a [^>]*href="publish-boom\.html"[^>]* aria-current="page">/);
  expect(site["operations/publish-fine.html"]).toContain("publish-fine");
  expect(site["manifest.json"]).toContain("operations/publish-boom.html");
  const one = await msgdocs(cwd, ["build", "api.json", "--single-file", "one.html"]);
  expect(one.exit).toBe(70);
  expect(readFileSync(join(cwd, "one.html"), "utf8")).toContain(TOLD);
});

test("a page of an API in a portal on which we fail costs that page", async () => {
  const cwd = folder({
    "a/api.json": api("A", "publish", [BOOM, "fine"]),
    "b/api.json": api("B", "publish", ["c", "d"]),
    "msgdocs.yaml": "documents: ['*/api.json']\n",
  });
  const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "portal"]);
  expect([exit, stderr.includes("msgdocs failed on operations/publish-boom.html")]).toEqual([70, true]);
  const portal = contents(join(cwd, "portal"));
  expect(Object.keys(portal).filter((path) => path.endsWith(".html") && portal[path]?.includes(TOLD))).toEqual([
    "apis/a/operations/publish-boom.html",
    "apis/a/print.html",
  ]);
  expect(existsSync(join(cwd, "portal/apis/b/operations/publish-c.html"))).toBe(true);
  expect((await msgdocs(cwd, ["part", "a/api.json", "-o", "part"])).exit).toBe(70);
  expect((await msgdocs(cwd, ["merge", "part", "-o", "merged"])).exit).toBe(70);
});

test("the preview shows a page on which we fail, and the others", async () => {
  const { port } = await previewed(folder({ "api.json": api("A", "publish", [BOOM, "fine"]) }), { document: "api.json" });
  const get = (name: string) =>
    raw(port, `GET /operations/publish-${name}.html HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  const [failed, fine] = [await get(BOOM), await get("fine")];
  expect([failed.status, failed.body.includes(TOLD)]).toEqual([200, true]);
  expect([fine.status, fine.body.includes(TOLD)]).toEqual([200, false]);
});

test("a pair of messages on which we fail costs its verdict, and not the portal", async () => {
  const names = [PAIR, "fine"] as const;
  const cwd = folder({
    "a/api.json": api("A", "subscribe", names),
    "b/api.json": api("B", "publish", names),
    "msgdocs.yaml": "documents: ['*/api.json']\n",
  });
  const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "portal"]);
  expect(exit).toBe(70);
  expect(stderr).toContain("msgdocs failed to compare the message m-pair of a with what b receives: no such cell.");
  const { fit } = JSON.parse(readFileSync(join(cwd, "portal/portal.json"), "utf8")) as { fit: readonly Readonly<Record<string, string>>[] };
  expect(fit.map(({ message, verdict }) => [message, verdict])).toEqual([
    ["m-fine", "fits"],
    ["m-pair", "unknown"],
  ]);
  expect(fit[1]?.why).toBe("It cannot be told: msgdocs failed to compare the schemas (no such cell). Please report it.");
});

test("a pair of schemas on which we fail costs its verdict in diff, and in what changed in a portal", async () => {
  const [before, after] = [
    api("A", "subscribe", [PAIR, "fine"]),
    api("A", "subscribe", [PAIR, "fine"]).replaceAll('"type":"object"', '"type":"array"'),
  ];
  const cwd = folder({
    "old.json": before,
    "new.json": after.replace('"version":"1"', '"version":"2"'),
    "msgdocs.yaml": "documents: [{ path: new.json, versions: old.json }]\n",
  });
  const { exit, stdout, stderr } = await msgdocs(cwd, ["diff", "old.json", "new.json", "--format", "json"]);
  expect([
    exit,
    stderr.includes('msgdocs failed to compare the payload of message "m-pair" (old.json with new.json): no such cell.'),
  ]).toEqual([70, true]);
  const { changes } = JSON.parse(stdout) as { changes: readonly Record<"verdict" | "message", string>[] };
  const told = changes.map(({ verdict, message }) => `${verdict}: ${message}`);
  expect(told.filter((each) => each.startsWith("unknown"))).toEqual([
    'unknown: Whether the payload of message "m-pair" will still fit cannot be told: msgdocs failed to compare it (no such cell). Please report it.',
  ]);
  expect(told.join("\n")).toMatch(/^breaking: The payload of message "m-fine"/m);
  const built = await msgdocs(cwd, ["build", "-o", "portal"]);
  expect([built.exit, built.stderr.includes('msgdocs failed to compare the payload of message "m-pair"')]).toEqual([70, true]);
  const pages = Object.entries(contents(join(cwd, "portal"))).filter(([path]) => path.endsWith("/changes.html"));
  expect(pages.map(([, text]) => text.includes("m-fine"))).toEqual([true]);
});

test("a rule and a file on which we fail cost what they would have said", async () => {
  const cwd = folder({ "api.json": api(WHOLE, "publish", ["a", "b"]).replace('"protocol"', '"x":1,"protocol"') });
  const { exit, stdout } = await msgdocs(cwd, ["check", "api.json"]);
  expect([
    exit,
    stdout.includes("msgdocs failed to check tag/duplicate, tag/duplicate-in-list: no such whole."),
    stdout.includes("structure/unknown-field"),
  ]).toEqual([70, true, true]);
  expect((await msgdocs(cwd, ["bundle", "api.json"])).exit).toBe(70);
  const built = await msgdocs(cwd, ["build", "api.json", "-o", "site"]);
  expect([built.exit, built.stderr.includes("msgdocs failed on model.json: no such whole.")]).toEqual([70, true]);
  const site = contents(join(cwd, "site"));
  expect(site["model.json"]).toBe('{"error":"msgdocs failed to make this file. This is a bug of msgdocs: please report it."}\n');
  expect(site["operations/publish-a.html"]).toContain("publish-a");
});

test("a page across APIs on which we fail costs that page", async () => {
  const cwd = folder({ "a/api.json": api("A", "publish", ["a", "b"]), "msgdocs.yaml": `title: ${WHOLE}\ndocuments: ['*/api.json']\n` });
  const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "portal"]);
  expect([exit, stderr.includes("msgdocs failed on map.html: no such whole.")]).toEqual([70, true]);
  const portal = contents(join(cwd, "portal"));
  const told = Object.keys(portal).filter((path) => portal[path]?.includes(TOLD));
  // The last is the text of the page to copy.
  expect(told.map((path) => path.replace(/-\d+\./, "-N."))).toEqual(["map.html", "map.md", "search/texts-N.js"]);
  expect(portal["manifest.json"]).toContain("channels.html");
});

test("an API on which we fail costs itself: the others are checked, built, merged and shown", async () => {
  const cwd = folder({
    "reading/api.json": api(READING, "publish", ["a", "b"]),
    "catalog/api.json": api(INDEX, "publish", ["a", "b"]),
    "fine/api.json": api("Fine", "publish", ["a", "b"]).replace('"protocol"', '"x":1,"protocol"'),
    "msgdocs.yaml": "documents: ['*/api.json']\nrules: { structure/unknown-field: warning }\n",
  });
  const faults = ["catalog/api.json: no such index.", "reading/api.json: no such schema."];
  const told = (text: string): string[] => {
    const { diagnostics } = JSON.parse(text) as { readonly diagnostics: readonly Readonly<Record<"code" | "file" | "message", string>>[] };
    expect(diagnostics.map(({ code }) => code)).toContain("structure/unknown-field");
    return diagnostics
      .filter(({ code }) => code === "run/failed")
      .map(({ file, message }) => `${file}: ${message.replace("msgdocs failed on this document: ", "")}`);
  };
  const checked = await msgdocs(cwd, ["check", "--format", "json"]);
  expect([checked.exit, told(checked.stdout)]).toEqual([70, faults]);
  const named = await msgdocs(cwd, ["check", "reading/api.json", "fine/api.json", "--format", "json"]);
  expect([named.exit, told(named.stdout)]).toEqual([70, faults.slice(1)]);
  const built = await msgdocs(cwd, ["build", "-o", "portal", "--format", "json"]);
  expect([built.exit, told(built.stdout)]).toEqual([70, faults]);
  expect(Object.keys(contents(join(cwd, "portal/apis"))).filter((path) => path.endsWith("/index.html"))).toEqual(["fine/index.html"]);
  const { apis } = JSON.parse(readFileSync(join(cwd, "portal/portal.json"), "utf8")) as {
    apis: readonly Readonly<Record<string, string>>[];
  };
  expect(apis.map(({ name, status }) => `${name} ${status}`)).toEqual(["catalog failed", "fine built", "reading failed"]);
  const { port } = await previewed(cwd, {});
  const get = (path: string) => raw(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  const [home, fine] = [await get("/index.html"), await get("/apis/fine/operations/publish-a.html")];
  expect([home.status, fine.status, fine.body.includes("publish-a")]).toEqual([200, 200, true]);
});

test("what other APIs say on the pages of one costs that, where we fail on it", async () => {
  const cwd = folder({
    "a/api.json": api(SLOT, "publish", ["a", "b"]),
    "b/api.json": api("B", "subscribe", ["a", "b"]),
    "msgdocs.yaml": "documents: ['*/api.json']\n",
  });
  const { exit, stderr } = await msgdocs(cwd, ["build", "-o", "portal"]);
  expect([exit, stderr.includes("msgdocs failed on what other APIs say on apis/a/operations/publish-a.html: no such slot.")]).toEqual([
    70,
    true,
  ]);
  const portal = contents(join(cwd, "portal"));
  expect(portal["apis/a/operations/publish-a.html"]).toContain("publish-a");
  expect(portal["apis/b/operations/subscribe-a.html"]).toContain('href="../../a/');
});
