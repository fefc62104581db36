import { createConnection } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { connect, open, TestClient, toPath } from "#test/realtime/test-client.ts";
import { people, range, TestNodes, type TestNode } from "#test/realtime/test-node.ts";

const nodes = new TestNodes();

afterEach(() => nodes.stop());

const ORIGIN = "Origin: https://chat.example.org";
const alice = people.alice.userId;

interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: unknown;
}

function toHandshake(path: string, headers: readonly string[] = [ORIGIN]): string {
  return [
    `GET ${path} HTTP/1.1`,
    "Host: chat.example.org",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ...headers,
    "\r\n",
  ].join("\r\n");
}

/** An upgrade in plain bytes; answers with what came back until the server closed. */
async function upgrade(
  { port }: TestNode,
  path: string,
  headers?: readonly string[],
): Promise<Answer> {
  const socket = createConnection(port, "127.0.0.1");
  socket.write(toHandshake(path, headers));
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  const status = Number(head.split(" ")[1]);
  return { status, head, body: body === "" ? undefined : JSON.parse(body) };
}

/** Of an upgrade that a proxy brings from this address. */
function from(address: string) {
  const headers = {
    origin: "https://chat.example.org",
    "x-forwarded-for": `10.9.9.9, ${address}`,
  };
  return { options: { headers } };
}

const good = toPath({ accessToken: "token-alice", userId: alice, connectionId: "tab" });

describe("an upgrade", () => {
  test("is refused with a status and the envelope, and the connection is closed", async () => {
    const node = await nodes.start();
    const cases: readonly (readonly [string, readonly string[], number, string])[] = [
      [toPath({ userId: alice }), [ORIGIN], 401, "UNAUTHORIZED"],
      [toPath({ accessToken: "forged" }), [ORIGIN], 401, "UNAUTHORIZED"],
      [toPath({ accessToken: "wst_nobody" }), [ORIGIN], 401, "UNAUTHORIZED"],
      [toPath({ accessToken: "down-x" }), [ORIGIN], 503, "DB_UNAVAILABLE"],
      [good.replace(alice, people.bob.userId), [ORIGIN], 401, "UNAUTHORIZED"],
      [good, [], 403, "ORIGIN_NOT_ALLOWED"],
      [good, ["Origin: https://evil.example"], 403, "ORIGIN_NOT_ALLOWED"],
      [good, ["Origin: null"], 403, "ORIGIN_NOT_ALLOWED"],
      [good, ["Origin: http://chat.example.org"], 403, "ORIGIN_NOT_ALLOWED"],
      [`${good}${"x".repeat(200)}`, [ORIGIN], 400, "BAD_REQUEST"],
      ["/v1/elsewhere", [ORIGIN], 404, "NOT_FOUND"],
      ["//", [ORIGIN], 400, "BAD_REQUEST"],
    ];
    for (const [path, headers, status, code] of cases) {
      const answer = await upgrade(node, path, headers);
      expect({ path, ...answer }).toMatchObject({ status, body: { status, code, details: {} } });
      expect(answer.head).toContain("Connection: close");
      expect(answer.head).toContain("application/json");
      expect(answer.head).toContain("X-Content-Type-Options: nosniff");
    }
    expect(node.metrics.open).toBe(0);
  });

  test("whose check breaks shows nothing of the cause", async () => {
    const node = await nodes.start();
    const answer = await upgrade(node, toPath({ accessToken: "broken-x" }));
    expect(answer).toMatchObject({ status: 500, body: { code: "UNKNOWN_ERROR" } });
    expect(JSON.stringify(answer.body)).not.toContain("secret cause");
  });

  test("that is no websocket handshake is refused the same way", async () => {
    const node = await nodes.start();
    const answer = await upgrade(node, good, [ORIGIN, "Sec-WebSocket-Protocol: ,,"]);
    expect(answer).toMatchObject({ status: 400, body: { code: "BAD_REQUEST" } });
  });

  test("takes a ticket once", async () => {
    const node = await nodes.start();
    const client = await connect(node, "alice", { token: "wst_alice" });
    await client.fence();
    await expect(open(node, "alice", { token: "wst_alice" })).rejects.toThrow("401");
  });

  test("of a program without an origin is taken with an Authorization header", async () => {
    const node = await nodes.start();
    const headers = { authorization: "Bearer token-alice" };
    const query = { accessToken: "" };
    const client = await connect(node, "alice", { query, options: { headers } });
    await client.fence();
    const forged = { authorization: "Bearer forged" };
    await expect(open(node, "alice", { options: { headers: forged } })).rejects.toThrow("401");
  });

  test("on a loopback address is taken under each of its names, on the same port only", async () => {
    const node = await nodes.start({ publicUrl: "http://localhost:4000" });
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      const headers = { origin: `http://${host}:4000` };
      await (await connect(node, "alice", { options: { headers } })).fence();
    }
    const headers = { origin: "http://127.0.0.1:4001" };
    await expect(open(node, "alice", { options: { headers } })).rejects.toThrow("403");
  });

  test("is counted by address until it is authenticated", async () => {
    const node = await nodes.start({ settings: { socketsUnauthenticated: 2 } });
    const waiting = [await open(node, "alice"), await open(node, "alice")];
    await expect(open(node, "alice")).rejects.toThrow("429");
    waiting[0]?.send({ type: "CLIENT_MULTI_ROOM_AUTH", requestId: "a" });
    await waiting[0]?.reply("a");
    const third = await open(node, "alice");
    await expect(open(node, "alice")).rejects.toThrow("429");
    third.ws.close();
    await third.closed;
    await connect(node, "alice");
  });

  test("from a trusted proxy is counted by the address that the proxy names", async () => {
    const settings = { socketsUnauthenticated: 1, trustProxy: ["loopback"] };
    const node = await nodes.start({ settings });
    await open(node, "alice", from("203.0.113.1"));
    await open(node, "alice", from("203.0.113.2"));
    await expect(open(node, "alice", from("203.0.113.1"))).rejects.toThrow("429");
  });

  test("of one network of IPv6 is counted as of one address", async () => {
    const settings = { socketsUnauthenticated: 1, trustProxy: ["loopback"] };
    const node = await nodes.start({ settings });
    await open(node, "alice", from("2001:db8:1:2::1"));
    await expect(open(node, "alice", from("2001:db8:1:2::9"))).rejects.toThrow("429");
    await open(node, "alice", from("2001:db8:1:3::1"));
  });

  test("with a wrong token counts for its address, which is then refused; a right one is taken all the same", async () => {
    const settings = { apiRateAnonymous: 2, trustProxy: ["loopback"] };
    const node = await nodes.start({ settings });
    const wrong = { query: { accessToken: "forged" } };
    const [here, there] = [from("203.0.113.1"), from("203.0.113.2")];
    for (let times = 0; times < 5; times += 1) await connect(node, "alice", here);
    for (const status of ["401", "401", "429", "429"])
      await expect(open(node, "alice", { ...here, ...wrong })).rejects.toThrow(status);
    await connect(node, "alice", here);
    await expect(open(node, "alice", { ...there, ...wrong })).rejects.toThrow("401");
    node.clock.advance(30_000);
    await expect(open(node, "alice", { ...here, ...wrong })).rejects.toThrow("401");
  });

  test("is looked up one at a time for an address that showed too many wrong tokens", async () => {
    const tries = { open: 0, most: 0, all: 0 };
    const byAccessToken = async (): Promise<Actor> => {
      tries.most = Math.max(tries.most, ++tries.open);
      tries.all += 1;
      await setImmediate();
      tries.open -= 1;
      throw new AppError("UNAUTHORIZED");
    };
    const settings = { apiRateAnonymous: 1, socketsUnauthenticated: 5 };
    const node = await nodes.start({ settings, byAccessToken });
    const five = () => Promise.allSettled(range(1, 5).map(() => upgrade(node, good)));
    await five();
    tries.most = 0;
    await five();
    expect(tries).toEqual({ open: 0, most: 1, all: 10 });
  });

  test("that is given up counts until its token was looked up", async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<never>();
    const byAccessToken = (): Promise<Actor> => {
      asked.resolve();
      return answered.promise;
    };
    const settings = { socketsUnauthenticated: 1 };
    const node = await nodes.start({ settings, byAccessToken });
    const given = createConnection(node.port, "127.0.0.1");
    given.write(toHandshake(good));
    await asked.promise;
    given.resetAndDestroy();
    // By the time of a second answer the server knows of it.
    for (let times = 0; times < 2; times += 1) await upgrade(node, "/v1/elsewhere");
    expect(await upgrade(node, good)).toMatchObject({ body: { code: "SOCKET_LIMIT_REACHED" } });
    answered.reject(new AppError("UNAUTHORIZED"));
    await expect.poll(async () => (await upgrade(node, good)).status).toBe(401);
  });

  test("from this machine is not counted under dev delivery", async () => {
    const settings = { socketsUnauthenticated: 1, otpDelivery: "dev" } as const;
    const node = await nodes.start({ settings, publicUrl: "http://localhost:4000" });
    const origin = "http://localhost:4000";
    const by = (headers: Record<string, string>) =>
      open(node, "alice", { options: { headers: { origin, ...headers } } });
    await Promise.all([by({}), by({}), by({})]);
    expect(node.metrics.open).toBe(3);
    const proxied = { "x-forwarded-for": "127.0.0.1" };
    await by(proxied);
    for (const headers of [proxied, { origin: "https://intranet.example.org" }])
      await expect(by(headers)).rejects.toThrow("429");
  });

  test("beyond the sockets of a person is told over the socket and closed", async () => {
    const node = await nodes.start({ settings: { socketsPerPerson: 2 } });
    const first = await connect(node, "alice");
    await connect(node, "alice");
    const third = await open(node, "alice");
    expect(await third.closed).toEqual({ code: 1013, reason: "SOCKET_LIMIT_REACHED" });
    const details = { retryAfterMs: 10_000 };
    expect(third.frames).toMatchObject([
      { code: "SOCKET_LIMIT_REACHED", retryable: false, details },
    ]);
    await connect(node, "bob");
    first.ws.close();
    await first.closed;
    await connect(node, "alice");
  });

  test("that is given up in the middle leaves nothing behind", async () => {
    const node = await nodes.start({ settings: { socketsUnauthenticated: 1 } });
    const socket = createConnection(node.port, "127.0.0.1");
    await new Promise((resolve) => {
      socket.once("connect", resolve);
    });
    socket.write(
      `GET ${good} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`,
    );
    socket.resetAndDestroy();
    const client = await connect(node, "alice");
    expect(client).toBeInstanceOf(TestClient);
  });
});
