import type { Refusal } from "#changes";
import { comparisonBudget, createContainment, obstacleText, readFormat } from "#changes";
import { escapeToken, failureReason, listSome, Recent } from "#text";
import type { Budget } from "#verdicts";
import type { MessageIndex, SchemaUse } from "./api-index.ts";
import type { ReadSchema } from "./resolved-schema.ts";
import { compactJson, readResolvedSchema } from "./resolved-schema.ts";

/** Returns the text of a resolved schema by its hash. */
export type SchemaTexts = (hash: string) => string | undefined;

export type FitVerdict = "fits" | "clash" | "unknown" | "not-received";

/** The place in a document that decided a verdict. */
export interface FitSource {
  readonly file: string;
  readonly pointer: string;
}

/** The schemas of a message at its sender and its receiver. */
export interface ComparedSchemas {
  readonly part: "payload" | "headers";
  readonly sender: SchemaUse | null;
  readonly receiver: SchemaUse | null;
}

/** Whether a receiver can take a message of a sender. */
export interface MessageFit {
  readonly verdict: FitVerdict;
  /** The reason; empty if the message fits. */
  readonly why: string;
  /** Further reasons, each shown by a value of its own. */
  readonly also?: readonly string[] | undefined;
  /** A value that the sender may send and the receiver refuses, as JSON. */
  readonly witness?: string | undefined;
  /** A JSON Pointer (RFC 6901) into the witness. */
  readonly at?: string | undefined;
  readonly missing?: string | undefined;
  /** The two schemas if they decided the verdict. */
  readonly compared?: ComparedSchemas | undefined;
  readonly because: { readonly sender: FitSource; readonly receiver: FitSource };
  /** Why msgdocs itself failed to tell. */
  readonly fault?: string | undefined;
}

/** The verdict on two resolved schemas, without the documents that they belong to. */
interface SchemaFit extends Omit<MessageFit, "compared" | "because"> {
  /** The place in the receiver's schema that requires it. */
  readonly place?: { readonly key: string; readonly pointer: string };
  /** Whether the budget ended before the proof did. */
  readonly isSpent?: boolean;
}

/** Verdicts by the hashes of both schemas. */
export type SchemaFits = ReadonlyMap<string, SchemaFit>;

const FITS: SchemaFit = { verdict: "fits", why: "" };

const NO_HEADERS = `{"language":"schema-object","schema":{"type":"object","maxProperties":0},"components":{"schemas":{}}}`;

function placeOf({ file, pointer }: FitSource): FitSource {
  return { file, pointer };
}

function sourceAt({ sources }: SchemaUse, { key, pointer }: { readonly key: string; readonly pointer: string }): FitSource | undefined {
  const source = Object.hasOwn(sources, key) ? sources[key] : undefined;
  return source && { file: source.file, pointer: source.pointer + pointer };
}

/** Where a sender describes what it sends. */
function senderOf({ payload, place }: MessageIndex): FitSource {
  return placeOf((payload && sourceAt(payload, ROOT)) ?? place);
}

/** A media type without parameters. The names for JSON are treated as one. */
function essenceOf(contentType: string): string {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** The syntax of the bytes: the suffix of the media type, otherwise its name. */
export function syntaxOf(contentType: string): string {
  const essence = essenceOf(contentType);
  const [, subtype = essence] = essence.split("/");
  return subtype.split("+").at(-1) ?? subtype;
}

/** The share of a comparison's budget that each pair of schemas has for itself, in megabytes: 5,000 steps. */
const BRIEFLY = 1 / 500;

/** Judges whether receivers can take messages. Each pair of schemas is judged once. */
export class FitJudge {
  readonly #texts: SchemaTexts;
  readonly #read = new Recent<string, ReadSchema | undefined>(64);
  readonly #fits = new Map<string, SchemaFit>();
  readonly #known: SchemaFits;
  readonly #budget: Budget;

  /** @param options the number of APIs, of which two may cost as much as two versions of one, and verdicts of an earlier judge */
  constructor(texts: SchemaTexts, { apis, known = new Map() }: { readonly apis: number; readonly known?: SchemaFits | undefined }) {
    this.#texts = texts;
    this.#known = known;
    this.#budget = comparisonBudget(Math.max(1, apis / 2));
  }

  /** All verdicts so far, except those on which msgdocs failed or for which the budget was spent. */
  get fits(): SchemaFits {
    return new Map([...this.#fits].filter(([, { fault, isSpent }]) => fault === undefined && isSpent !== true));
  }

  /** Whether a receiver can take a message as one of its own messages. */
  judge(sent: MessageIndex, received: MessageIndex): MessageFit {
    const because = { sender: senderOf(sent), receiver: placeOf(received.place) };
    const contentType = this.#contentTypes(sent, received);
    if (contentType) return { ...contentType, because };
    const found: MessageFit[] = [];
    const isJson = isWrittenAsJson([sent, received]);
    for (const part of ["payload", "headers"] as const) {
      const fit = this.#part(part, [sent[part], received[part]], isJson);
      if (fit.verdict === "fits") continue;
      const [own, other] = [sent[part], received[part]];
      const receiver = (other && (sourceAt(other, fit.place ?? ROOT) ?? sourceAt(other, ROOT))) ?? received.place;
      const sender = (own && sourceAt(own, ROOT)) ?? sent.place;
      found.push({
        ...fit,
        compared: { part, sender: own, receiver: other },
        why: part === "headers" ? `Headers: ${fit.why}` : fit.why,
        because: { sender: placeOf(sender), receiver: placeOf(receiver) },
      });
    }
    const [first] = [...found.filter(({ verdict }) => verdict === "clash"), ...found];
    if (first?.verdict === "clash") return first;
    return this.#correlation(sent, received, because) ?? first ?? { verdict: "fits", why: "", because };
  }

  #contentTypes(sent: MessageIndex, received: MessageIndex): Pick<MessageFit, "verdict" | "why"> | undefined {
    if (sent.contentType === null || received.contentType === null) return undefined;
    const [own, other] = [essenceOf(sent.contentType), essenceOf(received.contentType)];
    if (own === other) return undefined;
    const why = `The message is sent as ${JSON.stringify(own)}, and the receiver reads ${JSON.stringify(other)}.`;
    return { verdict: syntaxOf(own) === syntaxOf(other) ? "unknown" : "clash", why };
  }

  #correlation(sent: MessageIndex, received: MessageIndex, because: MessageFit["because"]): MessageFit | undefined {
    if (sent.correlation === null || received.correlation === null || sent.correlation === received.correlation) return undefined;
    const why = `The sender puts the correlation id at ${sent.correlation}, and the receiver looks for it at ${received.correlation}.`;
    return { verdict: "clash", why, because };
  }

  #part(part: "payload" | "headers", [sent, received]: readonly [SchemaUse | null, SchemaUse | null], isJson: boolean): SchemaFit {
    if (!received) return FITS;
    if (!sent && part === "payload") return { verdict: "unknown", why: "The sender does not describe the payload." };
    if (sent?.hash === received.hash) return FITS;
    const key = `${sent?.hash ?? "none"} ${received.hash}${isJson ? " json" : ""}`;
    const known = this.#fits.get(key);
    if (known) return known;
    const fit = this.#known.get(key) ?? this.#contained([sent?.hash, received.hash], isJson);
    this.#fits.set(key, fit);
    return fit;
  }

  /** A failure of ours costs the pair of schemas, and not the portal. */
  #contained(hashes: readonly [sent: string | undefined, received: string], isJson: boolean): SchemaFit {
    try {
      return this.#compare(hashes, isJson);
    } catch (error) {
      const fault = failureReason(error);
      return { verdict: "unknown", why: `It cannot be told: msgdocs failed to compare the schemas (${fault}). Please report it.`, fault };
    }
  }

  #compare([sent, received]: readonly [string | undefined, string], isJson: boolean): SchemaFit {
    const [own, other] = [sent === undefined ? readResolvedSchema(NO_HEADERS, this.#budget) : this.#schema(sent), this.#schema(received)];
    if (!own || !other) return { verdict: "unknown", why: "A schema could not be read." };
    const isWhole = own.obstacle !== "size" && other.obstacle !== "size";
    const pair = { old: other.schema, writer: own.schema, reader: other.schema };
    const foreign = isWhole ? readFormat(pair, isJson)?.failures : undefined;
    if (foreign) {
      const certain = foreign.find(({ unclear }) => unclear === undefined);
      if (certain) return { ...clash(certain), place: { key: "", pointer: "" } };
      if (foreign.length === 0) return FITS;
      return {
        verdict: "unknown",
        why: `It cannot be told: ${listSome([...new Set(foreign.flatMap(({ unclear }) => unclear ?? []))], 5)}.`,
      };
    }
    if (own.obstacle === "language" || other.obstacle === "language") {
      const what =
        own.language === other.language ? `of the language ${own.language}` : `of the languages ${own.language} and ${other.language}`;
      return { verdict: "unknown", why: `Schemas ${what} are not compared.` };
    }
    const obstacle = own.obstacle ?? other.obstacle;
    if (obstacle !== undefined) return { verdict: "unknown", why: `It cannot be told: ${obstacleText(obstacle)}.` };
    const whole = provenFit([own, other], this.#budget);
    const isSpent = whole.found.verdict === "unknown" && this.#budget.spent();
    const { found, locate } = (isSpent ? this.#compareBriefly([sent, received]) : undefined) ?? whole;
    if (found.verdict === "contained") return FITS;
    if (found.verdict === "unknown") return { verdict: "unknown", why: `It cannot be told: ${obstacleText(found.keyword)}.`, isSpent };
    const first = clash(found);
    const also = new Set(found.further.map((each) => clash(each).why));
    also.delete(first.why);
    return { ...first, also: [...also], place: locate(found.place) };
  }

  /** A costly API takes no verdict away from the others: what is quickly compared is compared in any case. */
  #compareBriefly(hashes: readonly [sent: string | undefined, received: string]): ReturnType<typeof provenFit> | undefined {
    const budget = comparisonBudget(BRIEFLY, 25_000);
    const [own, other] = hashes.map((hash) => readResolvedSchema((hash === undefined ? NO_HEADERS : this.#texts(hash)) ?? "", budget));
    return own && other && provenFit([own, other], budget);
  }

  #schema(hash: string): ReadSchema | undefined {
    return this.#read.of(hash, () => {
      const text = this.#texts(hash);
      return text === undefined ? undefined : readResolvedSchema(text, this.#budget);
    });
  }
}

/** Whether a sender's schema is contained in a receiver's, and how to find a place in the latter. */
function provenFit([own, other]: readonly [ReadSchema, ReadSchema], budget: Budget) {
  const found = createContainment([own.side, other.side], { budget }).compare(own.schema, other.schema, "documented");
  return { found, locate: (place: Parameters<ReadSchema["locate"]>[0]) => other.locate(place) };
}

/** The verdict on a value that the receiver refuses. */
function clash({ witness, at, missing, expected }: Pick<Refusal, "witness" | "at" | "missing" | "expected">): SchemaFit {
  const where = missing === undefined ? at : `${at}/${escapeToken(missing)}`;
  const why =
    missing === undefined ? `${where === "" ? "The value" : where} ${expected}.` : `${where} is missing, and the receiver requires it.`;
  return { verdict: "clash", why, witness: compactJson(witness), at, missing };
}

/** Whether a side says that the payload is JSON, whatever the language of its schema. */
function isWrittenAsJson(messages: readonly MessageIndex[]): boolean {
  return messages.some(({ contentType }) => contentType !== null && syntaxOf(contentType) === "json");
}

const ROOT = { key: "", pointer: "" };

/** A message that an API receives, and whether its operation lists it. */
export interface ReceivedMessage {
  readonly message: MessageIndex;
  readonly isListed: boolean;
}

/** Whether an API can take a message. */
export interface ReceiverFit extends MessageFit {
  /** What it is if the receiver takes other messages of the channel: one that it does not document and need not take. */
  readonly unlessAlone?: MessageFit;
}

/** Whose messages are judged, and how. */
interface FitQuestion {
  readonly judge: FitJudge;
  readonly receiver: FitSource;
  /** Whether the receiver must take every message of its channels. */
  readonly takesAll: boolean;
}

/**
 * Whether an API can take a message: as its message of the same name, if it has one, and otherwise as any of the messages that it
 * receives. Another message that takes everything does not help a receiver that expects this one.
 */
export function fitOf(sent: MessageIndex, received: readonly ReceivedMessage[], { judge, receiver, takesAll }: FitQuestion): ReceiverFit {
  const ofSameName = received.filter(({ message }) => message.names.some((name) => sent.names.includes(name)));
  const isExpected = ofSameName.length > 0;
  const fits = (isExpected ? ofSameName : received).map(({ message }) => judge.judge(sent, message));
  const because = { sender: senderOf(sent), receiver: placeOf(receiver) };
  const first = (verdict: FitVerdict): MessageFit | undefined => fits.find((fit) => fit.verdict === verdict);
  const fit = first("fits") ?? (isExpected ? first("clash") : undefined) ?? first("unknown");
  if (fit) return fit;
  if (received.length === 0) return { verdict: "unknown", why: "The receiver does not say which messages it takes.", because };
  const refused = takesAll || received.some(({ isListed }) => isListed) ? first("clash") : undefined;
  const why = `The receiver documents no message ${sent.called === null ? "that accepts it" : JSON.stringify(sent.called)}.`;
  const unlessAlone: MessageFit = { verdict: "not-received", why, because };
  return refused ? { ...refused, ...(takesAll ? {} : { unlessAlone }) } : unlessAlone;
}
