import { didYouMean } from "#text";
import type { Api, Entity } from "#model";

/** The things that links name by kind and name. The guides of a portal belong to no API and can name none. */
export type NamedThings = Pick<Api, "channels" | "operations" | "messages" | "schemas" | "servers" | "securitySchemes" | "allTags">;

type EntitiesByName = Map<string, Entity>;

/** Indexes entities by id, and by further names that are not taken. An id always has precedence. */
function index(entities: readonly Entity[], ...further: ((entity: Entity) => readonly (string | null | undefined)[])[]): EntitiesByName {
  const named: EntitiesByName = new Map(entities.map((entity) => [entity.id, entity]));
  for (const namesOf of further) {
    for (const entity of entities) {
      for (const name of namesOf(entity)) if (name && !named.has(name)) named.set(name, entity);
    }
  }
  return named;
}

/** Finds entities by the name in a link: `message:lightMeasured`. */
export class EntityIndex {
  readonly #kinds: ReadonlyMap<string, EntitiesByName>;

  constructor(api: NamedThings) {
    const addresses = new Map<Entity, string | null>(api.channels.map((channel) => [channel, channel.address]));
    const keys = new Map<Entity, readonly string[]>(api.messages.map((message) => [message, message.keys]));
    const names = new Map<Entity, string | undefined>(api.messages.map((message) => [message, message.name?.value]));
    this.#kinds = new Map([
      ["channel", index(api.channels, (entity) => [addresses.get(entity)])],
      ["operation", index(api.operations)],
      [
        "message",
        index(
          api.messages,
          (entity) => keys.get(entity) ?? [],
          (entity) => [names.get(entity)],
          ({ title }) => [title],
        ),
      ],
      ["schema", index(api.schemas)],
      ["server", index(api.servers)],
      ["security", index(api.securitySchemes)],
      ["tag", index(api.allTags)],
    ]);
  }

  find(kind: string, name: string): Entity | undefined {
    return this.#kinds.get(kind)?.get(name);
  }

  /** The nearest name for a hint `Did you mean "…"?`. */
  near(kind: string, name: string): string | undefined {
    return didYouMean(name, this.#kinds.get(kind)?.keys() ?? []);
  }
}
