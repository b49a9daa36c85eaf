import type { Documents } from "#documents";
import { parseUriTemplate } from "#format";
import type { Api } from "#model";
import type { SchemaPlace, Schemas } from "#schema";
import type { Code, Node, Place, Report } from "#text";
import { entryOf, inQuotes, parsePointer, stringOf, valueOf } from "#text";

/** The input of a rule. A rule for one version of the format looks at `api.dialect`. */
export interface RuleContext {
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  /** Where every schema of the API is written, each once, but for those that are known to be without a fault; made when first asked for. */
  readonly allSchemas: () => ReadonlySet<SchemaPlace>;
  /** Whether an earlier run found no problem in the texts of a value and of all that it refers to. */
  readonly spares: (node: Node) => boolean;
  readonly report: Report;
  /** Whether nobody asks for a code. A rule need not look for it. */
  readonly isOff: (code: Code) => boolean;
}

/** One rule, or a small family that is found in one walk. */
export interface Rule {
  /** Every code that it may report. */
  readonly codes: readonly Code[];
  check(context: RuleContext): void;
}

/** A channel as the rules of its address see it: linked, or a component that nothing refers to. */
export interface ChannelSubject {
  readonly node: Node;
  readonly address: string | null;
  /** Where the address is written: the value of `address` (3.x), or the channel's key (2.x). */
  readonly place: Place;
}

/** The objects of a group of the components that the model did not link, because nothing leads to them. */
export function unlinked(api: Api, group: string): Node[] {
  return api.components.filter((each) => each.group === group && !api.entityAt(each.node)).map(({ node }) => node);
}

/** Every channel, those of the components too. A component of 2.x has no address of its own. */
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

/** The names in braces of an address; what is no template gives the names that can still be read. */
export function addressNames(address: string): Set<string> {
  return new Set(parseUriTemplate(address).expressions.flatMap(({ variables }) => variables.map(({ name }) => name)));
}

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

/** RFC 3986 § 2 and 3.1: a scheme, then only characters that a URI may hold, and whole percent escapes. */
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

/** A URI with its scheme (RFC 3986 § 3); a relative reference is none. At most one `#`. */
export function isUri(text: string): boolean {
  return URI.test(text) && text.split("#").length <= 2;
}

/**
 * A URL with its scheme (RFC 3986 § 4.3). A fragment is let pass: the text of § 4.3 has none, but links into a page
 * are what everybody writes, and a reader can follow them. http and https need a host (RFC 9110 § 4.2).
 */
export function isAbsoluteUrl(text: string): boolean {
  return isUri(text) && (!/^https?:/i.test(text) || /^https?:\/\/[^/?#]/i.test(text));
}

/** RFC 9110 § 8.3.1: type "/" subtype, then parameters with a token or a quoted string. */
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const MEDIA_TYPE = new RegExp(`^${TOKEN}/${TOKEN}(?:\\s*;\\s*(?:${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))?)*\\s*$`);

/** A media type, or a range of them with `*`, as people write for "any". */
export function isMediaType(text: string): boolean {
  return text.length < 1000 && MEDIA_TYPE.test(text.trim());
}

/** An address as HTML forms accept it: what a mail program can be opened with. */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** A mail address, internationalized ones too (RFC 6531). */
export function isEmail(text: string): boolean {
  return text.length <= 320 && EMAIL.test(text);
}
