import { expect, test } from "vitest";
import { foreignHosts, localHosts, openDoor, proxied } from "#test/door.ts";

test("ready means that everything it needs is up; what is missing is named", async () => {
  let isUp = true;
  await using door = await openDoor({ ready: { database: async () => isUp, bus: () => true } });
  expect((await door.app.inject("/readyz")).json()).toEqual({ status: "ready" });
  isUp = false;
  door.clock.advance(1_000);
  const missing = await door.app.inject("/readyz");
  expect([missing.statusCode, missing.json()]).toEqual([
    503,
    { status: "not ready", missing: ["database"] },
  ]);
  expect((await door.app.inject("/healthz")).json()).toEqual({ status: "ok" });
});

test("all who ask within a second hear one verdict", async () => {
  let probes = 0;
  const held = Promise.withResolvers<boolean>();
  const database = () => ((probes += 1), held.promise);
  await using door = await openDoor({ ready: { database } });
  const ask = async () => (await door.app.inject("/readyz")).statusCode;
  const asked = [ask(), ask(), ask()];
  await expect.poll(() => probes).toBe(1);
  held.resolve(true);
  expect(await Promise.all(asked)).toEqual([200, 200, 200]);
  door.clock.advance(999);
  expect([await ask(), probes]).toEqual([200, 1]);
  door.clock.advance(1);
  expect([await ask(), probes]).toEqual([200, 2]);
});

test("a check that throws has failed", async () => {
  await using door = await openDoor({
    ready: {
      database: () => {
        throw new Error("no socket");
      },
    },
  });
  expect((await door.app.inject("/readyz")).statusCode).toBe(503);
});

test("metrics are for this machine, and for others only with the token", async () => {
  const token = "0a64fe0c1bbf4f53b1d6";
  await using door = await openDoor({ environment: { METRICS_TOKEN: token } });
  const metrics = async (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
    (await door.app.inject({ url: "/metrics", headers, remoteAddress })).statusCode;
  expect(await metrics({})).toBe(200);
  expect(await metrics({}, "203.0.113.7")).toBe(401);
  expect(await metrics({ authorization: `Bearer ${token}` }, "203.0.113.7")).toBe(200);
  expect(await metrics({ authorization: "Bearer another" }, "203.0.113.7")).toBe(401);
  // Behind a proxy of this machine everybody looks local, and so does a foreign name that points here.
  for (const headers of [...proxied, ...foreignHosts]) expect(await metrics(headers)).toBe(401);
  for (const host of localHosts) expect(await metrics({ host })).toBe(200);
});

test("metrics of a server with a public address are only for the token: a bare proxy of this machine looks local", async () => {
  const token = "0a64fe0c1bbf4f53b1d6";
  const environment = {
    METRICS_TOKEN: token,
    PUBLIC_URL: "https://chat.example.org",
    ALLOW_DEV_OTP: "i-understand",
  };
  await using door = await openDoor({ environment });
  const metrics = async (headers: Record<string, string>) =>
    (await door.app.inject({ url: "/metrics", headers })).statusCode;
  for (const host of localHosts) expect(await metrics({ host })).toBe(401);
  expect(await metrics({ authorization: `Bearer ${token}` })).toBe(200);
});

test("requests are timed by endpoint and never by path", async () => {
  await using door = await openDoor({
    handlers: {
      getRoom: () => {
        throw new Error("unreachable");
      },
    },
  });
  await door.app.inject("/v1/session-room/secret-plans");
  const { body, headers } = await door.app.inject("/metrics");
  expect(headers["content-type"]).toMatch(/^text\/plain/);
  expect(body).toMatch(/colbin_http_request_seconds_count\{endpoint="getRoom",status="4xx"\} 1/);
  expect(body).toContain("nodejs_eventloop_lag");
  expect(body).toMatch(/colbin_http_requests_in_flight 1/);
  expect(body).not.toContain("secret-plans");
});
