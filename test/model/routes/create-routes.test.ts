import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Api, Entity, EntityKind } from "../../../src/model/index.ts";
import { createRoutes } from "../../../src/model/index.ts";

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
