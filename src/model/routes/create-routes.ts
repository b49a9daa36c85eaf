import type { Api, Entity, EntityKind } from "../api/index.ts";
import { fileNames } from "./file-names.ts";
import { numberedPages } from "./numbered-pages.ts";
import { relativeUrl } from "./relative-url.ts";
import type { Routes } from "./routes.ts";

interface PageAddress {
  readonly page: string;
  readonly anchor?: string;
}

/** Kinds whose entities have pages, each kind in its own folder, so that no key collides with another file of the site. */
const FOLDERS = { channel: "channels", operation: "operations", message: "messages", schema: "schemas" } as const;
/** Kinds whose entities are sections of a common page. */
const SHARED = { server: "servers", "security-scheme": "security", tag: "tags" } as const;

function addPages(addresses: Map<Entity, PageAddress>, folder: string, entities: readonly Entity[]): void {
  const names = fileNames(entities.map(({ id }) => id));
  for (const entity of entities) addresses.set(entity, { page: `${folder}/${names.get(entity.id) ?? "x"}.html` });
}

/** The most sections of one page; more continue on numbered pages. */
const SECTIONS = 50;

/** Anchors have a prefix, because the page has ids of its own (`main`, `search`). */
function addSections(addresses: Map<Entity, PageAddress>, page: string, entities: readonly Entity[]): void {
  const names = fileNames(entities.map(({ id }) => id));
  const pages = numberedPages(page, entities.length, SECTIONS);
  for (const [at, entity] of entities.entries()) {
    addresses.set(entity, {
      page: pages[Math.floor(at / SECTIONS)] ?? `${page}.html`,
      anchor: `${entity.kind}-${names.get(entity.id) ?? "x"}`,
    });
  }
}

/** The address of an entity that the API does not list: the page of its kind's sections, or the page of components. */
function unlisted(kind: EntityKind): PageAddress {
  return { page: kind in SHARED ? `${SHARED[kind as keyof typeof SHARED]}.html` : "components.html" };
}

/** Creates the routes of an API. File names depend only on the ids within a kind. */
export function createRoutes(api: Api): Routes {
  const addresses = new Map<Entity, PageAddress>();
  addPages(addresses, FOLDERS.channel, api.channels);
  addPages(addresses, FOLDERS.operation, api.operations);
  addPages(addresses, FOLDERS.message, api.messages);
  addPages(addresses, FOLDERS.schema, api.schemas);
  addSections(addresses, SHARED.server, api.servers);
  addSections(addresses, SHARED["security-scheme"], api.securitySchemes);
  addSections(addresses, SHARED.tag, api.allTags);
  const addressOf = (entity: Entity): PageAddress => addresses.get(entity) ?? unlisted(entity.kind);
  return {
    pageOf: (entity) => addressOf(entity).page,
    anchorOf: (entity) => addressOf(entity).anchor,
    href(from, entity) {
      const { page, anchor } = addressOf(entity);
      return relativeUrl(from, page, anchor);
    },
    relative: relativeUrl,
    folder: fileNames,
  };
}
