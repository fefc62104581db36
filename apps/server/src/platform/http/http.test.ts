import { describe, expect, test } from "vitest";
import { asAlice, openDoor } from "#test/door.ts";
import { AppError } from "../app-error.ts";
import { requireSameOrigin } from "./origins.ts";

const asJson = { ...asAlice, "content-type": "application/json" };
const unread = {
  sessionRoomSlug: "general",
  unreadCount: 0,
  mentionCount: 0,
  lastReadAt: null,
  readMsgNo: 0,
};
const markRead = { method: "POST", url: "/v1/multi-room-chat/mark-read/general" } as const;
const messageId = "0199aaaa-0000-7000-8000-00000000000f";

describe("input", () => {
  test("a handler gets parsed parts, defaults filled, and the actor", async () => {
    const seen: unknown[] = [];
    await using door = await openDoor({
      handlers: {
        listRooms: async ({ query }, { actor }) => {
          seen.push(query, actor.fullName);
          return { results: [], page: 1, limit: 20, totalPages: 0, totalResults: 0 };
        },
      },
    });
    const reply = await door.app.inject({ url: "/v1/session-room/list?page=2", headers: asAlice });
    expect(reply.statusCode).toBe(200);
    expect(seen).toEqual([
      { page: 2, limit: 20, sortBy: "name", sortOrder: "asc", status: "ACTIVE" },
      "Alice",
    ]);
  });

  test.each(["0x10", "0b1", "1e1", "+5", "%205", "5.0", "", "five", "5&limit=6"])(
    "limit=%s is no number",
    async (limit) => {
      await using door = await openDoor({
        handlers: { listRooms: () => Promise.reject(new Error("unreachable")) },
      });
      const url = `/v1/session-room/list?limit=${limit}`;
      const reply = await door.app.inject({ url, headers: asAlice });
      expect(reply.json()).toMatchObject({
        code: "VALIDATION_ERROR",
        details: { fields: [{ path: "limit", code: "type" }] },
      });
    },
  );

  test("unknown fields, wrong types and missing fields are named one by one", async () => {
    await using door = await openDoor({ handlers: { markRead: async () => unread } });
    const payload = { lastReadMessageId: 7, colour: "red" };
    const reply = await door.app.inject({ ...markRead, headers: asJson, payload });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      code: "VALIDATION_ERROR",
      status: 400,
      details: {
        fields: [
          { path: "lastReadMessageId", code: "type" },
          { path: "colour", code: "unknownField" },
        ],
      },
    });
  });

  test("thousands of them get a short answer, and are not looked at one by one", async () => {
    await using door = await openDoor({ handlers: { markRead: async () => unread } });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${"k".repeat(200)}${at}`, 1]));
    const answer = async (payload: object) => {
      const reply = await door.app.inject({ ...markRead, headers: asJson, payload });
      expect(reply.statusCode).toBe(400);
      return reply.json<{ readonly details: { readonly fields: readonly { path: string }[] } }>();
    };
    const { fields } = (await answer(many(500))).details;
    expect(fields).toHaveLength(20);
    expect(fields.every(({ path }) => path.length <= 100)).toBe(true);
    expect((await answer(many(1_001))).details.fields).toMatchObject([
      { path: "", code: "tooLong" },
    ]);
  });

  test("a body of too many parts is refused before it is parsed, a text full of commas is not", async () => {
    await using door = await openDoor({ handlers: { markRead: async () => unread } });
    const answer = (payload: string) => door.app.inject({ ...markRead, headers: asJson, payload });
    for (const piece of ["[", '{"a":', "{},", '"",'])
      expect((await answer(`[${piece.repeat(1_001)}`)).json()).toMatchObject({
        code: "VALIDATION_ERROR",
        details: { fields: [{ path: "", code: "tooLong" }] },
      });
    const text = JSON.stringify({ lastReadMessageId: '\\",[{'.repeat(2_000) });
    expect((await answer(text)).json()).toMatchObject({
      details: {
        fields: [
          { path: "lastReadMessageId", code: "tooLong" },
          { path: "lastReadMessageId", code: "format" },
        ],
      },
    });
  });

  test("a field with a code of its own is answered with it", async () => {
    await using door = await openDoor({
      handlers: { sendOtp: () => Promise.reject(new Error("unreachable")) },
    });
    const reply = await door.app.inject({
      method: "POST",
      url: "/v1/identifier/send-otp",
      payload: { identifier: "  " },
    });
    expect(reply.json()).toMatchObject({ code: "IDENTIFIER_REQUIRED", status: 400 });
  });

  test("a body where none is declared is refused, an empty object is not", async () => {
    const ticket = { ticket: "wst_x", expires: "2099-01-01T00:00:00.000Z" };
    await using door = await openDoor({ handlers: { createWsTicket: async () => ticket } });
    const call = { method: "POST", url: "/v1/auth/ws-ticket", headers: asJson } as const;
    expect((await door.app.inject({ ...call, payload: "{}" })).statusCode).toBe(200);
    expect((await door.app.inject({ ...call, payload: "" })).statusCode).toBe(200);
    expect((await door.app.inject({ ...call, payload: '{"a":1}' })).json()).toMatchObject({
      details: { fields: [{ path: "a", code: "unknownField" }] },
    });
    expect((await door.app.inject({ ...call, payload: "[]" })).statusCode).toBe(400);
  });

  test("a path that can name nothing is not found, of its kind", async () => {
    await using door = await openDoor({
      handlers: { getRoom: () => Promise.reject(new Error("unreachable")) },
    });
    for (const slug of ["a%00b", "x".repeat(300), "x".repeat(12_000)]) {
      const reply = await door.app.inject({ url: `/v1/session-room/${slug}`, headers: asAlice });
      expect(reply.json()).toMatchObject({ code: "ROOM_NOT_FOUND", status: 404 });
    }
  });

  test.each([
    ["GET", "/v1/auth/validate-org-invitation/:code"],
    ["GET", "/v1/session-room/:slug/exists"],
    ["POST", "/v1/session-room/:slug/validate"],
  ] as const)(
    "a call that answers for whatever is named refuses what can name nothing: %s %s",
    async (method, path) => {
      const unreachable = () => Promise.reject(new Error("unreachable"));
      const handlers = {
        validateInvitation: unreachable,
        findRoom: unreachable,
        validateRoom: unreachable,
      };
      await using door = await openDoor({ handlers });
      for (const name of ["a%00b", "x".repeat(600), "x".repeat(12_000), "%E0%A4%A"]) {
        const url = path.replace(/:\w+/, name);
        const reply = await door.app.inject({ method, url, headers: asAlice });
        expect(reply.json()).toMatchObject({ code: "BAD_REQUEST", status: 400 });
        expect(reply.headers["x-content-type-options"]).toBe("nosniff");
      }
    },
  );
});

describe("order of checks", () => {
  test("who comes before form, form before absence", async () => {
    await using door = await openDoor({ handlers: { markRead: async () => unread } });
    const nowhere = { method: "POST", url: `/v1/multi-room-chat/mark-read/${"x".repeat(300)}` };
    const call = { ...nowhere, payload: { lastReadMessageId: 7 } } as const;
    expect((await door.app.inject({ ...call, method: "POST" })).json()).toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect(
      (await door.app.inject({ ...call, method: "POST", headers: asAlice })).json(),
    ).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(
      (
        await door.app.inject({
          ...call,
          method: "POST",
          headers: asAlice,
          payload: { lastReadMessageId: messageId },
        })
      ).json(),
    ).toMatchObject({ code: "ROOM_NOT_FOUND" });
  });

  test("the limit of a person is heard after the form was judged, and far above it at once", async () => {
    await using door = await openDoor({
      environment: { API_RATE: "2" },
      handlers: { markRead: async () => unread },
    });
    const call = { ...markRead, headers: asJson };
    const good = { lastReadMessageId: messageId };
    const statuses: number[] = [];
    for (const payload of [good, good, {}, good, {}])
      statuses.push((await door.app.inject({ ...call, payload })).statusCode);
    expect(statuses).toEqual([200, 200, 400, 429, 429]);
    const refused = await door.app.inject({ ...call, payload: good });
    expect(refused.json()).toMatchObject({ code: "RATE_LIMITED", details: { limit: 2 } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(refused.json<{ message: string }>().message).toMatch(/try again in \d+ seconds/);
  });

  test("strangers are limited by address; this machine is not while codes are shown on the page", async () => {
    await using door = await openDoor({
      environment: {
        API_RATE_ANONYMOUS: "1",
        TRUST_PROXY: "loopback",
        ALLOW_DEV_OTP: "i-understand",
      },
      handlers: { logout: async () => undefined },
    });
    const call = { method: "POST", url: "/v1/auth/logout", payload: {} } as const;
    const from = async (address: string) =>
      (await door.app.inject({ ...call, headers: { "x-forwarded-for": address } })).statusCode;
    expect(await from("203.0.113.7")).toBe(204);
    expect(await from("203.0.113.7")).toBe(429);
    expect(await from("203.0.113.8")).toBe(204);
    // One network of IPv6 is one caller.
    expect(await from("2001:db8:1:2::1")).toBe(204);
    expect(await from("2001:db8:1:2::9")).toBe(429);
    for (let calls = 0; calls < 5; calls += 1)
      expect((await door.app.inject(call)).statusCode).toBe(204);
  });

  test("an address is not forgotten for the addresses of others", async () => {
    await using door = await openDoor({
      environment: { API_RATE_ANONYMOUS: "1" },
      handlers: { logout: async () => undefined },
    });
    const call = { method: "POST", url: "/v1/auth/logout", payload: {} } as const;
    const from = async (remoteAddress: string) =>
      (await door.app.inject({ ...call, remoteAddress })).statusCode;
    expect(await from("203.0.113.7")).toBe(204);
    for (let other = 0; other < 5_000; other += 1)
      await from(`198.18.${other >> 8}.${other & 255}`);
    expect(await from("203.0.113.7")).toBe(429);
  });

  test.each([
    ["wrong tokens", "forged", 401],
    ["tokens of somebody who lost their workspace", "suspended", 403],
  ])("%s count for their address, right ones do not", async (_, token, status) => {
    await using door = await openDoor({
      environment: { API_RATE_ANONYMOUS: "2" },
      handlers: { markRead: async () => unread, logout: async () => undefined },
    });
    const payload = { lastReadMessageId: messageId };
    const from = async (remoteAddress: string, authorization: string) =>
      (await door.app.inject({ ...markRead, payload, remoteAddress, headers: { authorization } }))
        .statusCode;
    const statuses: number[] = [];
    for (let calls = 0; calls < 5; calls += 1)
      statuses.push(await from("2001:db8:1:2::1", `Bearer ${token}-${calls}`));
    // Who comes before how often, until it is far too often.
    expect(statuses).toEqual([status, status, status, status, 429]);
    expect(await from("2001:db8:1:2::9", "")).toBe(429);
    expect(await from("2001:db8:1:3::1", `Bearer ${token}-0`)).toBe(status);
    expect(await from("2001:db8:1:2::1", asAlice.authorization)).toBe(200);
  });
});

describe("replies", () => {
  test("a field that the contract does not declare never leaves", async () => {
    const card = {
      ...unread,
      secret: "hash",
    };
    await using door = await openDoor({ handlers: { markRead: async () => card } });
    const payload = { lastReadMessageId: messageId };
    const reply = await door.app.inject({ ...markRead, headers: asJson, payload });
    expect(reply.json()).toEqual(unread);
  });

  test("a hot list with an undeclared field is a defect where tests look", async () => {
    const page = { messages: [], hasMore: false, nextCursor: null, headSeq: 0, rows: 3 };
    const handlers = { listMessages: async () => page };
    const call = { url: "/v1/session-room/general/messages", headers: asAlice };
    await using strict = await openDoor({ handlers });
    expect((await strict.app.inject(call)).statusCode).toBe(500);
    expect(strict.lines.text()).toContain("does not declare");
    await using fast = await openDoor({ handlers, isStrict: false });
    expect((await fast.app.inject(call)).statusCode).toBe(200);
  });

  test("204 has no body, and API replies are not stored by caches", async () => {
    await using door = await openDoor({ handlers: { logout: async () => undefined } });
    const reply = await door.app.inject({ method: "POST", url: "/v1/auth/logout", payload: {} });
    expect([reply.statusCode, reply.body, reply.headers["content-type"]]).toEqual([
      204,
      "",
      undefined,
    ]);
    expect(reply.headers["cache-control"]).toBe("no-store");
  });

  test("an undeclared success status is a defect", async () => {
    await using door = await openDoor({
      handlers: {
        logout: async (_input, context) => context.setStatus(202),
      },
    });
    const reply = await door.app.inject({ method: "POST", url: "/v1/auth/logout", payload: {} });
    expect(reply.json()).toMatchObject({ code: "UNKNOWN_ERROR" });
  });
});

describe("errors", () => {
  const roomCall = { url: "/v1/session-room/general", headers: asAlice };
  const failing = (fault: Error) => ({
    handlers: {
      getRoom: () => {
        throw fault;
      },
    },
  });

  test("a refusal leaves as the envelope, with its details", async () => {
    await using door = await openDoor(failing(new AppError("ROOM_NOT_FOUND")));
    const reply = await door.app.inject(roomCall);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      code: "ROOM_NOT_FOUND",
      message: "Not Found - Session room not found",
      status: 404,
      details: {},
    });
  });

  test("anything unexpected shows an id and nothing inside; the log has the cause", async () => {
    await using door = await openDoor(failing(new Error("the shard is on fire")));
    const reply = await door.app.inject({
      ...roomCall,
      headers: { ...asAlice, "x-request-id": "req-12345678" },
    });
    expect(reply.json()).toEqual({
      code: "UNKNOWN_ERROR",
      message: "An error occurred",
      status: 500,
      details: { requestId: "req-12345678" },
    });
    expect(reply.body).not.toMatch(/fire|at .*\.ts/);
    const line = door.lines.entries().find((entry) => entry["requestId"] === "req-12345678");
    expect(line?.["err"]).toMatchObject({ message: "the shard is on fire" });
  });

  test("a database that is away is said so, with when to come again", async () => {
    const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED", syscall: "connect" });
    await using door = await openDoor(failing(away));
    const reply = await door.app.inject(roomCall);
    expect(reply.headers["retry-after"]).toBe("2");
    expect(reply.json()).toMatchObject({
      code: "DB_UNAVAILABLE",
      status: 503,
      details: { retryAfterMs: 2000 },
    });
  });

  test("text that the database cannot hold is the caller's fault, a slow statement is to be tried again", async () => {
    await using bad = await openDoor(failing(Object.assign(new Error("x"), { code: "22021" })));
    expect((await bad.app.inject(roomCall)).json()).toMatchObject({ code: "BAD_REQUEST" });
    await using slow = await openDoor(failing(Object.assign(new Error("x"), { code: "57014" })));
    expect((await slow.app.inject(roomCall)).json()).toMatchObject({
      code: "DB_UNAVAILABLE",
      status: 503,
    });
  });

  test("a code that the endpoint does not declare fails tests and is logged in production", async () => {
    await using strict = await openDoor(failing(new AppError("MESSAGE_DELETED")));
    expect((await strict.app.inject(roomCall)).json()).toMatchObject({ code: "UNKNOWN_ERROR" });
    expect(strict.lines.text()).toContain("getRoom answered MESSAGE_DELETED");
    await using live = await openDoor({
      ...failing(new AppError("MESSAGE_DELETED")),
      isStrict: false,
    });
    expect((await live.app.inject(roomCall)).json()).toMatchObject({ code: "MESSAGE_DELETED" });
    expect(live.lines.text()).toContain("getRoom answered MESSAGE_DELETED");
  });
});

describe("transport", () => {
  test("broken JSON, another content type and a huge body are refused by name", async () => {
    await using door = await openDoor({ handlers: { markRead: async () => unread } });
    const send = async (type: string, payload: string) =>
      (
        await door.app.inject({
          ...markRead,
          headers: { ...asAlice, "content-type": type },
          payload,
        })
      ).json<{ code: string }>().code;
    expect(await send("application/json", '{"lastReadMessageId":')).toBe("MALFORMED_JSON");
    expect(await send("text/plain", "{}")).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await send("application/x-www-form-urlencoded", "a=1")).toBe("UNSUPPORTED_MEDIA_TYPE");
    const huge = await door.app.inject({
      ...markRead,
      headers: asJson,
      payload: JSON.stringify({ lastReadMessageId: "x".repeat(256 * 1024) }),
    });
    expect(huge.json()).toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      status: 413,
      details: { maxBytes: 256 * 1024 },
    });
  });

  test("who takes nothing of an answer for long is let go", async () => {
    await using door = await openDoor();
    // Node asks this of every connection; another one would take forty seconds.
    expect(door.app.server.timeout).toBe(40_000);
  });

  test("an unknown path is not found; a wrong method names the right ones", async () => {
    await using door = await openDoor({
      handlers: {
        getMe: () => Promise.reject(new Error("unreachable")),
        markRead: async () => unread,
      },
    });
    expect((await door.app.inject("/v1/nowhere")).json()).toMatchObject({
      code: "NOT_FOUND",
      message: "Not Found",
    });
    const wrong = await door.app.inject({ method: "DELETE", url: "/v1/user/me?x=1" });
    expect(wrong.json()).toMatchObject({ code: "METHOD_NOT_ALLOWED", status: 405 });
    expect(wrong.headers["allow"]).toBe("GET, HEAD, OPTIONS");
    const options = await door.app.inject({ method: "OPTIONS", url: markRead.url });
    expect([options.statusCode, options.headers["allow"]]).toEqual([204, "POST, OPTIONS"]);
    const patch = await door.app.inject({ method: "PUT", url: markRead.url, payload: {} });
    expect(patch.headers["allow"]).toBe("POST, OPTIONS");
  });

  test("HEAD answers like GET without the body", async () => {
    await using door = await openDoor();
    const head = await door.app.inject({ method: "HEAD", url: "/healthz" });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
  });

  test("every answer has a request id; a usable one of the caller is kept", async () => {
    await using door = await openDoor();
    const own = await door.app.inject("/healthz");
    expect(own.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const given = await door.app.inject({
      url: "/v1/none",
      headers: { "x-request-id": "abc-12345678" },
    });
    expect(given.headers["x-request-id"]).toBe("abc-12345678");
    const forged = await door.app.inject({
      url: "/healthz",
      headers: { "x-request-id": 'x"}\n{"a":1' },
    });
    expect(forged.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-/);
  });

  test.each([
    ["no HTTP", "THIS IS NOT HTTP", 400, "BAD_REQUEST"],
    [
      "an unknown expectation",
      "GET /v1/nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: gold",
      404,
      "NOT_FOUND",
    ],
  ])("what is %s gets the envelope too", async (_, request, status, code) => {
    await using door = await openDoor();
    const address = await door.app.listen({ port: 0, host: "127.0.0.1" });
    const { connect } = await import("node:net");
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(address).port), "127.0.0.1");
      let text = "";
      socket.on("data", (part) => (text += String(part)));
      socket.on("close", () => resolve(text));
      socket.on("error", reject);
      socket.write(`${request}\r\n\r\n`);
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
    expect(answer).toContain(`"code":"${code}"`);
  });
});

describe("draining", () => {
  test("new requests are refused while the process stays visible", async () => {
    await using door = await openDoor({ handlers: { logout: async () => undefined } });
    expect((await door.app.inject("/readyz")).statusCode).toBe(200);
    door.http.drain();
    const refused = await door.app.inject({ method: "POST", url: "/v1/auth/logout", payload: {} });
    expect(refused.json()).toMatchObject({ code: "DRAINING", status: 503 });
    expect(refused.headers["retry-after"]).toBe("1");
    expect((await door.app.inject("/healthz")).statusCode).toBe(200);
    const ready = await door.app.inject("/readyz");
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: "not ready", missing: ["serving"] },
    ]);
  });
});

describe("foreign pages", () => {
  test("a call that a cookie authenticates is refused from another site, and not from a program", async () => {
    await using door = await openDoor({
      environment: {
        ALLOW_DEV_OTP: "i-understand",
        PUBLIC_URL: "https://chat.example.org",
        CORS_ORIGINS: "https://b.example.org",
      },
      handlers: {
        logout: async (_input, context) => requireSameOrigin(context),
      },
    });
    const from = async (origin?: string) =>
      (
        await door.app.inject({
          method: "POST",
          url: "/v1/auth/logout",
          payload: {},
          headers: origin === undefined ? {} : { origin },
        })
      ).statusCode;
    expect(await from()).toBe(204);
    expect(await from("https://chat.example.org")).toBe(204);
    expect(await from("https://b.example.org")).toBe(204);
    for (const origin of [
      "https://evil.example",
      "http://chat.example.org",
      "https://chat.example.org:8443",
      "https://chat.example.org.evil.example",
      "null",
    ])
      expect(await from(origin)).toBe(403);
  });

  test("a server on loopback is at home under each name of loopback, with its port", async () => {
    await using door = await openDoor();
    const address = await door.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = new URL(address);
    expect(door.http.origins.isAllowed(`http://localhost:${port}`)).toBe(true);
    expect(door.http.origins.isAllowed(`http://[::1]:${port}`)).toBe(true);
    expect(door.http.origins.isAllowed("http://localhost:1")).toBe(false);
    expect(door.http.origins.isAllowed(`http://evil.example:${port}`)).toBe(false);
  });
});
