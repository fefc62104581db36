import { randomUUID } from "node:crypto";
import { roomKeyOf, toApiError, visibleMessages, type Chat } from "@colbin/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { Random } from "./simulation/random.ts";
import { openSharedBrowser, openTab, type Tab } from "./tabs.ts";
import { openProgram, signIn, type Person } from "./world.ts";

/*
 * Random interleavings of what changes what is unread: two people in two rooms, one of them with two tabs of a browser and a device,
 * write, read, mark as unread, mute, leave, come back and take each other out. At every quiet point each tab shows of each room what
 * the database says when it is counted anew: badge, total, and where the unread begin. HISTORIES says how many, HISTORIES_SEED
 * repeats a run.
 */

const HISTORIES = Number(process.env["HISTORIES"] ?? 60);
const SEED = Number(process.env["HISTORIES_SEED"] ?? Date.now() % 1_000_000);
/** Pairs whose histories run side by side. */
const PAIRS = 5;

interface Story {
  readonly random: Random;
  readonly slugs: readonly [string, string];
  /** Owns the rooms. */
  readonly bob: Person;
  readonly alice: Person;
  /** Two of one browser, and the device. */
  readonly tabs: readonly [Tab, Tab, Tab];
  readonly bobs: Tab;
  /** Rooms in which she is. */
  readonly isIn: Set<string>;
}

let app: TestApp;
let stories: Story[] = [];

beforeAll(async () => {
  const many = "100000";
  const rates = { API_RATE: many, API_RATE_ANONYMOUS: many, FRAME_RATE: many, SEND_RATE: many };
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: many, ...rates } });
  const pairs = Array.from({ length: PAIRS }, (_, n) => [`alice-${n}`, `bob-${n}`] as const);
  const people = await Promise.all(pairs.map(async (names) => Promise.all(names.map(enter))));
  app.clock.advance(31_000);
  const devices = await Promise.all(pairs.map(([name]) => enter(name)));
  stories = await Promise.all(
    people.map(([alice, bob], n) => begin(n, alice as Person, bob as Person, devices[n] as Person)),
  );
}, 60_000);

afterAll(async () => {
  for (const { chat } of stories.flatMap(({ tabs, bobs }) => [...tabs, bobs])) chat.close();
  await app.close();
});

const enter = (name: string) => signIn(openProgram(app.app.http.app), `${name}@example.org`);

async function begin(n: number, alice: Person, bob: Person, device: Person): Promise<Story> {
  const slugs = [`unread-${n}-a`, `unread-${n}-b`] as const;
  for (const slug of slugs)
    for (const person of [bob, alice])
      await person.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  const open = (shared: ReturnType<typeof openSharedBrowser>, session?: Person): Tab => {
    const tab = openTab(app.url, shared);
    if (session) tab.account.tokens.begin(session);
    tab.chat.connection.connect();
    return tab;
  };
  const browser = openSharedBrowser();
  const tabs = [open(browser, alice), open(browser), open(openSharedBrowser(), device)] as const;
  const random = new Random(`${SEED} ${n}`);
  const bobs = open(openSharedBrowser(), bob);
  // Rooms are opened by their ids, which come with the list.
  for (const { chat } of [...tabs, bobs])
    await vi.waitUntil(() => chat.store.getSnapshot().hasSubscriptions, { timeout: 15_000 });
  return { random, slugs, alice, bob, tabs, bobs, isIn: new Set(slugs) };
}

/** What the two people have of their rooms, counted from what is stored. */
async function count({ slugs }: Story, person: Person) {
  const { rows } = await app.database.pool.query<{
    slug: string;
    unread: string;
    readMsgNo: string;
    isMuted: boolean;
    from: string | null;
  }>(
    `select r.slug, p.read_msg_no as "readMsgNo", p.is_muted as "isMuted", first.no as "from",
      (select count(*) from messages m where m.room_id = r.id and m.msg_no >= first.no) as unread
    from participants p join rooms r on r.id = p.room_id,
      lateral (select least(p.read_msg_no + 1, coalesce(p.unread_from_no, p.read_msg_no + 1)) as no) first
    where p.user_id = $1 and p.access_status = 'ACCEPTED' and r.slug = any ($2)
    order by r.slug`,
    [person.user.id, slugs],
  );
  const rooms = rows.map(({ slug, unread, from, isMuted }) => {
    const n = Number(unread);
    // Where nothing is unread there is no line.
    return { slug, unread: n, isMuted, from: n > 0 ? Number(from) : null };
  });
  const total = rooms.reduce((sum, { unread, isMuted }) => sum + (isMuted ? 0 : unread), 0);
  return { rooms, total };
}

function idOf({ store }: Chat, slug: string) {
  return roomKeyOf(store.getSnapshot(), slug);
}

/** The same as a tab shows it. */
function shown({ slugs }: Story, { chat }: Tab) {
  const { subscriptions, totalUnread } = chat.store.getSnapshot();
  const rooms = slugs.toSorted().flatMap((slug) => {
    const room = subscriptions.get(idOf(chat, slug));
    if (!room) return [];
    const { unreadCount: unread, isMuted, readMsgNo, unreadFromMsgNo = readMsgNo + 1 } = room;
    const from = unread > 0 ? Math.min(readMsgNo + 1, unreadFromMsgNo) : null;
    return [{ slug, unread, isMuted, from }];
  });
  return { rooms, total: totalUnread };
}

/** What was refused for good waits for its author. */
function isIdle({ chat }: Tab): boolean {
  const pending = [...chat.store.getSnapshot().pending.values()].flat();
  return pending.every(({ failure }) => failure !== null);
}

/** Nothing is on its way any more, and everybody sees what is stored. */
async function expectQuiet(story: Story): Promise<void> {
  const { tabs, bobs, alice, bob } = story;
  for (const tab of [...tabs, bobs]) await vi.waitUntil(() => isIdle(tab), { timeout: 15_000 });
  for (const [person, own] of [
    [alice, tabs],
    [bob, [bobs]],
  ] as const) {
    const expected = await count(story, person);
    for (const tab of own) await expect.poll(() => shown(story, tab)).toEqual(expected);
  }
}

type Act = (story: Story, tab: Tab, slug: string) => Promise<unknown>;

/** One of the newest messages, which are mostly unread; undefined where the room has none. */
async function someMessage({ random }: Story, { chat }: Tab, slug: string) {
  const list = () => visibleMessages(chat.store.getSnapshot(), idOf(chat, slug));
  if (list().length === 0) await chat.rooms.open(idOf(chat, slug));
  const known = list().filter(({ msgNo }) => msgNo !== null);
  return random.maybe(known.slice(-4));
}

const acts: Readonly<Record<string, Act>> = {
  async write(_, { chat }, slug) {
    await chat.messages.send(idOf(chat, slug), "From her");
  },
  async schedule(_, { account }, slug) {
    const clientMessageId = `temp_${randomUUID()}`;
    const sendAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const body = { sessionRoomSlug: slug, content: "For later", sendAt, clientMessageId };
    const { id } = await account.call("scheduleMessage", { body });
    await account.call("sendScheduledMessage", { params: { id } });
  },
  async hear({ bob }, _, slug) {
    await bob.call("sendMessage", { params: { slug }, body: { content: "From him" } });
  },
  async read(story, tab, slug) {
    const message = await someMessage(story, tab, slug);
    if (message) await tab.chat.messages.markRead(idOf(tab.chat, slug), message.id);
  },
  async unread(story, tab, slug) {
    const message = await someMessage(story, tab, slug);
    if (message) await tab.chat.messages.markUnread(idOf(tab.chat, slug), message.id);
  },
  readAll: (_, { account }) => account.call("markAllRead", { body: {} }),
  mute({ random }, { account }, slug) {
    const body = { muted: random.chance(0.5) };
    return account.call("updateNotificationSettings", { params: { slug }, body });
  },
  async leave({ isIn }, { chat }, slug) {
    if (isIn.delete(slug)) await chat.rooms.leave(idOf(chat, slug));
  },
  async remove({ bob, alice, isIn }, _, slug) {
    if (!isIn.delete(slug)) return;
    const params = { slug, participantId: alice.user.id };
    await bob.call("removeParticipant", { params, body: {} });
  },
  look: (_, { chat }, slug) => chat.rooms.open(idOf(chat, slug)),
};

/** Each as often as it stands here. */
const reading = ["read", "read", "read", "read", "unread", "unread", "readAll"];
const all = [
  ...reading,
  "hear",
  "hear",
  "hear",
  "write",
  "schedule",
  "mute",
  "look",
  "leave",
  "remove",
];

async function live(story: Story): Promise<void> {
  const { random, tabs, slugs, isIn } = story;
  const running: Promise<unknown>[] = [];
  for (let left = random.from(3, 8); left > 0; left -= 1) {
    const [tab, slug] = [random.pick(tabs), random.pick(slugs)];
    if (!isIn.has(slug)) {
      isIn.add(slug);
      await tab.chat.rooms.join(slug);
    }
    const name = random.pick(all);
    const done = acts[name]?.(story, tab, slug).catch((cause: unknown) => {
      // What was begun in a room that she is taken out of meanwhile is refused.
      if (toApiError(cause).status >= 500) throw cause;
    });
    // Others go on while it is on its way; coming in and going is waited for.
    if (name === "leave" || name === "remove" || random.chance(0.3)) await done;
    else if (done) running.push(done);
  }
  await Promise.all(running);
  // What people may do in a second is counted by this clock.
  app.clock.advance(1_000);
  await expectQuiet(story);
}

test(
  `${HISTORIES} interleavings of reading and writing (seed ${SEED})`,
  async () => {
    const lived = stories.map(async (story) => {
      for (let left = HISTORIES / PAIRS; left > 0; left -= 1) await live(story);
    });
    // Each of them is judged wherever it comes to rest.
    expect(await Promise.all(lived)).toHaveLength(PAIRS);
  },
  60_000 + HISTORIES * 200,
);
