import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createAddressReader } from "./client-address.ts";

function request(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe("the address of a caller", () => {
  test("is that of the connection when no proxy is trusted, whatever it claims", () => {
    const addressOf = createAddressReader(false);
    expect(addressOf(request("::ffff:203.0.113.9", "198.51.100.1"))).toBe("203.0.113.9");
  });

  test("is the first one, from the right, that no trusted proxy stands for", () => {
    const addressOf = createAddressReader(["loopback", "uniquelocal", "198.51.100.7"]);
    expect(addressOf(request("127.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.3"))).toBe("203.0.113.9");
    expect(addressOf(request("198.51.100.7", "2001:db8::1"))).toBe("2001:db8::1");
    expect(addressOf(request("203.0.113.5", "1.1.1.1"))).toBe("203.0.113.5");
    expect(addressOf(request("127.0.0.1"))).toBe("127.0.0.1");
    expect(addressOf(request("127.0.0.1", "10.0.0.1, 10.0.0.2"))).toBe("10.0.0.1");
  });

  test("is never something that is no address", () => {
    const addressOf = createAddressReader(["loopback"]);
    expect(addressOf(request("127.0.0.1", "203.0.113.9, <script>"))).toBe("127.0.0.1");
    expect(addressOf(request("::1", ""))).toBe("::1");
  });
});
