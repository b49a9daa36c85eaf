import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fileNames, hashedNames } from "#model";
import type { Api, Entity, EntityKind } from "../../../src/model/index.ts";
import { createRoutes } from "../../../src/model/index.ts";
import fc from "../../support/fast-check.ts";

const sha = (key: string) => createHash("sha256").update(key, "utf8").digest("hex");
const names = (...keys: string[]) => [...fileNames(keys).values()];

describe("fileNames", () => {
  it("keeps readable what is readable", () => {
    expect(names("light/measured", "turnOn", "UserSignedUp2", "a.")).toEqual(["light-measured", "turnon", "usersignedup2", "a"]);
  });

  it("names what has nothing left (THREATS 16)", () => {
    expect(names("..")).toEqual(["x"]);
    const both = names("..", ".");
    expect(new Set(both).size).toBe(2);
    expect(both[0]).toBe(`x-${sha("..").slice(0, 8)}`);
  });

  it.each(["con", "NUL", "aux", "com1", "LPT9", "index"])("gives the reserved name %s a hash (THREATS 17, 22)", (key) => {
    expect(names(key)).toEqual([`${key.toLowerCase()}-${sha(key).slice(0, 8)}`]);
  });

  it("leaves names that are ours elsewhere alone: folders keep them apart (THREATS 22)", () => {
    expect(names("assets", "search")).toEqual(["assets", "search"]);
  });

  it("keeps apart what differs by case only; the one that is its own name stays (THREATS 18)", () => {
    const given = fileNames(["Order", "order", "ORDER"]);
    expect([...given].sort()).toEqual([
      ["ORDER", `order-${sha("ORDER").slice(0, 8)}`],
      ["Order", `order-${sha("Order").slice(0, 8)}`],
      ["order", "order"],
    ]);
  });

  it("keeps apart the two Unicode forms of a name (THREATS 19)", () => {
    const [nfc, nfd] = ["\u00e9", "e\u0301"];
    const given = fileNames([nfc, nfd]);
    expect(given.size).toBe(2);
    expect(given.get(nfc)).not.toBe(given.get(nfd));
  });

  it.each(["x".repeat(5000), "漢字".repeat(150), "🙂🙂"])("bounds the name of %.12s… (THREATS 20)", (key) => {
    const [name] = names(key);
    expect(`${name}.html`.length).toBeLessThanOrEqual(100);
    expect(name).toMatch(/^[a-z0-9-]+$/);
  });

  it("keeps apart what separators alone keep apart (THREATS 21)", () => {
    expect(new Set(names("a/b", "a-b", "a b", "a%2Fb")).size).toBe(4);
    expect(fileNames(["a/b", "a-b"]).get("a-b")).toBe("a-b");
  });

  it("survives a key that is made to look like a neighbour's hashed name", () => {
    const forged = `order-${sha("Order").slice(0, 8)}`;
    const given = fileNames([forged, "Order", "order"]);
    expect(given.get(forged)).toBe(forged);
    expect(given.get("Order")).toBe(`order-${sha("Order").slice(0, 16)}`);
  });

  it("gives what is cut a hash, also where it is alone: a neighbour of the same beginning does not move it", () => {
    const [whole, cut, other] = ["a".repeat(60), "a".repeat(61), `${"a".repeat(60)}b`];
    expect(names(whole)).toEqual([whole]);
    expect(names(cut)).toEqual([`${whole}-${sha(cut).slice(0, 8)}`]);
    expect(names(cut, other)[0]).toBe(names(cut)[0]);
  });

  it("survives lone surrogates and prototype keys", () => {
    expect(names("\ud800", "__proto__", "constructor")).toEqual(["x", "proto", "constructor"]);
  });

  it("never gives two keys one name, on a file system without case; order and other names do not matter", () => {
    const key = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("A", "a", "a-", "é", "con", "x", ".", "-"));
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 12 }), fc.string(), (keys, other) => {
        const given = fileNames(keys);
        expect(given.size).toBe(keys.length);
        expect(new Set([...given.values()].map((name) => name.toLowerCase())).size).toBe(keys.length);
        for (const name of given.values()) expect(name).toMatch(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/);
        expect(fileNames([...keys].reverse())).toEqual(given);
        const neighbour = `unrelated ${other} name`;
        if (keys.includes(neighbour)) return;
        const more = fileNames([neighbour, ...keys]);
        for (const each of keys) expect(more.get(each)).toBe(given.get(each));
      }),
    );
  });
});

describe("names by a label", () => {
  it("hold the label, and the hash of the key where labels are the same or it is asked for", () => {
    const labelOf = (key: string) => key.split(" ")[0] ?? "";
    expect([...fileNames(["Order kafka", "Paid kafka"], labelOf).values()]).toEqual(["order", "paid"]);
    const both = ["Order kafka", "Order mqtt"].map((key) => `order-${sha(key).slice(0, 8)}`);
    expect([...fileNames(["Order kafka", "Order mqtt"], labelOf).values()]).toEqual(both);
    expect([...hashedNames(["Order kafka"], labelOf).values()]).toEqual([both[0]]);
  });

  it("are never the same for two keys", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 8 }), { maxLength: 12 }), fc.constantFrom("", "x", "con"), (keys, label) => {
        for (const given of [fileNames(keys, () => label), hashedNames(keys, () => label)]) {
          expect(new Set(given.values()).size).toBe(keys.length);
        }
      }),
    );
  });
});

const entity = (kind: EntityKind, id: string) =>
  ({ kind, id, title: id, component: true, operations: [], channels: [], messages: [], replies: [], unresolved: {} }) as unknown as Entity;

function routesOf(entities: readonly Entity[]) {
  const of = (kind: EntityKind) => entities.filter((each) => each.kind === kind);
  const api = {
    channels: of("channel"),
    operations: of("operation"),
    messages: of("message"),
    schemas: of("schema"),
    servers: of("server"),
    securitySchemes: of("security-scheme"),
    allTags: of("tag"),
  } as unknown as Api;
  return createRoutes(api, () => undefined);
}

describe("createRoutes", () => {
  it("gives channels, operations, messages and schemas that nothing uses a page each", () => {
    const all = (["channel", "operation", "message", "schema"] as const).map((kind) => entity(kind, "Order/Placed"));
    const routes = routesOf(all);
    expect(all.map((each) => routes.pageOf(each))).toEqual([
      "channels/order-placed.html",
      "operations/order-placed.html",
      "messages/order-placed.html",
      "schemas/order-placed.html",
    ]);
    expect(all.map((each) => routes.anchorOf(each))).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("gives servers, security schemes and tags a section each", () => {
    const all = [entity("server", "main"), entity("security-scheme", "Main"), entity("tag", "main")];
    const routes = routesOf(all);
    expect(all.map((each) => routes.href("channels/a.html", each))).toEqual([
      "../servers.html#server-main",
      "../security.html#security-scheme-main",
      "../tags.html#tag-main",
    ]);
  });

  it("calls the page of a schema in another file by the last step of its pointer, with a hash only where two would clash", () => {
    const elsewhere = (id: string) => ({ ...entity("schema", id), component: false }) as Entity;
    const all = [
      ...[entity("schema", "order"), elsewhere("../a.json#/definitions/Line"), elsewhere("../a.json#/definitions/Order")],
      ...[elsewhere("b.json#/definitions/Item"), elsewhere("c.json#/definitions/Item"), elsewhere("types/price.avsc#")],
    ];
    const routes = routesOf(all);
    expect(all.map((each) => routes.pageOf(each))).toEqual([
      "schemas/order.html",
      "schemas/line.html",
      expect.stringMatching(/^schemas\/order-[0-9a-f]{8}\.html$/),
      expect.stringMatching(/^schemas\/item-[0-9a-f]{8}\.html$/),
      expect.stringMatching(/^schemas\/item-[0-9a-f]{8}\.html$/),
      "schemas/price-avsc.html",
    ]);
    expect(new Set(all.map((each) => routes.pageOf(each))).size).toBe(all.length);
  });

  it("is the only maker of paths of pages, but for the portal's own", () => {
    const src = fileURLToPath(new URL("../../../src/", import.meta.url));
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
    const makers = files.filter((path) =>
      /(?:channels|operations|messages|schemas)\/\$\{[^`]*\.(?:html|md)/.test(readFileSync(src + path, "utf8")),
    );
    expect(makers.map((path) => path.replaceAll("\\", "/")).sort()).toEqual(["portal/match/portal.ts", "portal/pages/message-pages.ts"]);
  });

  it("never lets a key meet a file of ours (THREATS 22)", () => {
    const keys = ["index", "assets", "search", "404", "../index", "/index.html"].map((id) => entity("channel", id));
    const routes = routesOf(keys);
    const pages = keys.map((key) => routes.pageOf(key));
    expect(new Set(pages).size).toBe(keys.length);
    for (const page of pages) expect(page).toMatch(/^channels\/[a-z0-9-]+\.html$/);
    expect(pages[0]).toMatch(/^channels\/index-[0-9a-f]{8}\.html$/);
  });

  it("has a place for what the API does not list", () => {
    const routes = routesOf([]);
    expect(routes.href("channels/a.html", entity("channel", "lost"))).toBe("../components.html");
    expect(routes.pageOf(entity("server", "lost"))).toBe("servers.html");
  });
});
