import { dirname, basename, join } from "node:path";
import { defaultLimits, loadSettings } from "#config";
import { draftOf } from "#format";
import { fileNames } from "#model";
import { readVersion } from "#run";
import type { TextFile } from "#text";
import { parseText, readLimits, stringOf, MOST_ON_PAGE, didYouMean, listSome, MADE_BYTES, readFile } from "#text";
import { createValidator } from "#verdicts";
import { wings } from "../commands/index.ts";

/** A thing of an API as `model.json` has it. */
interface BuiltEntity {
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
interface BuiltModel {
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
interface BuiltParty {
  readonly api: string;
  readonly operation: string;
  readonly messages: readonly string[];
}

/** The part of `portal.json` that answers are made from. */
interface BuiltPortal {
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
type BuiltKind = (typeof KINDS)[number];

interface BuiltManifest {
  readonly things: readonly BuiltThing[];
  readonly files: readonly string[];
}

/** An API in the folder: its model, its pages as Markdown, the schema files of its messages, and its document. */
class BuiltApi {
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

function namesOf({ id, title, name, keys = [], address }: BuiltEntity): readonly string[] {
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
function hint(asked: string, known: readonly string[]): string {
  return ` ${didYouMean(asked, known) ?? `Known are: ${listSome(known)}.`}`;
}

const title = ({ id, title: own, name }: BuiltEntity): string => own ?? name ?? id;

function listed(lines: readonly string[], none: string): string {
  if (lines.length === 0) return none;
  const more = lines.length - MOST_ON_PAGE;
  return [...lines.slice(0, MOST_ON_PAGE), ...(more > 0 ? [`… and ${String(more)} more`] : [])].join("\n");
}

/** Every API with its version, owner, and what it sends and receives. */
export function listApis(folder: BuiltFolder): string {
  if (folder.portal) {
    const lines = folder.portal.apis.map(
      ({ name, title: own, version, owner, status, sends, receives }) =>
        `- ${name}: ${own} ${version}; owner ${owner ?? "not stated"}; sends ${String(sends)}, receives ${String(receives)} messages${status === "built" ? "" : `; ${status}`}`,
    );
    return lines.join("\n");
  }
  const { name, model } = folder.api(undefined);
  const operations = model.operations ?? [];
  const lines = operations.map(
    (each) =>
      `- operation ${each.id}: ${String(each.direction)} on ${String(each.channel)}, messages ${JSON.stringify(each.messages ?? [])}`,
  );
  return `${name}: ${model.info.title ?? ""} ${model.info.version ?? ""}\n${listed(lines, "It has no operations.")}`;
}

/** The names of fields in a schema, to a depth that no reader would follow further. */
function* fieldsIn(schema: unknown, depth = 0): Generator<string> {
  if (typeof schema !== "object" || schema === null || depth > 20) return;
  for (const [key, value] of Object.entries(schema as Readonly<Record<string, unknown>>)) {
    if (key === "properties" && typeof value === "object" && value !== null) yield* Object.keys(value);
    yield* fieldsIn(value, depth + 1);
  }
}

interface Hit {
  readonly score: number;
  readonly line: string;
}

/** How well a text answers: as a whole, at its beginning, or somewhere in it; 0 if it does not. */
function scoreOf(texts: readonly string[], words: readonly string[]): number {
  const all = texts.map((text) => text.toLowerCase());
  const whole = words.join(" ");
  if (all.includes(whole)) return 3;
  if (all.some((text) => text.startsWith(whole))) return 2;
  return words.every((word) => all.some((text) => text.includes(word))) ? 1 : 0;
}

function hitsIn(api: BuiltApi, words: readonly string[]): Hit[] {
  const hits: Hit[] = [];
  const add = (score: number, line: string): void => {
    if (score > 0) hits.push({ score, line: `- ${line} (API ${api.name})` });
  };
  add(scoreOf([api.name, api.model.info.title ?? ""], words), `API ${api.name}: ${api.model.info.title ?? ""}`);
  for (const kind of KINDS) {
    for (const each of api.all(kind)) {
      const described = [each.summary, each.description].filter((text) => text !== undefined);
      const byName = scoreOf(namesOf(each), words);
      add(
        byName > 0 ? byName + 1 : scoreOf(described, words) / 2,
        `${kind} ${each.id}${title(each) === each.id ? "" : `: ${title(each)}`}`,
      );
      if (kind !== "message") continue;
      for (const field of new Set(fieldsIn(each.payload))) add(scoreOf([field], words), `field ${field} of message ${each.id}`);
    }
  }
  for (const [name, schema] of Object.entries(api.model.schemas ?? {}))
    for (const field of new Set(fieldsIn(schema))) add(scoreOf([field], words), `field ${field} of schema ${name}`);
  return hits;
}

/** APIs, channels, operations, messages, schemas and fields that have all words, the best first. */
export function search(folder: BuiltFolder, query: string): string {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const hits = folder.all.flatMap((api) => hitsIn(api, words)).toSorted((a, b) => b.score - a.score);
  return listed(
    hits.map(({ line }) => line),
    `Nothing has all of these words: ${query}.`,
  );
}

function found(api: BuiltApi, kind: BuiltKind, asked: string): BuiltEntity {
  const entity = api.find(kind, asked);
  if (entity) return entity;
  throw new NotFound(`The API ${api.name} has no ${kind} ${JSON.stringify(asked)}.${hint(asked, api.all(kind).flatMap(namesOf))}`);
}

/** The page of an operation, message, schema or channel, as Markdown. */
export function pageOf(folder: BuiltFolder, kind: BuiltKind, { api: name, id }: { api?: string | undefined; id: string }): string {
  const api = folder.api(name);
  return api.markdown(kind, found(api, kind, id)) ?? `There is no page of the ${kind} ${id}.`;
}

/** Whether a payload fits the schema of a message, and where it does not. */
export function judgePayload(
  folder: BuiltFolder,
  { api: name, message, payload }: { api?: string | undefined; message: string; payload: string },
): string {
  const api = folder.api(name);
  const schemaText = api.payloadSchema(found(api, "message", message));
  if (schemaText === undefined) return "Not checked: the payload of this message is not described in JSON Schema.";
  const problems: string[] = [];
  const read = (file: Pick<TextFile, "name" | "text">) =>
    parseText({ id: file.name, language: "json", ...file }, { limits: readLimits, report: (each) => problems.push(each.message) });
  const value = read({ name: "payload", text: payload });
  if (!value) return `The payload is not JSON: ${problems.join(" ")}`;
  const schema = read({ name: "schema", text: schemaText });
  if (!schema) return "Not checked: the schema file of the message cannot be read.";
  const { failures, unknown } = createValidator().validate(schema, value, draftOf(stringOf(schema, "$schema") ?? "") ?? "draft-07");
  if (failures.length > 0)
    return `The payload does not fit ${message}:\n${listed(
      failures.map(
        ({ pointer, expected, found: is }) =>
          `- ${pointer === "" ? "the payload" : pointer} ${expected}${is === "" ? "" : `, and is ${is}`}`,
      ),
      "",
    )}`;
  return unknown === undefined ? `The payload fits ${message}.` : `Not checked: ${unknown}.`;
}

const party = ({ api, operation, messages }: BuiltParty): string => `${api} (operation ${operation}; messages ${messages.join(", ")})`;

/** Who sends and receives on a channel, or a message, and whether each pair fits. */
export function usersOf({ portal }: BuiltFolder, asked: string): string {
  if (!portal) return "This is the site of one API. Build a portal of several to know who else sends and receives.";
  const has = (parties: readonly BuiltParty[]): boolean => parties.some(({ messages }) => messages.includes(asked));
  const channels = portal.channels.filter(({ address, senders, receivers }) => address === asked || has(senders) || has(receivers));
  if (channels.length === 0) {
    const addresses = portal.channels.flatMap(({ address }) => address ?? []);
    throw new NotFound(`No channel has the address, and no message the name, ${JSON.stringify(asked)}.${hint(asked, addresses)}`);
  }
  return channels
    .flatMap(({ address, broker, senders, receivers }) => {
      const only = (parties: readonly BuiltParty[]): readonly BuiltParty[] =>
        address === asked ? parties : parties.filter(({ messages }) => messages.includes(asked));
      const fits = portal.fit.filter((each) => each.address === address && (address === asked || each.message === asked));
      return [
        `Channel ${address ?? "without an address"}${broker === null ? "" : ` on ${broker}`}`,
        ...only(senders).map((each) => `- sends: ${party(each)}`),
        ...only(receivers).map((each) => `- receives: ${party(each)}`),
        ...fits.map(
          ({ sender, receiver, message, verdict, why }) =>
            `- ${sender} to ${receiver}, ${message}: ${verdict}${why === "" ? "" : `: ${why}`}`,
        ),
      ];
    })
    .join("\n");
}

/** What a changed document breaks, and which other APIs of the portal use what it changes. */
export async function whatBreaks(
  folder: BuiltFolder,
  { api: name, document }: { api?: string | undefined; document: string },
): Promise<string> {
  const api = folder.api(name);
  const { settings } = loadSettings({ settings: {} }, dirname(api.document));
  if (!settings) throw new Error("The defaults of the settings are not valid.");
  const changed = `${api.document}.changed`;
  const context = { settings, cwd: dirname(api.document) };
  const [old, now] = await Promise.all([
    readVersion(api.document, context),
    readVersion(changed, { ...context, overlay: new Map([[changed, Buffer.from(document)]]), named: true }),
  ]);
  if (!old.version) return "The document of this API cannot be read from the site.";
  if (!now.version) return `The changed document cannot be read: ${now.problems.map(({ message }) => message).join(" ")}`;
  const wing = await wings.changes?.();
  if (!wing) return "This program cannot compare documents.";
  const { changes } = wing.compareApis(old.version, now.version, { reading: "documented", limits: defaultLimits });
  if (changes.length === 0) return "No changes.";
  const lines = changes.map(({ verdict, message, affects }) => `- ${verdict}${affects === "nobody" ? "" : ` for ${affects}`}: ${message}`);
  const breaking = changes.filter(({ verdict }) => verdict === "breaking");
  // Each API names the parameters of an address in its own way.
  const nameless = (address: string | null): string => (address ?? "").replace(/\{[^}]*\}/g, "{}");
  const touched = new Set(breaking.flatMap((change) => change.channels.map(nameless)));
  const channels = folder.portal?.channels.filter(
    ({ address, senders, receivers }) => touched.has(nameless(address)) && [...senders, ...receivers].some((each) => each.api === api.name),
  );
  const others = [...new Set(channels?.flatMap(({ senders, receivers }) => [...senders, ...receivers].map((each) => each.api)))].filter(
    (each) => each !== api.name,
  );
  const known = others.length > 0 ? `\nOther APIs on the channels of what breaks: ${others.join(", ")}.` : "";
  return `${String(breaking.length)} of ${String(changes.length)} changes are breaking.\n${listed(lines, "")}${known}`;
}
