import type { Documents } from "#documents";
import { parseUriTemplate } from "#format";
import type { Api } from "#model";
import type { Schemas } from "#schema";
import type { Code, Node, Place, DiagnosticReporter } from "#text";
import { entryOf, inQuotes, parsePointer, stringOf, valueOf } from "#text";

/** The input of a rule. A rule for one version of the format looks at `api.dialect`. */
export interface RuleContext {
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  readonly report: DiagnosticReporter;
  /** Whether a code is switched off, so that a rule need not look for it. */
  readonly isOff: (code: Code) => boolean;
}

/** One rule, or a small family that one walk finds. */
export interface Rule {
  /** All codes that it may report. */
  readonly codes: readonly Code[];
  check(context: RuleContext): void;
}

/** A channel for the rules about addresses. It may be a component that nothing refers to. */
export interface ChannelSubject {
  readonly node: Node;
  readonly address: string | null;
  /** The place of the address: the value of `address` (3.x), or the key of the channel (2.x). */
  readonly place: Place;
}

/** The objects in a group of components that the model did not link, because nothing refers to them. */
export function unlinked(api: Api, group: string): Node[] {
  return api.components.filter((each) => each.group === group && !api.entityAt(each.node)).map(({ node }) => node);
}

/** Every channel, including components. A component of 2.x has no address of its own. */
export function channelSubjects(api: Api): ChannelSubject[] {
  const channels = valueOf(api.node, "channels");
  const linked = api.channels.map(({ node, id, address }) => {
    const place = valueOf(node, "address") ?? entryOf(channels, id) ?? node;
    return { node, address, place };
  });
  if (api.dialect.line === "2") return linked;
  const others = unlinked(api, "channels").map((node) => {
    return { node, address: stringOf(node, "address") ?? null, place: valueOf(node, "address") ?? node };
  });
  return [...linked, ...others];
}

/** The names in braces in an address. If the template is invalid, those that can still be read. */
export function addressNames(address: string): Set<string> {
  return new Set(parseUriTemplate(address).expressions.flatMap(({ variables }) => variables.map(({ name }) => name)));
}

/** The target of a runtime expression: a part of the message, and the tokens of its JSON Pointer. */
export interface RuntimeExpression {
  readonly source: "header" | "payload";
  readonly tokens: readonly string[];
}

/**
 * Parses `$message.header#/a` or `$message.payload#/a`. The fragment is optional and a JSON Pointer (RFC 6901). For an invalid
 * expression, returns the reason as a text.
 */
export function parseRuntimeExpression(text: string): RuntimeExpression | string {
  if (!text.startsWith("$message.")) return 'it must start with "$message."';
  const [, source = "", fragment] = /^\$message\.([^#]*)(?:#(.*))?$/s.exec(text) ?? [];
  if (source !== "header" && source !== "payload") return `${inQuotes(source)} is neither "header" nor "payload"`;
  const tokens = parsePointer(fragment ?? "");
  return tokens ? { source, tokens } : `${inQuotes(fragment ?? "")} is not a JSON Pointer`;
}

/** RFC 3986 § 2 and 3.1: a scheme, then only characters allowed in a URI and complete percent escapes. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

/** Whether a text is a URI with a scheme (RFC 3986 § 3) and at most one `#`. A relative reference is not. */
export function isUri(text: string): boolean {
  return URI.test(text) && text.split("#").length <= 2;
}

/**
 * Whether a text is an absolute URL (RFC 3986 § 4.3). A fragment is accepted: § 4.3 has none, but everybody writes links into pages.
 * http and https need a host (RFC 9110 § 4.2).
 */
export function isAbsoluteUrl(text: string): boolean {
  return isUri(text) && (!/^https?:/i.test(text) || /^https?:\/\/[^/?#]/i.test(text));
}

/** RFC 9110 § 8.3.1: type "/" subtype, then parameters with a token or a quoted string. */
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;\\s*(?:${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))?)*\\s*$`);

/** Whether a text is a media type, or a range with `*`, as people write for "any". */
export function isMediaType(text: string): boolean {
  return text.length < 1000 && MEDIA_TYPE.test(text.trim());
}

/** An email address as HTML forms accept it, which any mail program can open. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** Whether a text is an email address; internationalized ones count too (RFC 6531). */
export function isEmail(text: string): boolean {
  return text.length <= 320 && EMAIL.test(text);
}
