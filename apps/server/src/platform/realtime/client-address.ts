import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/*
 * Who is on the other side, for limits per address: the same answer as the HTTP side gives, where Fastify reads
 * X-Forwarded-For from right to left as long as the proxies are trusted.
 */

/** The named ranges of TRUST_PROXY. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

type AddressOf = (request: IncomingMessage) => string;

/** How to find the address of a caller, when these proxies are believed. */
export function createAddressReader(trusted: false | readonly string[]): AddressOf {
  const isTrusted = trusted === false ? () => false : createMatcher(trusted);
  return (request) => {
    const direct = normalize(request.socket.remoteAddress ?? "");
    if (!isTrusted(direct)) return direct;
    const hops = String(request.headers["x-forwarded-for"] ?? "")
      .split(",")
      .map((hop) => normalize(hop.trim()));
    let address = direct;
    for (const hop of hops.toReversed()) {
      // What is no address was not written by a proxy of ours.
      if (isIP(hop) === 0) break;
      address = hop;
      if (!isTrusted(hop)) break;
    }
    return address;
  };
}

function createMatcher(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of entries.flatMap((entry) => RANGES[entry] ?? [entry])) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address that came in over IPv6 is the same address. */
function normalize(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address;
}
