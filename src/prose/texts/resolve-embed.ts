import { didYouMean } from "#text";
import type { Message, NamedSchema } from "#model";
import type { EntityIndex } from "./entity-index.ts";

/** A part of the reference within a text. */
export type Embed =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "schema"; readonly schema: NamedSchema }
  /** One example by its name; all of them without a name. */
  | { readonly kind: "example"; readonly message: Message; readonly name?: string };

export interface BrokenEmbed {
  readonly kind: "broken";
  readonly reason: string;
  readonly hint?: string;
}

const FORM = /^(message|schema|example)[ \t]*:[ \t]*(\S[\s\S]*)$/i;

function broken(reason: string, hint: string | undefined): BrokenEmbed {
  return { kind: "broken", reason, ...(hint ? { hint } : {}) };
}

function find(kind: "message" | "schema", name: string, entities: EntityIndex): Message | NamedSchema | BrokenEmbed {
  const entity = entities.find(kind, name);
  return (entity as Message | NamedSchema | undefined) ?? broken(`there is no ${kind} ${JSON.stringify(name)}`, entities.near(kind, name));
}

/** Finds an example such as `telemetry/driving`. The name of a message may contain slashes, so the longest existing one is used. */
function findExample(name: string, entities: EntityIndex): Embed | BrokenEmbed {
  for (let at = name.length; at > 0; at = name.lastIndexOf("/", at - 1)) {
    const message = entities.find("message", name.slice(0, at)) as Message | undefined;
    if (!message) continue;
    if (at === name.length) return { kind: "example", message };
    const wanted = name.slice(at + 1);
    const names = message.examples.flatMap((example) => example.name?.value ?? []);
    if (names.includes(wanted)) return { kind: "example", message, name: wanted };
    return broken(`the message ${JSON.stringify(message.id)} has no example ${JSON.stringify(wanted)}`, didYouMean(wanted, names));
  }
  const [first = name] = name.split("/");
  return broken(`there is no message ${JSON.stringify(first)}`, entities.near("message", first));
}

/** The part that a text asks for, or why it does not exist. */
export function resolveEmbed(target: string, entities: EntityIndex): Embed | BrokenEmbed {
  const [, kind = "", name = ""] = FORM.exec(target) ?? [];
  if (kind === "") return broken("it asks for no part of the reference", "Write message: NAME, schema: NAME or example: MESSAGE/NAME.");
  const wanted = name.trim();
  if (kind.toLowerCase() === "example") return findExample(wanted, entities);
  const found = find(kind.toLowerCase() as "message" | "schema", wanted, entities);
  if (found.kind === "broken") return found;
  return found.kind === "message" ? { kind: "message", message: found } : { kind: "schema", schema: found };
}
