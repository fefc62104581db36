import { expect, test } from "vitest";
import {
  hashCode,
  hashSecret,
  isSameHash,
  makeCode,
  makeSecret,
  seal,
  unseal,
} from "./secrets.service.ts";

test("a secret has as many bits as it says and is never the same twice", () => {
  expect(Buffer.from(makeSecret(256), "base64url")).toHaveLength(32);
  expect(makeSecret(128, "wst_")).toMatch(/^wst_[\w-]{22}$/);
  expect(new Set(Array.from({ length: 1000 }, () => makeSecret(128))).size).toBe(1000);
});

test("a code has its length in digits, leading zeros included", () => {
  const codes = Array.from({ length: 2000 }, () => makeCode(4));
  expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith("0"))).toBe(true);
});

test("the hash of a code changes with the key, the challenge, the identifier and the code", () => {
  const key = Buffer.alloc(32, 1);
  const hashes = [
    hashCode(key, "c1", "alice@example.org", "1234"),
    hashCode(Buffer.alloc(32, 2), "c1", "alice@example.org", "1234"),
    hashCode(key, "c2", "alice@example.org", "1234"),
    hashCode(key, "c1", "bob@example.org", "1234"),
    hashCode(key, "c1", "alice@example.org", "1235"),
  ].map((hash) => hash.toString("hex"));
  expect(new Set(hashes).size).toBe(5);
});

test("hashes are the same only in every byte", () => {
  expect(isSameHash(hashSecret("a"), hashSecret("a"))).toBe(true);
  expect(isSameHash(hashSecret("a"), hashSecret("b"))).toBe(false);
  expect(isSameHash(hashSecret("a"), hashSecret("a").subarray(1))).toBe(false);
});

test("what is sealed opens with the same secret and context only, and unchanged", () => {
  const sealed = seal("secret", "context", "text");
  expect(unseal("secret", "context", sealed)).toBe("text");
  expect(sealed.includes("text")).toBe(false);
  expect(() => unseal("other", "context", sealed)).toThrow(/authenticate/);
  expect(() => unseal("secret", "other", sealed)).toThrow(/authenticate/);
  const changed = Buffer.from(sealed);
  changed[13] = (changed[13] ?? 0) ^ 1;
  expect(() => unseal("secret", "context", changed)).toThrow(/authenticate/);
});
