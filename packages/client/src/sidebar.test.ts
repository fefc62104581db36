import type { Sidebar, WorkspaceId } from "@colbin/protocol";
import { expect, it } from "vitest";
import { refusal } from "../test/fake-calls.ts";
import { alice } from "../test/people.ts";
import { keepingBrowser, world, type Tab } from "../test/world.ts";

/** Alice is connected; the server keeps her sections and counts the changes that it refuses. */
async function sections() {
  const all = world();
  const shared = keepingBrowser(all.server);
  let kept: Sidebar = { sections: [], rev: 0 };
  const server = {
    refusals: 0,
    /** Settles before an answer leaves. */
    whenRead: Promise.resolve(),
    change(body: Sidebar): boolean {
      if (body.rev !== kept.rev) return false;
      kept = { ...body, rev: body.rev + 1 };
      return true;
    },
    addOther: () => server.change({ ...kept, sections: [...kept.sections, section("other")] }),
  };
  all.server.onCall = ({ path, method, body }) => {
    if (path !== "/multi-room-chat/sidebar") return undefined;
    if (method === "GET") {
      const reply = { status: 200, body: kept };
      return server.whenRead.then(() => reply);
    }
    if (server.change(body as unknown as Sidebar)) return { status: 200, body: kept };
    server.refusals += 1;
    return refusal(409, "SIDEBAR_CHANGED");
  };
  return { ...all, shared, sidebar: server, tab: await all.connected(alice, shared) };
}

function section(title: string) {
  return { id: title, title, roomIds: [] };
}

function add({ chat }: Tab, title: string): Promise<void> {
  return chat.sidebar.change((before) => [...before, section(title)]);
}

function titles({ chat }: Tab): string[] {
  return chat.store.getSnapshot().sidebar.sections.map(({ title }) => title);
}

it("keeps a change that was made while the sections were being read", async () => {
  const { tab, sidebar, server, time } = await sections();
  await add(tab, "one");
  const { promise, resolve } = Promise.withResolvers<void>();
  sidebar.whenRead = promise;
  const [socket] = server.open;
  const data = { workspaceId: "workspace" as WorkspaceId };
  if (socket)
    server.sendNow(socket, { type: "SERVER_PERSONAL_EVENT", event: "sidebar_changed", data });
  await time.settle();
  await add(tab, "two");
  resolve();
  await time.settle();
  expect(titles(tab)).toEqual(["one", "two"]);
  await add(tab, "three");
  expect(titles(tab)).toEqual(["one", "two", "three"]);
  expect(sidebar.refusals).toBe(0);
});

it("shows no change that an earlier page kept and the server never got", async () => {
  const { tab: before, sidebar, shared, time, server, ...all } = await sections();
  await add(before, "one");
  const { onCall } = server;
  server.onCall = () => new Promise(() => undefined);
  void add(before, "two");
  await time.settle();
  before.signal("hidden");
  before.chat.close();
  before.account.close();
  server.onCall = onCall;
  const again = all.signedIn(alice, shared);
  await again.chat.whenRestored();
  expect(titles(again)).toEqual(["one", "two"]);
  again.chat.connection.connect();
  await time.settle();
  expect(titles(again)).toEqual(["one"]);
  expect(sidebar.refusals).toBe(0);
});

it("reads the sections before it changes those that an earlier page kept", async () => {
  const { tab: before, sidebar, shared, time, ...all } = await sections();
  await add(before, "one");
  await time.advance(10_000);
  before.chat.close();
  before.account.close();
  sidebar.addOther();
  const again = all.signedIn(alice, shared);
  await again.chat.whenRestored();
  expect(titles(again)).toEqual(["one"]);
  await add(again, "two");
  expect(titles(again)).toEqual(["one", "other", "two"]);
  expect(sidebar.refusals).toBe(0);
});

it("lays a change over what another device was faster with", async () => {
  const { tab, sidebar } = await sections();
  await add(tab, "one");
  sidebar.addOther();
  await add(tab, "two");
  expect(titles(tab)).toEqual(["one", "other", "two"]);
  expect(sidebar.refusals).toBe(1);
});
