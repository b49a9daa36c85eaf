import { isMap, text, type Files, type Place } from "./reference-files.ts";
import type { Kind } from "./reference-grammar.ts";

/** Something that a site has a page or a section for, by the names that the manifest or a heading may have for it. */
export interface Thing {
  readonly kind: "server" | "channel" | "operation" | "message" | "schema" | "security-scheme" | "tag";
  readonly ids: readonly string[];
}

const HAVE_PAGES: Partial<Record<Kind, Thing["kind"]>> = {
  Server: "server",
  Channel: "channel",
  Operation: "operation",
  Message: "message",
};
const ROOT_MAPS: ReadonlySet<string> = new Set(["servers", "channels", "operations"]);

/** Which places of a document have a page or a section of their own, and under which names: what the contract says, and no more. */
export class Things {
  readonly #files: Files;
  readonly #known = new Map<string, Thing>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** What stands under the root goes by its key there, wherever it is written. */
  referred(from: Place, target: Place, kind: Kind): void {
    const [map = "", key = "", ...rest] = from.at;
    const made = HAVE_PAGES[kind];
    if (made !== undefined && rest.length === 0 && ROOT_MAPS.has(map)) this.named(made, target, [key]);
  }

  at(place: Place, kind: Kind): Thing | undefined {
    if (kind === "Schema") return this.#files.isComponent(place, "schemas") ? this.schema(place) : undefined;
    if (kind === "Security") return this.#scheme(place);
    const made = HAVE_PAGES[kind];
    const isTrait = place.at.includes("traits") || place.at[1]?.endsWith("Traits") === true;
    return made === undefined || isTrait ? undefined : this.named(made, place, this.#idsOf(place, made));
  }

  schema(place: Place): Thing {
    return this.named("schema", place, [this.#files.isComponent(place, "schemas") ? (place.at[2] ?? "") : this.#files.name(place)]);
  }

  /** The one thing of a place; the names that it got first are its own. */
  named(kind: Thing["kind"], place: Place, ids: readonly string[]): Thing {
    const key = `${kind} ${this.#files.name(place)}`;
    const thing = this.#known.get(key) ?? { kind, ids };
    this.#known.set(key, thing);
    return thing;
  }

  /** A scheme in the place of a requirement (3.x). */
  #scheme(place: Place): Thing | undefined {
    const value = this.#files.at(place);
    if (!isMap(value) || !("type" in value)) return undefined;
    return this.named("security-scheme", place, [place.at.at(-1) ?? "", `${place.at[1] ?? ""}.security`]);
  }

  #idsOf(place: Place, kind: Thing["kind"]): string[] {
    const value = this.#files.at(place);
    const given = isMap(value) ? [...text(value.operationId), ...text(value.messageId)] : [];
    if (given.length > 0) return given;
    if (kind === "operation") return [operationId(place)];
    return kind === "message" ? this.#idsOfMessage(place) : [place.at.at(-1) ?? ""];
  }

  #idsOfMessage(place: Place): string[] {
    const { at } = place;
    if (at[0] === "components" || at.at(-2) === "messages") return [at.at(-1) ?? ""];
    const value = this.#files.at(place);
    const name = isMap(value) ? text(value.name) : [];
    const operation: Place = { ...place, at: at.slice(0, at.lastIndexOf("message")) };
    return name.length > 0 ? name : [`${this.#idsOf(operation, "operation")[0] ?? ""}.message`];
  }
}

function operationId({ at }: Place): string {
  return at.slice(0, 2).includes("operations") ? (at.at(-1) ?? "") : at.slice(-2).join(".");
}
