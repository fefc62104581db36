import { expect, test } from "vitest";
import { openDoor } from "#test/door.ts";

const site = {
  ALLOW_DEV_OTP: "i-understand",
  PUBLIC_URL: "https://chat.example.org",
  CORS_ORIGINS: "https://b.example.org",
};

function toDirectives(header: unknown): Map<string, string> {
  return new Map(
    String(header)
      .split(";")
      .map((each) => each.trim().split(/\s+/))
      .map(([name = "", ...values]) => [name, values.join(" ")]),
  );
}

test("nothing but our own scripts may run, and nobody may frame us", async () => {
  await using door = await openDoor();
  const { headers } = await door.app.inject("/healthz");
  const policy = toDirectives(headers["content-security-policy"]);
  expect(policy.get("default-src")).toBe("'self'");
  expect(policy.get("script-src")).toBe("'self'");
  expect(policy.get("script-src-attr")).toBe("'none'");
  expect(policy.get("style-src")).toBe("'self' 'unsafe-inline'");
  expect(policy.get("object-src")).toBe("'none'");
  expect(policy.get("frame-ancestors")).toBe("'none'");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  });
  expect(headers["x-powered-by"]).toBeUndefined();
});

test("a page may talk to our own sockets under every name that it was opened by", async () => {
  await using local = await openDoor({ environment: { PORT: "4000" } });
  const onLocal = toDirectives(
    (await local.app.inject("/healthz")).headers["content-security-policy"],
  );
  expect(onLocal.get("connect-src")).toBe("'self' ws://127.0.0.1:4000 ws://localhost:4000");
  await using secure = await openDoor({ environment: site });
  const onSecure = toDirectives(
    (await secure.app.inject("/healthz")).headers["content-security-policy"],
  );
  expect(onSecure.get("connect-src")).toBe("'self' wss://chat.example.org");
});

test("https is demanded for ever where there is https, and never on plain loopback", async () => {
  await using plain = await openDoor();
  const onPlain = (await plain.app.inject("/healthz")).headers;
  expect(onPlain["strict-transport-security"]).toBeUndefined();
  expect(onPlain["content-security-policy"]).not.toContain("upgrade-insecure-requests");
  await using secure = await openDoor({ environment: site });
  const onSecure = (await secure.app.inject("/healthz")).headers;
  expect(onSecure["strict-transport-security"]).toBe("max-age=31536000");
  expect(onSecure["content-security-policy"]).toContain("upgrade-insecure-requests");
  await using below = await openDoor({ environment: { ...site, HSTS_SUBDOMAINS: "on" } });
  expect((await below.app.inject("/healthz")).headers["strict-transport-security"]).toBe(
    "max-age=31536000; includeSubDomains",
  );
});

test("refusals carry the same headers, those of a server that stops as well", async () => {
  await using door = await openDoor({ environment: site });
  const call = { url: "/v1/nowhere", headers: { origin: "https://b.example.org" } };
  const unknown = await door.app.inject(call);
  door.http.drain();
  const stopping = await door.app.inject(call);
  expect([unknown.statusCode, stopping.statusCode]).toEqual([404, 503]);
  for (const { headers } of [unknown, stopping]) {
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["access-control-allow-origin"]).toBe("https://b.example.org");
  }
});

test("a page of an allowed site may call with credentials and our headers", async () => {
  await using door = await openDoor({ environment: site });
  const preflight = await door.app.inject({
    method: "OPTIONS",
    url: "/v1/auth/refresh-tokens",
    headers: { origin: "https://b.example.org", "access-control-request-method": "POST" },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    "access-control-allow-origin": "https://b.example.org",
    "access-control-allow-credentials": "true",
  });
  const allowed = String(preflight.headers["access-control-allow-headers"]).split(", ");
  expect(allowed).toEqual(
    expect.arrayContaining([
      "authorization",
      "connection-id",
      "idempotency-key",
      "x-refresh-delivery",
      "x-elevation-token",
      "content-type",
    ]),
  );
  const call = await door.app.inject({
    url: "/healthz",
    headers: { origin: "https://b.example.org" },
  });
  expect(call.headers["access-control-allow-origin"]).toBe("https://b.example.org");
  expect(call.headers["vary"]).toMatch(/origin/i);
});

test("a page of any other site is not told that it may", async () => {
  await using door = await openDoor({ environment: site });
  for (const origin of ["https://evil.example", "null", "https://chat.example.org.evil.example"]) {
    const call = await door.app.inject({ url: "/healthz", headers: { origin } });
    expect(call.headers["access-control-allow-origin"]).toBeUndefined();
    expect(call.headers["access-control-allow-credentials"]).toBeUndefined();
    const preflight = await door.app.inject({
      method: "OPTIONS",
      url: "/v1/auth/refresh-tokens",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
  }
});
