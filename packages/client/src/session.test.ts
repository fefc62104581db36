import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { refusal } from "../test/fake-calls.ts";
import { alice, bob } from "../test/people.ts";
import { browser, world, type Browser, type World } from "../test/world.ts";

const MINUTE = 60_000;

/** Bob signs in where Alice's session has ended; a tab that was frozen meanwhile is told nothing of it. */
function takeOver({ server, signedIn }: World, { values }: Browser): void {
  server.accessTokens.clear();
  server.refreshTokens.clear();
  const his = browser();
  signedIn(bob, his).account.close();
  for (const [key, value] of his.values) values.set(key, value);
}

it("keeps token, refresh token, user and connection id under the keys of the specification", () => {
  const { signedIn } = world();
  const shared = browser();
  const { account } = signedIn(alice, shared);
  expect(account.connectionId()).toBe(shared.values.get("connectionId"));
  expect(shared.values.get("accessToken")).toBe("access-1");
  expect(shared.values.get("refreshToken")).toBe("refresh-1");
  expect(JSON.parse(shared.values.get("user") ?? "")).toEqual(alice);
});

it("refreshes 5 minutes before the end of the token", async () => {
  const { server, time, signedIn } = world();
  const { account } = signedIn(alice);
  await time.advance(55 * MINUTE - 1);
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(0);
  await time.advance(1);
  expect(server.calls("/auth/refresh-tokens").map((each) => each.body)).toEqual([
    { refreshToken: "refresh-1" },
  ]);
  expect(account.tokens.accessToken).toBe("access-2");
});

it("refreshes at once when a page opens with a token inside that time", async () => {
  const { server, time, tab, signedIn } = world();
  const shared = browser();
  const first = signedIn(alice, shared);
  first.account.close();
  await time.advance(56 * MINUTE);
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(0);
  const second = tab(shared);
  await time.advance(0);
  expect(second.account.tokens.accessToken).toBe("access-2");
});

it("refreshes before a call when less than 30 s are left", async () => {
  const { server, time, signedIn } = world();
  const { account } = signedIn(alice);
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? refusal(503, "DB_UNAVAILABLE") : undefined;
  await time.advance(59 * MINUTE + 31_000);
  server.onCall = () => undefined;
  await account.users.me();
  const [last] = server.calls("/user/me");
  expect(last?.headers["authorization"]).not.toBe("Bearer access-1");
});

it("uses a token that is still good while the refresh finds nobody", async () => {
  const { server, time, signedIn } = world();
  const { account } = signedIn(alice);
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? refusal(503, "DB_UNAVAILABLE") : undefined;
  await time.advance(59 * MINUTE + 45_000);
  await expect(account.users.me()).resolves.toEqual(alice);
});

it("asks again for a refresh without an answer while the server still takes the old token", async () => {
  const { server, time, signedIn } = world();
  const { account } = signedIn(alice);
  // The answer is lost: the server has a new token, and tolerates the old one for ten seconds (rules-identity 35).
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? new Promise(() => {}) : undefined;
  await time.advance(55 * MINUTE);
  server.onCall = () => undefined;
  await time.advance(8_000);
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(2);
  expect(account.tokens.accessToken).not.toBe("access-1");
});

it("asks again as soon when there was no network at all before the answer was lost", async () => {
  const { server, time, signedIn } = world();
  const { account } = signedIn(alice);
  server.isDown = true;
  await time.advance(55 * MINUTE);
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? new Promise(() => {}) : undefined;
  server.isDown = false;
  while (server.calls("/auth/refresh-tokens").length === 0) await time.advance(100);
  server.onCall = () => undefined;
  await time.advance(8_000);
  expect(account.tokens.accessToken).not.toBe("access-1");
});

it("waits longer for a server that is slow to refresh", async () => {
  const { server, time, signedIn } = world();
  signedIn(alice);
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? new Promise(() => {}) : undefined;
  await time.advance(55 * MINUTE + 30_000);
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(2);
});

it("is never signed out by the network, and tries again with growing delays", async () => {
  const { server, time, signedIn } = world();
  const { account } = signedIn(alice);
  server.isDown = true;
  await time.advance(70 * MINUTE);
  expect(account.session.getSnapshot().isAuthenticated).toBe(true);
  const tries = server.triedAt.length;
  expect(tries).toBeGreaterThan(10);
  expect(tries).toBeLessThan(100);
  await expect(account.users.me()).rejects.toMatchObject({
    code: "CONNECTION_LOST",
    retryable: true,
  });
  server.isDown = false;
  await time.advance(30_000);
  expect(account.tokens.accessToken).toBe("access-2");
});

it.each([400, 401])("is signed out by a refresh that is answered with %d", async (code) => {
  const { server, time, signedIn } = world();
  const shared = browser();
  const { account } = signedIn(alice, shared);
  for (const key of ["mentionWords", "emojiRecents", "recentSearches"])
    shared.values.set(key, "{}");
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? refusal(code, "REFRESH_TOKEN_INVALID") : undefined;
  await time.advance(55 * MINUTE);
  expect(account.session.getSnapshot()).toEqual({
    isAuthenticated: false,
    user: null,
    endedBy: "server",
  });
  // Drafts stay on the device for the one who comes back, and so do the words in them.
  expect([...shared.values.keys()].toSorted()).toEqual(["connectionId", "mentionWords"]);
});

it.each([403, 429, 500, 503])("is not signed out by a refresh answered with %d", async (code) => {
  const { server, time, signedIn } = world();
  const { account } = signedIn(alice);
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? refusal(code, "UNKNOWN_ERROR") : undefined;
  await time.advance(56 * MINUTE);
  expect(account.session.getSnapshot().isAuthenticated).toBe(true);
});

it("shares one refresh between all that need it, in all tabs", async () => {
  const { server, time, tab, signedIn } = world();
  const shared = browser();
  const first = signedIn(alice, shared);
  const second = tab(shared);
  const third = tab(shared);
  server.accessTokens.clear();
  await Promise.all([first, first, second, second, third].map((each) => each.account.users.me()));
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(1);
  await time.advance(55 * MINUTE);
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(2);
  const tokens = [first, second, third].map((each) => each.account.tokens.accessToken);
  expect(tokens).toEqual(["access-3", "access-3", "access-3"]);
});

it("tries a refused call once more with a new token", async () => {
  const { server, signedIn } = world();
  const { account } = signedIn(alice);
  server.accessTokens.delete("access-1");
  await expect(account.users.me()).resolves.toEqual(alice);
  expect(server.calls("/user/me")).toHaveLength(2);
});

it("removes the stored token when the new one is refused as well", async () => {
  const { server, signedIn } = world();
  const shared = browser();
  const { account } = signedIn(alice, shared);
  server.onCall = ({ path }) => (path === "/user/me" ? refusal(401, "UNAUTHORIZED") : undefined);
  await expect(account.users.me()).rejects.toMatchObject({ status: 401 });
  expect(shared.values.has("accessToken")).toBe(false);
  expect(account.session.getSnapshot().isAuthenticated).toBe(false);
});

it("signs out in all tabs, and on the server with the token of the session", async () => {
  const { server, tab, signedIn } = world();
  const shared = browser();
  const first = signedIn(alice, shared);
  const second = tab(shared);
  shared.values.set("activeOrganizationId", "an organization");
  await first.account.auth.signOut();
  for (const each of [first, second])
    expect(each.account.session.getSnapshot()).toMatchObject({ user: null, endedBy: "sign-out" });
  expect([...shared.values.keys()]).toEqual(["connectionId"]);
  const [logout] = server.calls("/auth/logout");
  expect(logout?.headers["authorization"]).toBe("Bearer access-1");
  expect(logout?.body).toEqual({ everywhere: false, refreshToken: "refresh-1" });
});

it("deletes the account, or nothing, and tells that also where the server ended the session first", async () => {
  const { server, signedIn } = world();
  const shared = browser();
  const { account } = signedIn(alice, shared);
  server.onCall = ({ path }) =>
    path.startsWith("/user/") ? { status: 403, body: { code: "ELEVATION_REQUIRED" } } : undefined;
  await expect(account.auth.deleteAccount("delete", "old")).rejects.toMatchObject({
    code: "ELEVATION_REQUIRED",
  });
  expect(account.session.getSnapshot().isAuthenticated).toBe(true);
  server.onCall = ({ path }) => {
    if (!path.startsWith("/user/")) return undefined;
    account.tokens.refuse("access-1");
    return { status: 204 };
  };
  await account.auth.deleteAccount("delete", "proof");
  expect(account.session.getSnapshot()).toMatchObject({ user: null, endedBy: "deletion" });
  const told = server.calls(`/user/${alice.id}`).at(-1);
  expect(told).toMatchObject({ method: "DELETE", body: { messages: "delete" } });
  expect(told?.headers["x-elevation-token"]).toBe("proof");
});

it("signs out here even when the server cannot be reached", async () => {
  const { server, signedIn } = world();
  const { account } = signedIn(alice);
  server.isDown = true;
  await account.auth.signOut();
  expect(account.session.getSnapshot().isAuthenticated).toBe(false);
});

it("signs out everywhere, or nowhere where the server cannot be told", async () => {
  const { server, signedIn } = world();
  const { account } = signedIn(alice);
  server.isDown = true;
  await expect(account.auth.signOut({ everywhere: true })).rejects.toMatchObject({
    code: "CONNECTION_LOST",
  });
  expect(account.session.getSnapshot().isAuthenticated).toBe(true);
  server.isDown = false;
  await account.auth.signOut({ everywhere: true });
  expect(account.session.getSnapshot().endedBy).toBe("sign-out");
  expect(server.calls("/auth/logout").map((each) => each.body)).toEqual([
    { everywhere: true, refreshToken: "refresh-1" },
  ]);
});

it("does not come back by a refresh that was on its way when the person signed out", async () => {
  const { server, time, signedIn } = world();
  const shared = browser();
  const { account } = signedIn(alice, shared);
  let answer = () => {};
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens"
      ? new Promise((resolve) => {
          answer = () =>
            resolve({ status: 200, body: { user: alice, tokens: server.issueTokens(alice) } });
        })
      : undefined;
  await time.advance(55 * MINUTE);
  await account.auth.signOut();
  answer();
  await time.settle();
  expect(account.session.getSnapshot().isAuthenticated).toBe(false);
  expect(shared.values.has("accessToken")).toBe(false);
});

it("follows a sign-in of another tab, also as somebody else", async () => {
  const { server, tab, signedIn } = world();
  const shared = browser();
  const follower = tab(shared);
  expect(follower.account.session.getSnapshot().isAuthenticated).toBe(false);
  const leader = signedIn(alice, shared);
  expect(follower.account.session.getSnapshot().user).toEqual(alice);
  // Never the one person with the token of the other.
  follower.account.session.subscribe(() => {
    const token = follower.account.tokens.accessToken ?? "";
    expect(follower.account.session.getSnapshot().user).toEqual(server.accessTokens.get(token));
  });
  leader.account.tokens.begin({ user: bob, tokens: server.issueTokens(bob) });
  expect(follower.account.session.getSnapshot().user).toEqual(bob);
  await expect(follower.account.users.me()).resolves.toEqual(bob);
});

it.each([
  ["has run out", 59 * MINUTE + 45_000],
  ["is refused", 5 * MINUTE],
])("never sends in the name of another what one began whose token %s", async (_, afterMs) => {
  const all = world();
  const { server, time, signedIn } = all;
  const shared = browser();
  const room = server.room("general", alice, bob);
  const { account } = signedIn(alice, shared);
  // The refresh that was due did not come through before the tab was frozen.
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? refusal(503, "DB_UNAVAILABLE") : undefined;
  await time.advance(afterMs);
  server.onCall = () => undefined;
  takeOver(all, shared);
  const body = { clientMessageId: "temp_1", content: "hers", type: "text" as const, metadata: {} };
  const sending = account.call("sendMessage", { params: { slug: "general" }, body });
  await expect(sending).rejects.toMatchObject({ status: 401 });
  await time.advance(MINUTE);
  expect(room.messages()).toEqual([]);
  expect(account.session.getSnapshot()).toMatchObject({ isAuthenticated: true, user: bob });
  await expect(account.users.me()).resolves.toEqual(bob);
});

it("does not repeat in the name of another what was refused when they had signed in", async () => {
  const { server, signedIn } = world();
  const shared = browser();
  const { account } = signedIn(alice, shared);
  server.onCall = ({ path }) => {
    if (path !== "/user/me") return undefined;
    // In another tab, while the call is on its way.
    signedIn(bob, shared);
    return refusal(401, "UNAUTHORIZED");
  };
  await expect(account.users.me()).rejects.toMatchObject({ status: 401 });
  expect(server.calls("/user/me")).toHaveLength(1);
  expect(account.session.getSnapshot()).toMatchObject({ isAuthenticated: true, user: bob });
});

it("shows a changed profile in all tabs", async () => {
  const { server, tab, signedIn } = world();
  const shared = browser();
  const first = signedIn(alice, shared);
  const second = tab(shared);
  const renamed = { ...alice, fullName: "Alice Renamed" };
  server.onCall = ({ method, path }) =>
    method === "PATCH" && path === "/user/me" ? { status: 200, body: renamed } : undefined;
  await first.account.users.update({ fullName: renamed.fullName });
  expect(second.account.session.getSnapshot().user?.fullName).toBe("Alice Renamed");
});

it("does not refresh without end when the clock of the device is hours ahead", async () => {
  const { server, time, signedIn } = world();
  server.tokenLifeMs = -2 * 3_600_000;
  const { account } = signedIn(alice);
  await Promise.all([account.users.me(), account.users.me()]);
  await time.advance(10 * MINUTE);
  expect(server.calls("/auth/refresh-tokens").length).toBeLessThanOrEqual(20);
});

it("takes the server's clock for the end of a token, once it has heard it", async () => {
  const { server, time, signedIn } = world();
  const { account } = signedIn(alice);
  await account.users.me();
  const ahead = time.now() + 3_600_000;
  account.tokens.noteServerTime(ahead);
  const expires = new Date(ahead + 3_600_000).toISOString();
  const { refresh } = server.issueTokens(alice);
  account.tokens.begin({
    user: alice,
    tokens: { access: { token: "by its clock", expires }, refresh },
  });
  await time.advance(55 * MINUTE - 1);
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(0);
  await time.advance(1);
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(1);
});

it("says who is missing when nobody is signed in", async () => {
  const { tab } = world();
  const { account, chat } = tab(browser());
  await expect(account.users.me()).rejects.toThrow("User is not authenticated");
  await expect(account.users.update({})).rejects.toThrow("User is not authenticated");
  await expect(chat.messages.send(toRoomId("general"), "hello")).rejects.toThrow(
    "Not authenticated",
  );
});
