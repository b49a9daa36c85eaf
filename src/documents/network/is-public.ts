import ipaddr from "ipaddr.js";

/** The only IPv6 space that is given out to networks of the world (RFC 4291 § 2.4, IANA: 2000::/3). */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Whether an address is one of the public network: nothing private, local, shared, reserved or multicast, and no IPv6 form
 * that carries an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo), which would reach one of those by another name.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL) : ipaddr.IPv4.isValidFourPartDecimal(address);
}
