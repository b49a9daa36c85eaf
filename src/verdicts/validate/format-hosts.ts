import type { TextFormat } from "./text-format.ts";

const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
const ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const QUOTED = /^"(?:[\x20-\x21\x23-\x5B\x5D-\x7E]|\\[\x20-\x7E])*"$/;
const WIDE_QUOTED = /^"(?:[\x20-\x21\x23-\x5B\x5D-\x7E\u{80}-\u{10FFFF}]|\\[\x20-\x7E])*"$/u;
/** RFC 6531: anything beyond ASCII may stand in the local part. */
const WIDE_ATOM = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10FFFF}-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u{80}-\u{10FFFF}-]+)*$/u;
const OCTET = /^(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])$/;

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => OCTET.test(part));
}

/** RFC 4291 § 2.2; zones are none of it. */
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

/** RFC 5890, as far as it can be told without the tables of IDNA: each label is a name once what is not ASCII counts as a letter. */
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

/** Formats of names and addresses of hosts, and mailboxes on them. */
export const hostFormats: Readonly<Record<string, TextFormat>> = {
  ipv4: { name: "an IPv4 address", accepts: isIpv4 },
  ipv6: { name: "an IPv6 address", accepts: isIpv6 },
  hostname: { name: "a host name", accepts: isHostname },
  "idn-hostname": { name: "a host name", accepts: isIdnHostname },
  email: { name: "an email address", accepts: (text) => isMailbox(text, [ATOM, QUOTED], isHostname) },
  "idn-email": { name: "an email address", accepts: (text) => isMailbox(text, [WIDE_ATOM, WIDE_QUOTED], isIdnHostname) },
};
