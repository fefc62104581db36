import type { WorkspaceId } from "@colbin/protocol";
import { expect, it } from "vitest";
import { toRoomId } from "../test/fake-room.ts";
import { refusal } from "../test/fake-calls.ts";
import { refuse } from "../test/fake-frames.ts";
import { alice, bob } from "../test/people.ts";
import { browser, world, type Browser, type Tab, type World } from "../test/world.ts";
import { visibleMessages } from "./selectors.ts";

/** Alice and Bob in general; Alice has it open. */
async function general(shared = browser()) {
  const all = world();
  const room = all.server.room("general", alice, bob);
  const tab = await all.connected(alice, shared);
  await tab.chat.rooms.open(toRoomId("general"));
  return { ...all, room, tab };
}

function shown({ chat }: Tab): string[] {
  const list = visibleMessages(chat.store.getSnapshot(), toRoomId("general"));
  return list.map(({ content, status }) => `${content}: ${status}`);
}

function texts(room: { messages: () => readonly { content: string }[] }): string[] {
  return room.messages().map((each) => each.content);
}

const elsewhere = "elsewhere" as WorkspaceId;

/** The token is of this workspace from now on: sockets of another one are closed. */
async function moveTo({ server, time }: Pick<World, "server" | "time">, workspace: WorkspaceId) {
  server.workspaceId = workspace;
  server.cutAll(4009);
  await time.advance(5_000);
}

const stores = [
  ["stored", {}],
  [
    "that could not be stored",
    { put: () => Promise.reject(new Error("The quota has been exceeded")) },
  ],
] as const;
it.each(stores)(
  "keeps a message %s while the token is of another workspace, shows it there to nobody, and goes on afterwards",
  async (_, store) => {
    const shared = browser();
    const all = await general({ ...shared, outbox: { ...shared.outbox, ...store } });
    const { server, time, tab, room } = all;
    const here = server.workspaceId;
    server.isDown = true;
    server.cutAll();
    await tab.chat.messages.send(toRoomId("general"), "hello");
    server.isDown = false;
    await moveTo(all, elsewhere);
    await time.advance(60_000);
    expect([texts(room), shown(tab)]).toEqual([[], []]);
    expect(server.frames("CLIENT_SEND_MESSAGE")).toHaveLength(0);
    await expect(tab.chat.messages.findUnsent()).resolves.toBe(1);
    await tab.chat.messages.send(toRoomId("general"), "written there");
    await time.settle();
    expect(texts(room)).toEqual(["written there"]);
    await moveTo(all, here);
    // The address that was open may be another room's here: whoever shows it opens it again.
    expect(tab.chat.store.getSnapshot().activeRoomId).toBeNull();
    await tab.chat.rooms.open(toRoomId("general"));
    expect(shown(tab)).toEqual(["written there: sent", "hello: sent"]);
    await expect(tab.chat.messages.findUnsent()).resolves.toBe(0);
  },
);

it("knows by the token where it is before any channel is open", async () => {
  const { server, time, signedIn, tab: openTab } = world();
  const room = server.room("general", alice);
  const claims = (wid: string) => btoa(JSON.stringify({ wid, name: "Zoë~?" })).replaceAll("/", "_");
  server.toAccessToken = () => `header.${claims("workspace")}.proof`;
  const shared = browser();
  const first = signedIn(alice, shared);
  server.isDown = true;
  await first.chat.messages.send(toRoomId("general"), "hello");
  expect(await shared.outbox.list(alice.id)).toMatchObject([{ workspaceId: "workspace" }]);
  first.chat.close();
  Object.assign(server, { isDown: false, workspaceId: elsewhere });
  server.toAccessToken = () => `header.${claims("elsewhere")}.proof`;
  first.account.tokens.begin({ user: alice, tokens: server.issueTokens(alice) });
  const second = openTab(shared);
  await time.advance(60_000);
  expect([texts(room), shown(second)]).toEqual([[], []]);
  expect(server.calls("/session-room/general/messages")).toHaveLength(0);
});

it("lets a message wait that the server does not take because its workspace was left a moment ago", async () => {
  const { server, time, tab, room } = await general();
  server.onFrame = (socket, frame) => {
    if (frame.type !== "CLIENT_SEND_MESSAGE") return false;
    refuse(server, socket, { code: "WORKSPACE_CHANGED", requestId: frame.requestId });
    return true;
  };
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.settle();
  expect(server.frames("CLIENT_SEND_MESSAGE")).toMatchObject([{ workspaceId: "workspace" }]);
  expect(server.requests.at(-1)?.headers).toMatchObject({ "workspace-id": "workspace" });
  expect(shown(tab)).toEqual(["hello: sending"]);
  server.onFrame = () => false;
  await time.advance(1_000);
  expect(texts(room)).toEqual(["hello"]);
});

it("asks nothing of the workspace before while the person goes to another, and before the page has followed", async () => {
  const { server, tab, time } = await general();
  server.toAccessToken = () => `header.${btoa(JSON.stringify({ wid: elsewhere }))}.proof`;
  let answer = () => {};
  server.onCall = ({ path }) => {
    if (!path.endsWith("/switch")) return undefined;
    return new Promise((resolve) => {
      server.workspaceId = elsewhere;
      const currentOrg = { orgId: elsewhere, orgName: "Elsewhere" };
      const body = { user: alice, tokens: server.issueTokens(alice), currentOrg };
      answer = () => resolve({ status: 200, body });
    });
  };
  const ask = () => tab.account.call("listDrafts", {}).catch((cause: unknown) => cause);
  void tab.account.workspaces.switchTo(elsewhere);
  await time.settle();
  const during = ask();
  await time.settle();
  answer();
  const changed = { code: "WORKSPACE_CHANGED", status: 409, details: { workspaceId: elsewhere } };
  expect([await during, await ask()]).toMatchObject([changed, changed]);
  expect(server.calls("/drafts")).toEqual([]);
});

it("changes nothing in another workspace when the answer comes after the person has gone there", async () => {
  const all = await general();
  const { server, tab, time, room } = all;
  let answer = () => {};
  server.onCall = ({ method, path }) => {
    if (method !== "POST" || !path.endsWith("/messages")) return undefined;
    return new Promise((resolve) => {
      const sent = room.send(alice, "hello", "temp_written_here");
      answer = () => resolve({ status: 201, body: sent });
    });
  };
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  await tab.chat.messages.send(toRoomId("general"), "hello");
  await time.advance(10_000);
  const there = server.room("general", alice, bob);
  await moveTo(all, elsewhere);
  answer();
  await time.settle();
  expect([texts(there), shown(tab)]).toEqual([[], []]);
  expect(tab.chat.store.getSnapshot().subscriptions.get(toRoomId("general"))).toMatchObject({
    lastMsgNo: 0,
  });
});

it("binds what was written before any workspace was known to the first one", async () => {
  const all = world();
  const { server, time, connected } = all;
  const room = server.room("general", alice, bob);
  const shared = browser();
  const command = { kind: "send", content: "earlier", type: "text", anchorSeq: 0 } as const;
  const address = { clientMessageId: "temp_earlier", userId: alice.id, sessionRoomSlug: "general" };
  await shared.outbox.put({
    ...address,
    roomId: room.roomId,
    ...command,
    position: time.now(),
    failure: null,
  });
  server.onFrame = (_, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  server.onCall = ({ method, path }) =>
    method === "POST" && path.endsWith("/messages") ? refusal(503, "DB_UNAVAILABLE") : undefined;
  const tab = await connected(alice, shared);
  await time.settle();
  const { workspaceId } = server;
  expect(await shared.outbox.list(alice.id)).toMatchObject([{ workspaceId }]);
  expect(shown(tab)).toEqual(["earlier: sending"]);
  await moveTo(all, elsewhere);
  server.onFrame = () => false;
  server.onCall = () => undefined;
  await time.advance(60_000);
  expect([texts(room), shown(tab)]).toEqual([[], []]);
});

it("opens the channel anew where the person goes elsewhere while it is being opened", async () => {
  const { server, time, signedIn } = world();
  const claims = (wid: string) => btoa(JSON.stringify({ wid })).replaceAll("=", "");
  server.toAccessToken = () => `header.${claims("workspace")}.proof`;
  const { chat, account } = signedIn(alice);
  let answer = () => {};
  server.onCall = ({ path }) => {
    if (!path.endsWith("/ws-ticket")) return undefined;
    server.onCall = () => undefined;
    return new Promise((resolve) => {
      answer = () => resolve({ status: 200, body: { ticket: "of the workspace before" } });
    });
  };
  chat.connection.connect();
  await time.settle();
  Object.assign(server, { workspaceId: elsewhere });
  server.toAccessToken = () => `header.${claims("elsewhere")}.proof`;
  account.tokens.begin({ user: alice, tokens: server.issueTokens(alice) });
  answer();
  await time.settle();
  expect(chat.store.getSnapshot().connectionStatus).toBe("connected");
  expect(account.workspaceId()).toBe(elsewhere);
  expect(server.frames("CLIENT_MULTI_ROOM_AUTH")).toHaveLength(1);
});

it.each([
  ["its channel is closed", 4003],
  ["it has no other channel", 1006],
])("goes on in Personal once %s, and keeps what was written", async (_, code) => {
  const { server, time, tab, room } = await general();
  tab.account.tokens.setUser({ ...alice, accountType: "BUSINESS" });
  let losses = 0;
  tab.chat.connection.onAccessLost(() => (losses += 1));
  server.onFrame = (__, frame) => frame.type === "CLIENT_SEND_MESSAGE";
  server.onCall = ({ path }) => {
    if (!path.endsWith("/switch-to-personal")) return refusal(403, "WORKSPACE_ACCESS_LOST");
    Object.assign(server, { workspaceId: elsewhere, onCall: () => undefined });
    return { status: 200, body: { user: alice, tokens: server.issueTokens(alice) } };
  };
  await tab.chat.messages.send(toRoomId("general"), "hello");
  server.cutAll(code);
  await time.advance(5_000);
  expect(losses).toBe(1);
  expect(tab.account.session.getSnapshot().user).toMatchObject({ accountType: "PERSONAL" });
  expect(tab.chat.store.getSnapshot().connectionStatus).toBe("connected");
  expect([texts(room), shown(tab)]).toEqual([[], []]);
  await expect(tab.chat.messages.findUnsent()).resolves.toBe(1);
});

const endings: [string, (all: Awaited<ReturnType<typeof general>>, shared: Browser) => unknown][] =
  [
    ["signs out", ({ tab }) => tab.account.tokens.end("sign-out")],
    ["is followed by another, in another tab", (all, shared) => all.signedIn(bob, shared)],
  ];
it.each(endings)("gives no session back to a person who %s while they switch", async (_, end) => {
  const shared = browser();
  const all = await general(shared);
  const { server, tab, time } = all;
  let answer = () => {};
  server.onCall = ({ path }) => {
    if (!path.endsWith("/switch")) return undefined;
    return new Promise((resolve) => {
      const currentOrg = { orgId: elsewhere, orgName: "Elsewhere" };
      const body = { user: alice, tokens: server.issueTokens(alice), currentOrg };
      answer = () => resolve({ status: 200, body });
    });
  };
  const switched = tab.account.workspaces.switchTo(elsewhere).catch((cause: unknown) => cause);
  await time.settle();
  end(all, shared);
  const left = new Map(shared.values);
  answer();
  await time.settle();
  expect(await switched).toMatchObject({ code: "UNAUTHORIZED" });
  expect(shared.values).toEqual(left);
});

it("moves on from where the token leads, though the channel has not followed there yet", async () => {
  const { server, tab } = await general();
  server.workspaceId = elsewhere;
  await tab.account.workspaces.switchTo(null).catch(() => undefined);
  expect(server.requests.at(-1)?.path).toBe("/organizations/switch-to-personal");
  expect(server.requests.at(-1)?.headers).not.toHaveProperty("workspace-id");
});
