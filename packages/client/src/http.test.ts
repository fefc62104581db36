import { expect, it } from "vitest";
import { refusal } from "../test/fake-calls.ts";
import { alice } from "../test/people.ts";
import { world } from "../test/world.ts";
import { toApiError, type ApiError } from "./api-error.ts";

function set() {
  const all = world();
  all.server.room("general", alice);
  return { ...all, ...all.signedIn(alice).account };
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise;
  } catch (cause) {
    return toApiError(cause);
  }
  throw new Error("The call was expected to fail");
}

it("writes parameters into the path, and only given values into the query", async () => {
  const { server, call } = set();
  server.onCall = () => ({ status: 200, body: {} });
  await call("getRoom", { params: { slug: "a b/c?d" } });
  await call("listRooms", { query: { page: 2, sortBy: "name" } });
  await call("listMessages", { params: { slug: "general" }, query: {} });
  expect(server.requests.map(({ path, query }) => `${path}?${query.toString()}`)).toEqual([
    "/session-room/a%20b%2Fc%3Fd?",
    "/session-room/list?page=2&sortBy=name",
    "/session-room/general/messages?",
  ]);
});

it.each(["", ".", ".."])("does not climb in the path by the name '%s'", async (slug) => {
  const { server, call } = set();
  const error = await failure(call("getRoom", { params: { slug } }));
  expect(error.status).toBe(404);
  expect(server.requests).toHaveLength(0);
});

it("sends the token, the connection id and a key of its own for each call", async () => {
  const { server, call, connectionId } = set();
  const input = { params: { slug: "general" }, body: { lastReadMessageId: "temp_1" } };
  server.onCall = () => ({ status: 200, body: {} });
  await call("markRead", input);
  await call("markRead", input);
  const [one, other] = server.requests.map((each) => each.headers);
  expect(one).toMatchObject({
    authorization: "Bearer access-1",
    "connection-id": connectionId(),
    "x-refresh-delivery": "body",
    "content-type": "application/json",
  });
  expect(one?.["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(other?.["idempotency-key"]).not.toBe(one?.["idempotency-key"]);
});

it("sends the caller's own key, and none where a repetition is honest or a read", async () => {
  const { server, call } = set();
  server.onCall = () => ({ status: 200, body: {} });
  const own = "7c1f7c58-3b0e-4f7e-9c3f-0a2f5f9b7d11";
  await call("createWsTicket", {}, { idempotencyKey: own });
  await call("createWsTicket", {}, { idempotencyKey: "none" });
  await call("getRoom", { params: { slug: "general" } });
  expect(server.requests.map((each) => each.headers["idempotency-key"])).toEqual([
    own,
    undefined,
    undefined,
  ]);
});

it("gives a file as its text, and asks for its kind", async () => {
  const { server, call } = set();
  server.onCall = () => ({ status: 200, body: "1" });
  const orgId = "7c1f7c58-3b0e-4f7e-9c3f-0a2f5f9b7d11";
  expect(await call("exportAudit", { params: { orgId }, query: {} })).toBe("1");
  expect(server.requests[0]?.headers["accept"]).toBe("text/csv; charset=utf-8");
});

it("shows an elevation to the calls that are given one, and to no other", async () => {
  const { server, call } = set();
  server.onCall = () => ({ status: 200, body: {} });
  await call("createWsTicket", {}, { elevation: "of-now" });
  await call("createWsTicket", {});
  expect(server.requests.map((each) => each.headers["x-elevation-token"])).toEqual([
    "of-now",
    undefined,
  ]);
});

it("gives the server's envelope as the error", async () => {
  const { server, call } = set();
  const details = { retryAfterMs: 1500 };
  server.onCall = () => ({
    status: 429,
    body: { code: "RATE_LIMITED", message: "Too many requests.", status: 429, details },
  });
  const error = await failure(call("getRoom", { params: { slug: "general" } }));
  expect(error).toMatchObject({
    code: "RATE_LIMITED",
    message: "Too many requests.",
    status: 429,
    details,
    retryable: true,
    retryAfterMs: 1500,
  });
});

it.each([
  [404, "Not Found", false],
  [418, "I'm a Teapot", false],
  [502, "Bad Gateway", true],
  [599, "Generic Error", false],
])("calls an answer %d without an envelope %s", async (status, message, retryable) => {
  const { server, call } = set();
  server.onCall = () => ({ status, body: "<html>" });
  const error = await failure(call("getRoom", { params: { slug: "general" } }));
  expect(error).toMatchObject({ code: "UNKNOWN_ERROR", message, status, retryable });
});

it("does not take a limit of a day for something that passes by itself", async () => {
  const { server, call } = set();
  server.onCall = () => refusal(429, "ROOM_LIMIT_REACHED");
  const error = await failure(call("getRoom", { params: { slug: "general" } }));
  expect(error.retryable).toBe(false);
});

it("knows no more than 'An error occurred' of something that says nothing", () => {
  expect(toApiError(new Error(""))).toMatchObject({
    code: "UNKNOWN_ERROR",
    message: "An error occurred",
  });
  expect(toApiError("text")).toMatchObject({ code: "UNKNOWN_ERROR" });
});

it("calls a request that found nobody a lost connection, after a read was tried once more", async () => {
  const { server, time, call } = set();
  server.isDown = true;
  const lost = { code: "CONNECTION_LOST", message: "Connection lost", status: 0, retryable: true };
  const read = failure(call("getMe", {}));
  await time.advance(400);
  expect(await read).toMatchObject(lost);
  expect(await failure(call("createWsTicket", {}))).toMatchObject(lost);
});

it("asks a read again whose connection ended under it, and nothing else", async () => {
  const { server, time, call } = set();
  server.isDown = true;
  server.onCall = () => ({ status: 200, body: { slug: "general" } });
  const read = call("getRoom", { params: { slug: "general" } });
  await time.advance(10);
  server.isDown = false;
  await time.advance(400);
  expect(await read).toEqual({ slug: "general" });
});

it("does not take somebody's page for an answer", async () => {
  const { server, call } = set();
  server.onCall = () => ({ status: 200, body: "<html>Please sign in to this network" });
  const error = await failure(call("getRoom", { params: { slug: "general" } }));
  expect(error.code).toBe("CONNECTION_LOST");
});

it("gives up a request that is not answered", async () => {
  const { server, time, call } = set();
  server.onCall = () => new Promise(() => {});
  const answered = failure(call("getRoom", { params: { slug: "general" } }));
  await time.advance(30_000);
  expect(await answered).toMatchObject({ code: "TIMEOUT", retryable: true });
});

it("says that a request was aborted when its caller wants it no more", async () => {
  const { server, call } = set();
  server.onCall = () => new Promise(() => {});
  const controller = new AbortController();
  const { signal } = controller;
  const answered = failure(call("getRoom", { params: { slug: "general" } }, { signal }));
  controller.abort();
  expect(await answered).toMatchObject({ code: "REQUEST_ABORTED", message: "Request aborted" });
  const late = failure(call("getRoom", { params: { slug: "general" } }, { signal }));
  expect(await late).toMatchObject({ code: "REQUEST_ABORTED" });
});

it("reads no body where the contract has none", async () => {
  const { call } = set();
  await expect(call("logout", { body: {} })).resolves.toBeUndefined();
});

it("asks again where a server that is stopping refused, and shows it only when that does not end", async () => {
  const { server, time, call } = set();
  let refusals = 2;
  server.onCall = () => {
    refusals -= 1;
    return refusals < 0
      ? { status: 200, body: { results: [] } }
      : { status: 503, body: { code: "DRAINING", message: "", details: { retryAfterMs: 400 } } };
  };
  const body = { sessionRoomSlugs: ["general"] };
  const asked = call("createOrJoinRooms", { body });
  await time.advance(799);
  expect(server.requests).toHaveLength(2);
  await time.advance(1);
  expect(await asked).toEqual({ results: [] });
  refusals = 100;
  const refused = failure(call("createOrJoinRooms", { body }));
  await time.advance(10_000);
  expect(await refused).toMatchObject({ code: "DRAINING", retryable: true });
  expect(server.requests).toHaveLength(3 + 6);
  const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
  // The server that answers at last may have begun one of the tries before.
  expect([new Set(keys.slice(0, 3)).size, new Set(keys.slice(3)).size]).toEqual([1, 1]);
});
