import { expect, test } from "vitest";
import { isLocalCaller, toCountedAddress } from "./callers.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:DB8:1:2::1", "2001:db8:1:2::"],
  ["2001:0db8:0001:0002:0000:0000:0000:0001", "2001:db8:1:2::"],
  ["fe80::1%eth0", "fe80::"],
])("the address %s counts as %s", (address, counted) => {
  expect(toCountedAddress(address)).toBe(counted);
});

test.each([
  [undefined, true],
  ["http://localhost:5173", true],
  ["http://127.0.0.1:4000", true],
  ["http://[::1]:4000", true],
  ["https://chat.example.org", false],
  ["https://localhost.evil.example", false],
  ["null", false],
])("a request from a page of %s is one of this machine: %s", (origin, isLocal) => {
  const headers = { host: "127.0.0.1:4000", ...(origin && { origin }) };
  expect(isLocalCaller("127.0.0.1", headers)).toBe(isLocal);
});
