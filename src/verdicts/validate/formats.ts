import type { RangeDigits } from "#format";
import { numberFormats } from "#format";
import type { Decimal, Node } from "#text";
import { compareDecimals, decimalOf, isInteger, oncePerObject } from "#text";

/** A format of texts: what a value must be, in words, and a test. */
interface TextFormat {
  readonly name: string;
  readonly accepts: (text: string) => boolean;
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/;
const DURATION = /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?=\d)(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** RFC 3339 § 5.6 `full-date`, with the days that the month has. */
function isDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

/** A leap second is one only at 23:59:60 UTC (RFC 3339 § 5.7). */
function isLeapSecond(minutes: number, offset: number): boolean {
  return (minutes - offset + 2 * 24 * 60) % (24 * 60) === 24 * 60 - 1;
}

/** RFC 3339 § 5.6 `full-time`. */
function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 5, 6].map((at) => Number(match[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (Math.max(hour, offsetHour) > 23 || Math.max(minute, offsetMinute) > 59) return false;
  const offset = (offsetHour * 60 + offsetMinute) * (match[4] === "-" ? -1 : 1);
  return second < 60 || (second === 60 && isLeapSecond(hour * 60 + minute, offset));
}

function isDateTime(text: string): boolean {
  return /^.{10}[tT]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** Formats of RFC 3339, Appendix A for `duration`. */
const dateFormats: Readonly<Record<string, TextFormat>> = {
  date: { name: "a date (RFC 3339)", accepts: isDate },
  time: { name: "a time with its offset (RFC 3339)", accepts: isTime },
  "date-time": { name: "a date-time (RFC 3339)", accepts: isDateTime },
  duration: { name: "a duration (RFC 3339)", accepts: (text) => DURATION.test(text) },
};

const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const QUOTED = /^"(?:[\x20-\x21\x23-\x5B\x5D-\x7E]|\\[\x20-\x7E])*"$/;
const WIDE_QUOTED = /^"(?:[\x20-\x21\x23-\x5B\x5D-\x7E\u{80}-\u{10FFFF}]|\\[\x20-\x7E])*"$/u;
/** RFC 6531 allows characters beyond ASCII in the local part. */
const WIDE_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10FFFF}-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10FFFF}-]+)*$/u;
const OCTET = /^(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/;

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => OCTET.test(part));
}

/** RFC 4291 § 2.2. Zones are not part of it. */
function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const all = groups.flat();
  const last = all.at(-1);
  const endsInIpv4 = last !== undefined && groups.at(-1)?.length !== 0 && isIpv4(last);
  const hex = endsInIpv4 ? all.slice(0, -1) : all;
  const size = hex.length + (endsInIpv4 ? 2 : 0);
  return hex.every((group) => /^[\da-f]{1,4}$/i.test(group)) && (halves.length === 2 ? size < 8 : size === 8);
}

/** RFC 1123 § 2.1. A-labels (`xn--`) are not decoded. */
function isHostname(text: string): boolean {
  return text.length <= 253 && text.split(".").every((label) => LABEL.test(label));
}

/** RFC 5890, as far as possible without the IDNA tables: each label is a valid name if characters beyond ASCII count as letters. */
function isIdnHostname(text: string): boolean {
  const labels = text.split(/[.\u3002\uFF0E\uFF61]/);
  const isLabel = (label: string): boolean => !/^\p{M}/u.test(label) && LABEL.test(label.replace(/[^\p{ASCII}\s\p{Cc}\u302E]/gu, "x"));
  return text.length <= 253 && labels.every(isLabel);
}

/** RFC 5321 § 4.1.2 `Mailbox`. */
function isMailbox(text: string, local: readonly RegExp[], host: (text: string) => boolean): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || at > 64 * 4) return false;
  const name = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (!local.some((form) => form.test(name))) return false;
  const literal = /^\[(.*)\]$/.exec(domain)?.[1];
  if (literal === undefined) return host(domain);
  return literal.startsWith("IPv6:") ? isIpv6(literal.slice(5)) : isIpv4(literal);
}

/** Formats for hosts, their addresses, and mailboxes on them. */
const hostFormats: Readonly<Record<string, TextFormat>> = {
  ipv4: { name: "an IPv4 address", accepts: isIpv4 },
  ipv6: { name: "an IPv6 address", accepts: isIpv6 },
  hostname: { name: "a host name", accepts: isHostname },
  "idn-hostname": { name: "a host name", accepts: isIdnHostname },
  email: { name: "an email address", accepts: (text) => isMailbox(text, [ATOM, QUOTED], isHostname) },
  "idn-email": { name: "an email address", accepts: (text) => isMailbox(text, [WIDE_ATOM, WIDE_QUOTED], isIdnHostname) },
};

/** RFC 3986 Appendix B. */
const PARTS = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const ALLOWED = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[\dA-Fa-f]{2})*$/;
/** RFC 3987 § 2.2: letters of all scripts, no controls, no lone surrogates. */
const WIDE =
  /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[\dA-Fa-f]{2}|[\u{A0}-\u{D7FF}\u{E000}-\u{FDCF}\u{FDF0}-\u{FFEF}\u{10000}-\u{10FFFD}])*$/u;

function isAuthority(text: string, allowed: RegExp): boolean {
  const match = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:[\]@]*)(?::\d*)?$/.exec(text);
  if (!match) return false;
  const [, user = "", host = ""] = match;
  if (!allowed.test(user) || /[/?]/.test(user)) return false;
  if (!host.startsWith("[")) return allowed.test(host);
  const inside = host.slice(1, -1);
  return hostFormats.ipv6?.accepts(inside) === true || /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(inside);
}

interface UriKind {
  readonly allowed: RegExp;
  readonly absolute: boolean;
}

function isReference(text: string, { allowed, absolute }: UriKind): boolean {
  const match = PARTS.exec(text);
  if (!match) return false;
  const [, scheme, authority, path = "", query = "", fragment = ""] = match;
  if (scheme === undefined ? absolute : !/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return false;
  if (authority !== undefined && !isAuthority(authority, allowed)) return false;
  // RFC 3986 § 4.2: the first segment of a relative path may not contain a colon, which would make it a scheme.
  if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false;
  return [path, query, fragment].every((part) => allowed.test(part));
}

const VARIABLE = /^(?:\w|%[\dA-Fa-f]{2})+(?:\.(?:\w|%[\dA-Fa-f]{2})+)*(?:\*|:[1-9]\d{0,3})?$/;

function isExpression(inside: string): boolean {
  return inside
    .replace(/^[+#./;?&=,!@|]/, "")
    .split(",")
    .every((variable) => VARIABLE.test(variable));
}

/** RFC 6570 § 2. */
function isTemplate(text: string): boolean {
  const bare = text.replace(/\{([^{}]*)\}/g, (all, inside: string) => (isExpression(inside) ? "" : all));
  return !/[{}"<>\\^`|\s\p{Cc}]/u.test(bare) && !/%(?![\dA-Fa-f]{2})/.test(bare);
}

/** Formats of RFC 3986, 3987, 6570, 6901 and 4122. */
const uriFormats: Readonly<Record<string, TextFormat>> = {
  uri: { name: "a URI", accepts: (text) => isReference(text, { allowed: ALLOWED, absolute: true }) },
  "uri-reference": { name: "a URI reference", accepts: (text) => isReference(text, { allowed: ALLOWED, absolute: false }) },
  iri: { name: "an IRI", accepts: (text) => isReference(text, { allowed: WIDE, absolute: true }) },
  "iri-reference": { name: "an IRI reference", accepts: (text) => isReference(text, { allowed: WIDE, absolute: false }) },
  "uri-template": { name: "a URI template (RFC 6570)", accepts: isTemplate },
  uuid: { name: "a UUID", accepts: (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text) },
  "json-pointer": { name: "a JSON Pointer (RFC 6901)", accepts: (text) => /^(?:\/(?:[^~/]|~[01])*)*$/s.test(text) },
  "relative-json-pointer": {
    name: "a relative JSON Pointer",
    accepts: (text) => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/s.test(text),
  },
};

/** RFC 4648 § 4, with padding and without line breaks. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** `binary` and `password` accept any text. They are listed so that they count as known. */
const texts = new Map<string, TextFormat>([
  ...Object.entries(dateFormats),
  ...Object.entries(hostFormats),
  ...Object.entries(uriFormats),
  ["byte", { name: "base64 (RFC 4648)", accepts: isBase64 }],
  ["regex", { name: "a regular expression (ECMA-262)", accepts: isRegex }],
]);

const ZERO: Decimal = { negative: false, digits: "", point: 0 };

/** The ends of a range, read once. */
const endsOf = oncePerObject((range: RangeDigits) => range.map((end) => decimalOf(end) ?? ZERO));

/** Whether a number lies in a range, and is an integer if the greatest is written as one, as both ends of a range are or neither. */
export function isInRange(raw: string, range: RangeDigits): boolean {
  const decimal = decimalOf(raw);
  const [least = ZERO, most = ZERO] = endsOf(range);
  if (!decimal || (/^\d+$/.test(range[1]) && !isInteger(decimal))) return false;
  return compareDecimals(decimal, least) >= 0 && compareDecimals(decimal, most) <= 0;
}

const numbers: ReadonlyMap<string, string> = new Map([
  ["int32", "a 32-bit integer"],
  ["int64", "a 64-bit integer"],
  ["float", "a 32-bit float"],
  ["double", "a 64-bit float"],
]);

/** Whether the validator checks a format, that is whether a value can break it. */
export function knowsFormat(format: string): boolean {
  return texts.has(format) || numberFormats.has(format);
}

/** What a value of this format must be, in words; `undefined` if the value is fine or the format is not known. */
export function brokenFormat(format: string, value: Node): string | undefined {
  if (value.kind === "string") {
    const text = texts.get(format);
    return text && !text.accepts(value.value) ? text.name : undefined;
  }
  const range = value.kind === "number" ? numberFormats.get(format) : undefined;
  return value.kind === "number" && range && !isInRange(value.raw, range) ? numbers.get(format) : undefined;
}
