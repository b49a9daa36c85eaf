import { basename, join } from "node:path";
import { fileNames } from "#model";
import { didYouMean, listSome, MADE_BYTES, readFile } from "#text";

/** A thing of an API as `model.json` has it. */
export interface BuiltEntity {
  readonly id: string;
  readonly title?: string;
  readonly name?: string;
  readonly keys?: readonly string[];
  readonly address?: string | null;
  readonly description?: string;
  readonly summary?: string;
  readonly [field: string]: unknown;
}

/** The part of `model.json` that answers are made from. */
export interface BuiltModel {
  readonly info: { readonly title?: string; readonly version?: string; readonly description?: string };
  readonly channels?: readonly BuiltEntity[];
  readonly operations?: readonly BuiltEntity[];
  readonly messages?: readonly BuiltEntity[];
  readonly schemas?: Readonly<Record<string, unknown>>;
}

interface BuiltThing {
  readonly kind: string;
  readonly id: string;
  readonly path: string;
}

/** One side of a channel in `portal.json`. */
export interface BuiltParty {
  readonly api: string;
  readonly operation: string;
  readonly messages: readonly string[];
}

/** The part of `portal.json` that answers are made from. */
export interface BuiltPortal {
  readonly title: string;
  readonly apis: readonly {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly path: string;
    readonly status: string;
    readonly owner: string | null;
    readonly sends: number;
    readonly receives: number;
  }[];
  readonly channels: readonly {
    readonly broker: string | null;
    readonly address: string | null;
    readonly senders: readonly BuiltParty[];
    readonly receivers: readonly BuiltParty[];
  }[];
  readonly fit: readonly {
    readonly sender: string;
    readonly receiver: string;
    readonly address: string;
    readonly message: string;
    readonly verdict: string;
    readonly why: string;
  }[];
}

/** What somebody asked for is not there. The message says what is. */
export class NotFound extends Error {}

export const KINDS = ["operation", "message", "schema", "channel"] as const;
export type BuiltKind = (typeof KINDS)[number];

interface BuiltManifest {
  readonly things: readonly BuiltThing[];
  readonly files: readonly string[];
}

/** An API in the folder: its model, its pages as Markdown, the schema files of its messages, and its document. */
export class BuiltApi {
  readonly name: string;
  readonly model: BuiltModel;
  /** The path of the document with everything that it refers to. */
  readonly document: string;
  readonly #folder: string;
  readonly #path: string;
  /** The homes of its things. */
  readonly #homes: ReadonlyMap<string, BuiltThing>;

  constructor(name: string, { folder, path, manifest }: { folder: string; path: string; manifest: BuiltManifest }) {
    this.name = name;
    this.model = readJson(folder, `${path}model.json`) as BuiltModel;
    this.#folder = folder;
    const document = manifest.files.find((each) => each.startsWith(`${path}downloads/`) && each.endsWith(".yaml"));
    this.document = join(folder, document ?? `${path}downloads/asyncapi.yaml`);
    this.#path = path;
    const own = manifest.things.filter((thing) => thing.path === `${path}${thing.path.split("/").slice(-2).join("/")}`);
    this.#homes = new Map(own.map((thing) => [`${thing.kind} ${thing.id}`, thing]));
  }

  /** The things of a kind with all their names. */
  all(kind: BuiltKind): readonly BuiltEntity[] {
    if (kind !== "schema") return this.model[`${kind}s`] ?? [];
    return Object.keys(this.model.schemas ?? {}).map((id) => ({ id }));
  }

  /** The thing with an id, key, name, title or address. */
  find(kind: BuiltKind, asked: string): BuiltEntity | undefined {
    const all = this.all(kind);
    return all.find(({ id }) => id === asked) ?? all.find((each) => namesOf(each).includes(asked));
  }

  /** The page on which a thing lives, as Markdown. */
  markdown(kind: BuiltKind, { id }: BuiltEntity): string | undefined {
    const home = this.#homes.get(`${kind} ${id}`);
    return home && readText(this.#folder, home.path.replace(/\.html$/, ".md"));
  }

  /** The schema file of a message's payload; `undefined` where the payload has none, or is not in JSON Schema. */
  payloadSchema({ id }: BuiltEntity): string | undefined {
    const messages = [...this.#homes.values()].filter(({ kind }) => kind === "message");
    const name = fileNames(messages.map((each) => each.id)).get(id);
    return name === undefined ? undefined : readText(this.#folder, `${this.#path}messages/${name}.payload.schema.json`);
  }
}

export function namesOf({ id, title, name, keys = [], address }: BuiltEntity): readonly string[] {
  return [id, title, name, ...keys, address].filter((each) => typeof each === "string");
}

function readText(folder: string, path: string): string | undefined {
  const bytes = readFile(join(folder, path), { root: folder, largest: MADE_BYTES });
  return "problem" in bytes ? undefined : bytes.toString("utf8");
}

function readJson(folder: string, path: string): unknown {
  const text = readText(folder, path);
  if (text === undefined) throw new NotFound(`There is no ${path} in ${JSON.stringify(folder)}.`);
  return JSON.parse(text);
}

/** A site or a portal as it was built. APIs are read when somebody asks for them. */
export class BuiltFolder {
  readonly portal: BuiltPortal | undefined;
  readonly #folder: string;
  readonly #manifest: BuiltManifest;
  readonly #apis = new Map<string, BuiltApi>();

  /** Throws {@link NotFound} if the folder holds neither a portal nor a site. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#manifest = readJson(folder, "manifest.json") as BuiltManifest;
    const text = readText(folder, "portal.json");
    this.portal = text === undefined ? undefined : (JSON.parse(text) as BuiltPortal);
  }

  /** The names of the APIs that have pages. */
  get names(): readonly string[] {
    if (!this.portal) return [basename(this.#folder)];
    return this.portal.apis.filter(({ status }) => status !== "failed").map(({ name }) => name);
  }

  /** One API by its name; without a name, the only one. */
  api(name: string | undefined): BuiltApi {
    const { names } = this;
    const wanted = name ?? (names.length === 1 ? names[0] : undefined);
    if (wanted === undefined) throw new NotFound(`Say which API is meant: ${names.join(", ")}.`);
    if (this.portal && !names.includes(wanted)) throw new NotFound(`There is no API ${JSON.stringify(wanted)}.${hint(wanted, names)}`);
    const path = this.portal?.apis.find((each) => each.name === wanted)?.path ?? "";
    const known = this.#apis.get(path) ?? new BuiltApi(wanted, { folder: this.#folder, path, manifest: this.#manifest });
    this.#apis.set(path, known);
    return known;
  }

  /** All APIs that have pages. */
  get all(): readonly BuiltApi[] {
    return this.names.map((name) => this.api(name));
  }
}

/** What was meant perhaps, as a sentence. */
export function hint(asked: string, known: readonly string[]): string {
  return ` ${didYouMean(asked, known) ?? `Known are: ${listSome(known)}.`}`;
}
