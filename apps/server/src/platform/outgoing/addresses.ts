import ipaddr from "ipaddr.js";

/*
 * Which addresses the server may connect to for a person: those of the open internet. What is not known to be one is none, so of IPv6
 * only the part that is given out (2000::/3) counts, and of it nothing that holds or may hold an IPv4 address.
 */

const givenOut = ipaddr.IPv6.parse("2000::");
const GIVEN_OUT_BITS = 3;
/** Interface ids of ISATAP end in an IPv4 address behind these 32 bits (RFC 5214). */
const isatap: ReadonlySet<number> = new Set([0x0000, 0x0200]);
const ISATAP_MARK = 0x5efe;

/** Does this address, as a resolver writes it, belong to the open internet? */
export function isPublicAddress(address: string): boolean {
  // A zone (fe80::1%eth0) stands only at an address of this machine's own networks.
  if (address.includes("%")) return false;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicV4(ipaddr.IPv4.parse(address));
  return ipaddr.IPv6.isValid(address) && isPublicV6(ipaddr.IPv6.parse(address));
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast";
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  const { parts } = address;
  const isIsatap = isatap.has(parts[4] ?? 0) && parts[5] === ISATAP_MARK;
  return address.match(givenOut, GIVEN_OUT_BITS) && address.range() === "unicast" && !isIsatap;
}
