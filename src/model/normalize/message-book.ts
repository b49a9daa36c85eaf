import { keyInFile } from "#documents";
import type { MapNode, Node, Entry } from "#text";
import { entriesOf, entryOf, excerpt, itemsOf, LONGEST_TEXT_QUOTED, valueOf } from "#text";
import { applyTraits } from "./apply-traits.ts";
import type { ExamplePart, MessagePart, NameCandidate, RequirementPart, FlowPart, SchemePart } from "./description.ts";
import type { MessageLookup, NormalizeContext, MessageOrigin, ReadResult, SchemeLookup } from "./reading.ts";
import { componentKeys, filled, mapUnder, saidOf, straysUnder, textField, unreadItems } from "./reading.ts";

/** Makes one part for each security scheme, whichever references lead to it. */
export class SchemeBook implements SchemeLookup {
  readonly #parts = new Map<Node, SchemePart>();
  readonly #byKey = new Map<string, SchemePart>();
  readonly #keys: ReadonlyMap<Node, string>;

  constructor(documents: NormalizeContext["documents"]) {
    this.#keys = componentKeys(documents, "securitySchemes");
  }

  /** Reads the components. Before that, no scheme has a key. */
  open(reading: NormalizeContext): void {
    const components = valueOf(reading.documents.root, "components");
    for (const entry of entriesOf(valueOf(components, "securitySchemes"))) {
      const node = mapUnder(entry, reading);
      const own = this.#keys.get(node) ?? entry.key;
      const part = this.#parts.get(node) ?? this.#add(node, { id: own, rank: 0 }, reading);
      this.#byKey.set(entry.key, part);
    }
  }

  named(key: string): SchemePart | undefined {
    return this.#byKey.get(key);
  }

  at(node: MapNode, standing: string, reading: NormalizeContext): SchemePart {
    return this.#parts.get(node) ?? this.#add(node, { id: `${standing}.security`, rank: 1 }, reading);
  }

  all(): readonly SchemePart[] {
    return [...this.#parts.values()];
  }

  #add(node: MapNode, name: NameCandidate, reading: NormalizeContext): SchemePart {
    const flows = reading.documents.follow(valueOf(node, "flows") ?? node);
    const entries = flows === node ? [] : entriesOf(flows);
    const isFlow = ({ key, value }: Entry): boolean => !key.startsWith("x-") && value.kind === "map";
    const scopes = valueOf(node, "scopes");
    const hasScopes = reading.tables.object("SecurityScheme").fields.scopes !== undefined && scopes?.kind === "list";
    const part: SchemePart = {
      ...name,
      object: "SecurityScheme",
      node,
      nodes: [node],
      said: saidOf({ flows: flows?.kind === "map", scopes: hasScopes }),
      flows: entries.filter(isFlow).map((entry) => flow(entry, reading)),
      scopes: hasScopes ? itemsOf(scopes) : [],
      strays: entries.filter((entry) => !isFlow(entry)).map(({ key, value }) => ({ path: ["flows", key], value })),
    };
    this.#parts.set(node, part);
    return part;
  }
}

function flow(entry: Entry, reading: NormalizeContext): FlowPart {
  const node = mapUnder(entry, reading);
  const field = reading.line.flowScopes;
  const scopes = valueOf(node, field);
  return {
    object: "OAuthFlow",
    name: entry.key,
    node,
    nodes: [node],
    said: saidOf({ [field]: scopes?.kind === "map" }),
    scopes: entriesOf(scopes).map(({ key, value }) => ({ name: key, description: value })),
  };
}

/** The `security` of a server or operation; `undefined` if it has none. `standing` names the owner. */
export function securityOf(node: MapNode, standing: string, reading: NormalizeContext): ReadResult<readonly RequirementPart[]> | undefined {
  const security = valueOf(node, "security");
  if (security?.kind !== "list") return undefined;
  const read = security.items.map((item) => reading.line.alternative(item, standing, reading));
  const strays = [...unreadItems(security, (at) => !read[at]), ...straysUnder(read)];
  return { part: read.flatMap((each) => each?.part ?? []), strays };
}

/** The rank of a message without a name in the document. */
const NAMELESS = 4;

/** The longest summary that can be used as a name. */
const SHORT = 48;

type MessageDraft = { -readonly [K in keyof MessagePart]: MessagePart[K] } & { readonly keys: Set<string> };

/** Makes one part for each message, whichever references lead to it. */
export class MessageBook implements MessageLookup {
  readonly #parts = new Map<Node, MessageDraft>();
  readonly #inUse = new Set<MessageDraft>();
  readonly #keys: ReadonlyMap<Node, string>;
  readonly #traitNames: ReadonlyMap<Node, string>;
  readonly #counts = new Map<string, number>();
  readonly #summaries = new Set<string>();

  constructor(documents: NormalizeContext["documents"]) {
    this.#keys = componentKeys(documents, "messages");
    this.#traitNames = componentKeys(documents, "messageTraits");
  }

  meet(node: Node, standing: MessageOrigin, reading: NormalizeContext): MessagePart | undefined {
    return this.#meet(node, standing, reading);
  }

  use(node: Node, standing: MessageOrigin, reading: NormalizeContext): MessagePart | undefined {
    const part = this.#meet(node, standing, reading);
    if (!part) return undefined;
    part.used = true;
    this.#inUse.add(part);
    return part;
  }

  /** The messages in use in the order of their first use, then the others of the components. */
  finish(reading: NormalizeContext): readonly MessagePart[] {
    const components = valueOf(reading.documents.root, "components");
    for (const entry of entriesOf(valueOf(components, "messages"))) {
      this.#meet(mapUnder(entry, reading), { channelKey: entry.key }, reading);
    }
    return [...this.#inUse, ...[...this.#parts.values()].filter((part) => !part.used)];
  }

  #meet(node: Node, standing: MessageOrigin, reading: NormalizeContext): MessageDraft | undefined {
    const written = reading.documents.follow(node);
    if (written?.kind !== "map") return undefined;
    const known = this.#parts.get(written);
    if (standing.channelKey !== undefined) known?.keys.add(standing.channelKey);
    if (known) return known;
    const merged = applyTraits(written, { object: "Message", names: this.#traitNames }, reading);
    const name = this.#name(written, merged.node, { standing, reading });
    const contents = read(merged.node, reading);
    const strays = [...merged.strays, ...contents.strays];
    const keys = new Set(standing.channelKey === undefined ? [] : [standing.channelKey]);
    const nodes = [written, merged.node];
    const part: MessageDraft = { object: "Message", nodes, used: false, keys, ...merged, ...name, ...contents, strays };
    this.#parts.set(written, part);
    return part;
  }

  #name(written: MapNode, merged: MapNode, { standing, reading }: { standing: MessageOrigin; reading: NormalizeContext }): NameCandidate {
    const id = messageIdOf(merged, reading);
    const own = filled(id);
    if (own !== undefined) return { id: own, rank: 0 };
    const key = this.#keys.get(written);
    if (key !== undefined) return { id: key, rank: 1 };
    if (standing.channelKey !== undefined) return { id: standing.channelKey, rank: 2 };
    const name = filled(textField(merged, "name"));
    if (name !== undefined) return { id: name, rank: 3 };
    const operation = excerpt(standing.operation ?? "", LONGEST_TEXT_QUOTED);
    const called = excerpt(standing.called ?? operation, LONGEST_TEXT_QUOTED);
    const further = this.#further(`${operation}.message`);
    const number = further.slice(operation.length + ".message.".length);
    const made = keyIn(reading, written) ?? `${called}: ${this.#about(merged, operation) ?? `message${number === "" ? "" : ` ${number}`}`}`;
    return { id: further, rank: NAMELESS, made };
  }

  /** The summary of a message as a name, if it is short and no other message of the operation has the same. It says more than a number. */
  #about(merged: MapNode, operation: string): string | undefined {
    const summary = filled(textField(merged, "summary"))?.trim().replace(/\.$/, "");
    if (summary === undefined || summary === "" || summary.length > SHORT || summary.includes("\n")) return undefined;
    const key = JSON.stringify([operation, summary]);
    if (this.#summaries.has(key)) return undefined;
    this.#summaries.add(key);
    return summary;
  }

  #further(id: string): string {
    const count = (this.#counts.get(id) ?? 0) + 1;
    this.#counts.set(id, count);
    return count === 1 ? id : `${id}.${count}`;
  }
}

/** The name of a message in another file: its key, or the name of the file if the message is the whole file. An index is not a name. */
function keyIn({ documents }: NormalizeContext, written: MapNode): string | undefined {
  if (written.file.id === documents.main.id) return undefined;
  const key = keyInFile(written, documents.rootOf(written.file));
  return /^\d*$/.test(key) ? undefined : key;
}

/** The `messageId`, if the version has this field. */
function messageIdOf(node: MapNode, { tables }: NormalizeContext): MessagePart["messageId"] {
  return tables.object("Message").fields.messageId ? textField(node, "messageId") : undefined;
}

type MessageContents = Required<Pick<MessagePart, "examples" | "said" | "strays">> & Pick<MessagePart, "messageId" | "headers" | "payload">;

function read(node: MapNode, reading: NormalizeContext): MessageContents {
  const messageId = messageIdOf(node, reading);
  const headers = headersOf(node, reading);
  const payload = reading.line.payload(node, reading);
  const said = saidOf({
    messageId: messageId !== undefined,
    headers: headers !== undefined,
    payload: payload !== undefined,
    schemaFormat: payload?.part.format !== undefined && payload.part.format === valueOf(node, "schemaFormat"),
    examples: true,
  });
  return {
    said,
    strays: straysUnder({ headers, payload }),
    examples: examplesOf(node, reading),
    messageId,
    headers: headers?.part,
    payload: payload?.part,
  };
}

function headersOf(node: MapNode, reading: NormalizeContext): ReadResult<MessagePart["headers"] & object> | undefined {
  const headers = valueOf(node, "headers");
  if (headers?.kind !== "map" && headers?.kind !== "boolean") return undefined;
  return reading.line.schema(headers, reading);
}

const EXAMPLE_WORDS = new Set(["name", "summary"]);

/** Whether an example is shown as written: a raw value, a map without `headers` and `payload`, or an `examples` that is not a list. */
function isFree(example: Node, { freeExamples }: NormalizeContext["line"]): boolean {
  if (example.kind !== "map") return true;
  const hasParts = (entryOf(example, "headers") ?? entryOf(example, "payload")) !== undefined;
  if (freeExamples) return !hasParts || example.entries.some(({ key }) => key !== "headers" && key !== "payload");
  if (hasParts) return false;
  return example.entries.some(({ key }) => !EXAMPLE_WORDS.has(key) && !key.startsWith("x-"));
}

/** The examples of a message with their kinds. */
export function examplesOf(node: MapNode, reading: NormalizeContext): readonly ExamplePart[] {
  const examples = valueOf(node, "examples");
  if (!examples || examples.kind === "null") return [];
  if (examples.kind !== "list") return [{ node: examples, free: true }];
  return itemsOf(examples).map((item) => ({ node: item, free: isFree(item, reading.line) }));
}
