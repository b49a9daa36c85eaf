import { inQuotes, parsePointer } from "#text";

/** What a runtime expression points at: part of the message, and the tokens of its JSON Pointer. */
export interface RuntimeExpression {
  readonly source: "header" | "payload";
  readonly tokens: readonly string[];
}

/**
 * Reads `$message.header#/a` or `$message.payload#/a`; the fragment is optional and is a JSON Pointer (RFC 6901).
 * Anything else gives the reason why it is none.
 */
export function parseRuntimeExpression(text: string): RuntimeExpression | string {
  if (!text.startsWith("$message.")) return 'it must start with "$message."';
  const [, source = "", fragment] = /^\$message\.([^#]*)(?:#(.*))?$/s.exec(text) ?? [];
  if (source !== "header" && source !== "payload") return `${inQuotes(source)} is neither "header" nor "payload"`;
  const tokens = parsePointer(fragment ?? "");
  return tokens ? { source, tokens } : `${inQuotes(fragment ?? "")} is not a JSON Pointer`;
}
