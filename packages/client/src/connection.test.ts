import { expect, it } from "vitest";
import { alice } from "../test/people.ts";
import { refuse } from "../test/fake-frames.ts";
import { refusal } from "../test/fake-calls.ts";
import { world, type Tab } from "../test/world.ts";

function status({ chat }: Tab) {
  const { connectionStatus, connectionError } = chat.store.getSnapshot();
  return { status: connectionStatus, error: connectionError };
}

it("is disconnected until it is asked to connect, and connected after ticket and authentication", async () => {
  const { server, time, signedIn } = world();
  const tab = signedIn(alice);
  expect(status(tab)).toEqual({ status: "disconnected", error: null });
  tab.chat.connection.connect();
  expect(status(tab).status).toBe("connecting");
  await time.settle();
  expect(status(tab)).toEqual({ status: "connected", error: null });
  const url = new URL(server.open[0]?.url ?? "", "http://colbin.test");
  expect(url.pathname).toBe("/v1/multi-room-chat/ws");
  expect(url.searchParams.get("accessToken")).toMatch(/^wst_/);
  expect(url.searchParams.get("userId")).toBe(alice.id);
  expect(url.searchParams.get("connectionId")).toBe(tab.account.connectionId());
});

it("goes to disconnected on an intentional end and does not try again", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  tab.chat.connection.disconnect();
  expect(status(tab)).toEqual({ status: "disconnected", error: null });
  expect(server.open).toHaveLength(0);
  await time.advance(300_000);
  expect(server.sockets).toHaveLength(1);
});

it("answers an unexpected close with reconnecting, and the next connection clears the error", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.cutAll();
  expect(status(tab)).toEqual({ status: "reconnecting", error: "Connection lost" });
  await time.advance(500);
  expect(status(tab)).toEqual({ status: "connected", error: null });
});

it("knows the web app of the server as of the last connection", async () => {
  const { server, time, connected } = world();
  const { chat } = await connected(alice);
  expect(chat.store.getSnapshot().webBuild).toBe("build-1");
  server.webBuild = "build-2";
  server.cutAll();
  await time.advance(500);
  expect(chat.store.getSnapshot().webBuild).toBe("build-2");
});

it("tries ten times with delays that grow by half up to 30 s, then says that it cannot", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.isDown = true;
  server.triedAt.length = 0;
  const start = time.now();
  server.cutAll();
  await time.advance(60_000);
  expect(status(tab)).toEqual({ status: "error", error: "Unable to reconnect" });
  // The jitter of this world is one half.
  const delays = [500, 750, 1125, 1688, 2531, 3797, 5695, 8543, 12_814, 15_000];
  let at = start;
  const expected = delays.map((delay) => (at += delay));
  expect(server.triedAt).toEqual(expected);
});

it("keeps trying from error every minute, and at once when the browser is online or looked at", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.isDown = true;
  server.cutAll();
  await time.advance(60_000);
  server.triedAt.length = 0;
  await time.advance(60_000);
  expect(server.triedAt).toHaveLength(1);
  tab.signal("focus");
  await time.settle();
  expect(server.triedAt).toHaveLength(2);
  expect(status(tab).status).toBe("error");
  server.isDown = false;
  tab.signal("online");
  await time.settle();
  expect(status(tab)).toEqual({ status: "connected", error: null });
});

it("says that it failed to connect when the first try finds nobody", async () => {
  const { server, time, signedIn } = world();
  const tab = signedIn(alice);
  server.isDown = true;
  tab.chat.connection.connect();
  await time.settle();
  expect(status(tab)).toEqual({ status: "reconnecting", error: "Failed to connect" });
});

it("pings every 30 s and takes 10 s of silence for the end", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  await time.advance(30_000);
  expect(server.frames("ping")).toHaveLength(1);
  await time.advance(15_000);
  expect(status(tab).status).toBe("connected");
  server.onFrame = (_, frame) => frame.type === "ping";
  await time.advance(15_000 + 9_999);
  expect(status(tab).status).toBe("connected");
  await time.advance(1);
  expect(status(tab)).toEqual({ status: "reconnecting", error: "Connection lost" });
});

it("doubts the connection as soon as the browser says that it is offline", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.isDown = true;
  tab.signal("offline");
  await time.advance(10_000);
  expect(status(tab).status).toBe("reconnecting");
});

it("gives up a socket that opens but is never let in", async () => {
  const { server, time, signedIn } = world();
  server.onFrame = () => true;
  const tab = signedIn(alice);
  tab.chat.connection.connect();
  await time.advance(10_000);
  expect(status(tab)).toEqual({ status: "reconnecting", error: "Failed to connect" });
});

it("waits as long as a draining server asks, then comes back with what it has received", async () => {
  const { server, time, connected } = world();
  server.room("general", alice);
  const tab = await connected(alice);
  const socket = server.open[0];
  if (!socket) throw new Error("connected");
  refuse(server, socket, { code: "SERVER_DRAINING", retryAfterMs: 4_000 });
  server.cutAll(1012);
  await time.advance(3_999);
  expect(status(tab).status).toBe("reconnecting");
  await time.advance(1);
  expect(status(tab).status).toBe("connected");
  const [, again] = server.frames("CLIENT_MULTI_ROOM_AUTH");
  expect(again?.resume).toEqual({
    logEpoch: "epoch-1",
    workspaceId: "workspace",
    rooms: { general: 1 },
  });
});

it("waits longer after having been too fast than after an ordinary end", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.cutAll(4029);
  await time.advance(14_999);
  expect(status(tab).status).toBe("reconnecting");
  await time.advance(1);
  expect(status(tab).status).toBe("connected");
});

it("does not hurry back to a server that does not allow it", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.cutAll(4003);
  expect(status(tab)).toEqual({ status: "error", error: "Unable to reconnect" });
  await time.advance(59_999);
  expect(server.sockets).toHaveLength(1);
});

it("fetches a new token when the server ends the socket's session, and goes on", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.accessTokens.clear();
  server.cutAll(4001);
  await time.advance(1_000);
  expect(server.calls("/auth/refresh-tokens")).toHaveLength(1);
  expect(status(tab).status).toBe("connected");
});

it("is signed out and disconnected when the ended session cannot be refreshed", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.accessTokens.clear();
  server.refreshTokens.clear();
  server.cutAll(4001);
  await time.advance(1_000);
  expect(tab.account.session.getSnapshot()).toMatchObject({ user: null, endedBy: "server" });
  expect(status(tab)).toEqual({ status: "disconnected", error: null });
  await time.advance(300_000);
  expect(server.sockets).toHaveLength(1);
});

it("stays signed in when the refresh after an ended socket finds no network", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  server.accessTokens.clear();
  server.onCall = ({ path }) =>
    path === "/auth/refresh-tokens" ? refusal(503, "DB_UNAVAILABLE") : undefined;
  server.cutAll(4001);
  await time.advance(2_000);
  expect(tab.account.session.getSnapshot().isAuthenticated).toBe(true);
  server.onCall = () => undefined;
  await time.advance(30_000);
  expect(status(tab).status).toBe("connected");
});

it("shows the new token on the open socket when tokens are refreshed", async () => {
  const { server, time, connected } = world();
  await connected(alice);
  await time.advance(55 * 60_000);
  const renewals = server.frames("CLIENT_MULTI_ROOM_AUTH").filter((frame) => frame.token);
  expect(renewals.map((frame) => frame.token)).toEqual(["access-2"]);
  expect(server.sockets).toHaveLength(1);
});

it("counts on when a new connection ends at once, and anew after one that held", async () => {
  const { server, time, connected } = world();
  const tab = await connected(alice);
  const delayAfterCut = async () => {
    const cutAt = time.now();
    server.cutAll(1013);
    while (status(tab).status !== "connected") await time.advance(1);
    return time.now() - cutAt;
  };
  expect([await delayAfterCut(), await delayAfterCut()]).toEqual([500, 750]);
  await time.advance(10_000);
  expect(await delayAfterCut()).toBe(500);
});

it("opens one socket only when it is stopped and started while a ticket is on its way", async () => {
  const { server, time, signedIn } = world();
  const tab = signedIn(alice);
  tab.chat.connection.connect();
  tab.chat.connection.disconnect();
  tab.chat.connection.connect();
  await time.settle();
  expect(server.calls("/auth/ws-ticket")).toHaveLength(2);
  expect(server.sockets).toHaveLength(1);
  expect(status(tab).status).toBe("connected");
});
