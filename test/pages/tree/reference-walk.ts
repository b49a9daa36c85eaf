import { grammar, type Field, type Kind } from "./reference-grammar.ts";
import { Files, isMap, listOf, refOf, text, type Json, type JsonMap, type Place } from "./reference-files.ts";
import { Things, type Thing } from "./reference-things.ts";

/** That one thing refers to another, and where it says so. */
export interface Use {
  readonly by: Thing;
  readonly target: Thing;
  readonly from: string;
}

/** A reference to what has no page of its own: it is shown where it is used, with a link to where it is written. */
export interface Part extends Place {
  readonly by: Thing;
  readonly from: string;
}

/** Parts without a page of their own that have fields of their own: a tag is a thing, a link for more is only a link. */
const SHOWN_WHOLE: ReadonlySet<Kind> = new Set(["Parameter", "Operation", "Message", "Bindings", "Binding", "Reply", "ReplyAddress", "CorrelationId", "ServerVariable"]); // prettier-ignore

/** What stands where one or several may stand. */
function kindOf(kind: Kind, value: Json): Kind {
  if (kind === "SchemaOrList") return Array.isArray(value) ? kind : "Schema";
  return kind === "Messages" && !(isMap(value) && "oneOf" in value) ? "Message" : kind;
}

/** Values that are nothing but several of a kind. */
const several: Partial<Record<Kind, readonly (readonly [string, Field])[]>> = {
  Messages: [["oneOf", { kind: "Message", many: "list" }]],
  SchemaOrList: [["", { kind: "Schema", many: "list" }]],
  Bindings: [["", { kind: "Binding", many: "map" }]],
};

interface Step {
  readonly place: Place;
  readonly kind: Kind;
  readonly by: Thing | undefined;
}

/** Walks a document along its references and notes who refers to what. */
class Walk {
  readonly uses: Use[] = [];
  readonly parts: Part[] = [];
  readonly #files: Files;
  readonly #things: Things;
  readonly #seen = new Set<string>();
  readonly #open: Step[] = [];

  constructor(main: string) {
    this.#files = new Files(main);
    this.#things = new Things(this.#files);
    this.#open.push({ place: { file: main, at: [] }, kind: "Root", by: undefined });
    for (let next = this.#open.pop(); next; next = this.#open.pop()) this.#step(next);
  }

  #step({ place, kind: either, by }: Step): void {
    const value = this.#files.at(place);
    if (typeof value !== "object" || value === null) return;
    const kind = kindOf(either, value);
    const ref = refOf(value);
    if (ref !== undefined) {
      this.#follow({ place: this.#files.target(place, ref), kind, by }, place);
      return;
    }
    const thing = this.#things.at(place, kind);
    // An operation inside of a channel is what uses it, not the other way round.
    if (kind === "Operation") this.#note({ by: thing, target: by?.kind === "channel" ? by : undefined }, place);
    else this.#note({ by, target: thing }, place);
    this.#enter({ place, kind, by: thing ?? by }, value);
  }

  /** From a reference to what it leads to. What has a page is used by what refers to it; all else is shown with it. */
  #follow({ place, kind, by }: Step, from: Place): void {
    this.#things.referred(from, place, kind);
    const thing = kind === "Schema" ? this.#things.schema(place) : this.#things.at(place, kind);
    this.#note({ by, target: thing }, from);
    if (by && !thing && SHOWN_WHOLE.has(kind)) this.#part({ by, kind, place }, from);
    // What has a page is walked for itself: what refers to it does not use what it uses.
    this.#open.push({ place, kind, by: kind === "Schema" ? thing : thing ? undefined : by });
  }

  /** Of a set of bindings each protocol's is a part. */
  #part({ by, kind, place }: { by: Thing; kind: Kind; place: Place }, from: Place): void {
    const value = this.#files.at(place);
    const keys = kind === "Bindings" && isMap(value) ? Object.keys(value).map((key) => [key]) : [[]];
    for (const key of keys) this.parts.push({ by, file: place.file, at: [...place.at, ...key], from: this.#files.name(from) });
  }

  #note({ by, target }: { by: Thing | undefined; target: Thing | undefined }, place: Place): void {
    if (by && target && by !== target) this.uses.push({ by, target, from: this.#files.name(place) });
  }

  #enter(step: Step, value: Json): void {
    const { place, kind, by } = step;
    const id = `${this.#files.name(place)} ${kind} ${by?.kind ?? ""} ${by?.ids.join(" ") ?? ""}`;
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#into(step, several[kind] ?? this.#fieldsOf(step, value));
    if (isMap(value) && by) this.#named({ place, kind, by }, value);
  }

  /** Lists are not merged with those of traits: up to 2.x and the draft a trait's stand instead, since 3.0 the object's own. */
  #fieldsOf({ place, kind }: Step, value: Json): (readonly [string, Field])[] {
    const traits = (isMap(value) ? listOf(value.traits) : []).map((trait) => this.#files.followed(trait, place));
    const root = this.#files.at({ file: this.#files.main, at: [] });
    const ownWins = isMap(root) && text(root.asyncapi).some((version) => version.startsWith("3."));
    const lists = traits.flatMap((trait) => (isMap(trait) ? Object.keys(trait).filter((key) => Array.isArray(trait[key])) : []));
    return Object.entries(grammar[kind]).filter(([key]) => ownWins || !lists.includes(key));
  }

  #into({ place, by }: Step, fields: readonly (readonly [string, Field])[]): void {
    for (const [key, { kind, many }] of fields) {
      const inner = key === "" ? place : { ...place, at: [...place.at, key] };
      const value = this.#files.at(inner);
      if (many === undefined) this.#open.push({ place: inner, kind, by });
      else if (typeof value === "object" && value !== null)
        for (const each of Object.keys(value)) this.#open.push({ place: { ...inner, at: [...inner.at, each] }, kind, by });
    }
  }

  /** What is referred to by its name: servers, security schemes, tags, and the schemas that a discriminator chooses. */
  #named({ place, kind, by }: Step & { readonly by: Thing }, value: JsonMap): void {
    const note = (target: Thing): void => this.#note({ by, target }, place);
    const { main } = this.#files;
    if (kind === "Channel")
      for (const name of listOf(value.servers).flatMap(text)) note(this.#server({ file: main, at: ["servers", name] }, name));
    if (kind === "Security" && !("type" in value)) for (const name of Object.keys(value)) note({ kind: "security-scheme", ids: [name] });
    if (kind === "Tag") for (const name of text(value.name)) note({ kind: "tag", ids: [name] });
    if (kind === "Schema") this.#chosen({ place, kind, by }, value);
  }

  /** A server under the root, which may be a reference. */
  #server(place: Place, name: string): Thing {
    const ref = refOf(this.#files.at(place));
    return this.#things.named("server", ref === undefined ? place : this.#files.target(place, ref), [name]);
  }

  #chosen({ place, by }: Step, { discriminator, allOf }: JsonMap): void {
    for (const ref of listOf(allOf).map(refOf)) {
      if (ref === undefined) continue;
      const base = this.#files.target(place, ref);
      const chooses = this.#files.at({ ...base, at: [...base.at, "discriminator"] }) !== undefined;
      if (chooses) this.#note({ by: this.#things.schema(base), target: this.#things.schema(place) }, place);
    }
    const mapping = isMap(discriminator) ? discriminator.mapping : undefined;
    for (const ref of isMap(mapping) ? Object.values(mapping).flatMap(text) : []) {
      const target = /[#/]/.test(ref) ? this.#files.target(place, ref) : { file: this.#files.main, at: ["components", "schemas", ref] };
      this.#note({ by, target: this.#things.schema(target) }, place);
    }
  }
}

/** Every use that a document makes of what has a page, and every reference to what has none. */
export function walkReferences(main: string): { readonly uses: readonly Use[]; readonly parts: readonly Part[] } {
  const { uses, parts } = new Walk(main);
  return { uses, parts };
}
