import type { RoomId, Subscription } from "@colbin/protocol";
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { connectionComplaints, expectVisible, tellStories } from "./browser.ts";
import { readKept } from "./kept.ts";
import {
  composer,
  enterRoom,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  say,
  send,
  idOf,
} from "./people.ts";
import { newSession, type Session } from "./sessions.ts";

/* The database that all tabs share, with tabs of other versions of the app. */

const stories = tellStories();

/** Nothing of the server but the app itself and how it is set up. */
const calls = /\/v1\/(?!public-config)/;

interface Held {
  readonly version: number;
  /** Does it close when another version is asked for? */
  readonly makesWay: boolean;
  readonly entries?: readonly object[];
  /** In the other database of the first version. */
  readonly snapshot?: string;
}

/** A page without the app that holds the database as a tab of this version does; the first one has the tables of that release. */
async function hold(browser: BrowserContext, held: Held): Promise<Page> {
  const page = await browser.newPage();
  await page.goto("/healthz");
  await page.evaluate(async ({ version, makesWay, entries = [], snapshot }: Held) => {
    const open = (name: string, upgrade: (db: IDBDatabase) => void): Promise<IDBDatabase> =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.addEventListener("upgradeneeded", () => upgrade(request.result));
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("IndexedDB")));
      });
    const db = await open("colbin", (made) => {
      if (version !== 1) return;
      const outbox = made.createObjectStore("outbox", { keyPath: "clientMessageId" });
      outbox.createIndex("userId", "userId");
      for (const entry of entries) outbox.put(entry);
    });
    if (makesWay) db.addEventListener("versionchange", () => db.close());
    if (snapshot === undefined) return;
    const other = await open("colbin-snapshots", (made) => {
      made.createObjectStore("snapshots").put(snapshot, "last");
    });
    other.addEventListener("versionchange", () => other.close());
  }, held);
  return page;
}

type Row = readonly [key: readonly string[], value: Record<string, unknown>];

function readTable(page: Page, table: string): Promise<Row[]> {
  return page.evaluate(
    (name) =>
      new Promise<Row[]>((resolve, reject) => {
        const request = indexedDB.open("colbin");
        request.addEventListener("error", () => reject(new Error("IndexedDB")));
        request.addEventListener("success", () => {
          const db = request.result;
          const transaction = db.transaction(name);
          const [keys, values] = [
            transaction.objectStore(name).getAllKeys(),
            transaction.objectStore(name).getAll(),
          ];
          transaction.addEventListener("complete", () =>
            resolve(keys.result.map((key, at) => [key as string[], values.result[at]])),
          );
          db.close();
        });
      }),
    table,
  );
}

/** The state of the chat as the first version wrote it, from the rows of now. */
async function toFormerSnapshot(page: Page): Promise<string> {
  const [[[userId, workspaceId], { rooms: _order, ...list }]] = (await readTable(
    page,
    "lists",
  )) as [Row];
  const rooms = await readTable(page, "rooms");
  const listed = list["subscriptions"] as readonly Subscription[];
  const slugs = new Map(listed.map((each) => [each.roomId, each.sessionRoomSlug]));
  const pages = rooms.map(([, { version: _v, logEpoch: _e, roomId, ...kept }]) => ({
    slug: slugs.get(roomId as RoomId),
    ...kept,
  }));
  return JSON.stringify({ ...list, userId, workspaceId, pages });
}

function entryOf({ userId }: Session, sessionRoomSlug: string, content: string) {
  const position = Date.now();
  const clientMessageId = `temp_${crypto.randomUUID()}`;
  const failure = null;
  return { clientMessageId, userId, sessionRoomSlug, position, failure, content, type: "text" };
}

test("the release before leaves what was not sent, and the rooms as they were", async () => {
  const slug = newRoomSlug("upgrade");
  const bob = await newColleague("Bob");
  await bob.rooms.join(slug);
  await bob.rooms.open(idOf(bob, slug));
  await say(bob, slug, "Read before");
  const as = await newSession("Alice", [slug]);
  const now = await stories.enter(as, `/chat/${slug}`);
  await expectSoon(() => readKept(now)).toContain("Read before");
  const snapshot = await toFormerSnapshot(now);

  const browser = await stories.openBrowser({ as, mayComplain: connectionComplaints });
  const entries = [
    // The first releases did not say that it is a message.
    entryOf(as, slug, "Oldest"),
    { ...entryOf(as, slug, "Newer"), kind: "send", anchorSeq: 1 },
  ];
  const former = await hold(browser, { version: 1, makesWay: true, entries, snapshot });
  const alice = await browser.newPage();
  await alice.route(calls, () => undefined);
  await alice.goto(`/chat/${slug}`);
  await expectVisible(log(alice).getByText("Read before"));
  await former.close();
  await alice.unroute(calls);
  await alice.reload();

  await expectVisible(log(alice).getByText("Sent", { exact: true }));
  await expectSoon(() =>
    bob.store
      .getSnapshot()
      .messages.get(idOf(bob, slug))
      ?.map(({ content }) => content),
  ).toEqual(expect.arrayContaining(["Oldest", "Newer"]));
  await expectSoon(() => readTable(alice, "outbox")).toEqual([]);
});

test.each([
  { held: { version: 1, makesWay: false }, name: "holds" },
  { held: { version: 1, makesWay: true }, name: "leaves" },
])(
  "a tab of the release before $name the database, and the new one sends all the same",
  async ({ held }) => {
    const slugs = [newRoomSlug("held"), newRoomSlug("held")];
    const as = await newSession("Alice", slugs);
    const browser = await stories.openBrowser({ as });
    const former = await hold(browser, held);
    const [first, second] = [await browser.newPage(), await browser.newPage()];
    for (const [at, tab] of [first, second].entries()) {
      await tab.goto(`/chat/${slugs[at]}`);
      await send(tab, "Sent meanwhile");
      await expectVisible(log(tab).getByText("Sent", { exact: true }));
      await composer(tab).fill(`Kept later by ${at}`);
    }
    await former.close();

    await expectSoon(() => readKept(second)).toContain("Kept later by 0");
    await expectSoon(() => readKept(second)).toContain("Kept later by 1");
    await first.reload();
    await expectVisible(composer(first));
    expect(await composer(first).inputValue()).toBe("Kept later by 0");
  },
);

test("a tab makes way for a newer version of the database, and for its end", async () => {
  const alice = await enterRoom(stories, "Alice", newRoomSlug("newer"));
  await alice.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase("colbin");
        request.addEventListener("success", resolve);
        request.addEventListener("blocked", () => reject(new Error("It is held")));
      }),
  );
  await composer(alice).fill("Kept anew");
  await expectSoon(() => readKept(alice)).toContain("Kept anew");

  await hold(alice.context(), { version: 5, makesWay: true });
  await composer(alice).press("Enter");
  await expectVisible(log(alice).getByText("Sent", { exact: true }));
});
