import type { MessageId, Notification, QuietHours } from "@colbin/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { openPushService, type PushService } from "./push-service.ts";
import { Random } from "./simulation/random.ts";
import {
  createRoomOf,
  createWorld,
  openBrowser,
  signIn,
  type Person,
  type World,
} from "./world.ts";

/*
 * Random histories of three people in two rooms who name, answer, edit, delete, read, mute, block, leave and come back, choose quiet
 * hours, pauses and time zones, each on one of two devices. After each the feed of each of them holds on both devices what
 * rules-notifications 2 promises: nothing of their own, nothing of a room that they are not in, each message once, each mention that they
 * have not read, none that they have, and as many unread as the badge says. A device is pushed each message once, none of its person and
 * none that was said while it was quiet for them. HISTORIES says how many, HISTORIES_SEED repeats a run.
 */

const HISTORIES = Number(process.env["HISTORIES"] ?? 15);
const SEED = Number(process.env["HISTORIES_SEED"] ?? Date.now() % 1_000_000);

const PAIRS = 8;
const DEVICES = 2;
/** With half an hour, on both sides of the line where the date changes, and with summer time. */
const zones = ["UTC", "Asia/Kolkata", "Pacific/Auckland", "America/Los_Angeles"];

interface Said {
  readonly id: MessageId;
  readonly slug: string;
  readonly author: Person;
  readonly rootId: MessageId | undefined;
  /** People who must be told as long as they have not read it. */
  readonly named: Set<Person>;
  /** People for whom something has happened since that leaves both right. */
  readonly isOpen: Set<Person>;
  /** People for whom it was quiet then. */
  readonly quietFor: ReadonlySet<Person>;
  isGone: boolean;
}

interface Story {
  readonly random: Random;
  readonly slugs: readonly string[];
  readonly said: Said[];
  /** `name slug` of people who are not there now. */
  readonly isOut: Set<string>;
  /** Two people between whom there is a block. */
  readonly blocks: Set<string>;
}

let app: TestApp;
let service: PushService;
let world: World;
let people: readonly Person[];
const devices = new Map<Person, readonly Person[]>();
/** The hours of people, as the server told them last. */
const quiet = new Map<Person, Pick<QuietHours, "quietUntil" | "quietFrom">>();
/** Messages of all histories: pushes come when they come. */
const everSaid = new Map<string, Said>();
const pairs: (readonly string[])[] = [];
beforeAll(async () => {
  const many = "100000";
  const rates = { API_RATE: many, SEND_RATE: many, OTP_SENDS_PER_IP_HOUR: "1000" };
  service = await openPushService();
  app = await startTestApp({
    environment: { ...rates, ACCESS_TOKEN_S: "86400", OUTGOING_ALLOWED_HOSTS: service.host },
  });
  world = await createWorld(app.app.http.app);
  people = [world.alice, world.bob, world.carol];
  for (const person of people) devices.set(person, await addDevices(person));
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push([await createRoomOf(...people), await createRoomOf(...people)]);
});
afterAll(async () => {
  await app.close();
  await service.close();
});

/** The person on each device, all of which are pushed to. */
async function addDevices(person: Person): Promise<readonly Person[]> {
  const own = [person];
  while (own.length < DEVICES)
    own.push(await signIn(openBrowser(app.app.http.app), person.user.email ?? ""));
  for (const [place, device] of own.entries())
    await device.call("addPushSubscription", { body: service.addBrowser(pathOf(person, place)) });
  await person.call("updateMe", { body: { preferences: { pushNotifications: true } } });
  return own;
}

const pathOf = ({ user }: Person, place: number): string => `/${user.username}-${place}`;
const on = ({ random }: Story, person: Person): Person => random.pick(devices.get(person) ?? []);

async function noteQuiet(person: Person, asked: Promise<QuietHours>): Promise<void> {
  quiet.set(person, await asked);
}

/** Is it quiet for the person at this moment, as far as their devices were told? */
function isQuiet(person: Person): boolean {
  const { quietUntil, quietFrom } = quiet.get(person) ?? { quietUntil: null, quietFrom: null };
  const now = app.clock.now().getTime();
  if (quietUntil !== null) return Date.parse(quietUntil) > now;
  return quietFrom !== null && Date.parse(quietFrom) <= now;
}

const placeOf = (person: Person, slug: string): string => `${person.user.username} ${slug}`;
const pairOf = (...pair: readonly Person[]): string =>
  pair
    .map(({ user }) => user.id)
    .toSorted()
    .join(" ");
const isIn = ({ isOut }: Story, person: Person, slug: string): boolean =>
  !isOut.has(placeOf(person, slug));

/** From here on it may be told or not, for this person. */
function leaveOpen(list: readonly Said[], person: Person): void {
  for (const each of list) each.isOpen.add(person);
}

const inRoom = ({ said }: Story, slug: string): Said[] => said.filter((each) => each.slug === slug);

type Act = (story: Story, person: Person, slug: string) => Promise<unknown>;

function namedBy(story: Story, author: Person, slug: string): Person[] {
  return people.filter(
    (each) =>
      each !== author &&
      isIn(story, each, slug) &&
      !story.blocks.has(pairOf(each, author)) &&
      story.random.chance(0.5),
  );
}

const textOf = (named: readonly Person[], words: string): string =>
  [...named.map(({ user }) => `<@${user.id}>`), words].join(" ");

async function say(story: Story, author: Person, slug: string, root?: Said): Promise<void> {
  const named = namedBy(story, author, slug);
  const words = story.random.chance(0.2) ? "<@all>" : "look";
  const body = { content: textOf(named, words), ...(root && { threadId: root.id }) };
  const quietFor = new Set(people.filter(isQuiet));
  const { message } = await on(story, author).call("sendMessage", { params: { slug }, body });
  await app.app.followers.settled();
  // An own send reads the room, and an own reply the thread.
  for (const each of inRoom(story, slug))
    if (root ? each.rootId === root.id : each.rootId === undefined) each.named.delete(author);
  const { id } = message;
  const rootId = root?.id;
  const isOpen = new Set<Person>();
  const said = { id, slug, author, rootId, named: new Set(named), isOpen, quietFor, isGone: false };
  story.said.push(said);
  everSaid.set(id, said);
}

const acts: Readonly<Record<string, Act>> = {
  say: (story, person, slug) => say(story, person, slug),
  async answer(story, person, slug) {
    const roots = inRoom(story, slug).filter(({ isGone, rootId }) => !isGone && !rootId);
    const root = story.random.maybe(roots);
    if (root) await say(story, person, slug, root);
  },
  async edit(story, person, slug) {
    const own = inRoom(story, slug).filter(({ author, isGone }) => author === person && !isGone);
    const one = story.random.maybe(own);
    if (!one) return;
    const named = namedBy(story, person, slug);
    const body = { content: textOf(named, "edited") };
    await on(story, person).call("editMessage", { params: { slug, id: one.id }, body });
    // People who were named before have been told, or have read it.
    for (const each of people) leaveOpen([one], each);
  },
  async delete(story, person, slug) {
    const own = inRoom(story, slug).filter(({ author, isGone }) => author === person && !isGone);
    const one = story.random.maybe(own);
    if (!one) return;
    await on(story, person).call("deleteMessage", { params: { slug, id: one.id } });
    one.isGone = true;
  },
  async read(story, person, slug) {
    const last = inRoom(story, slug).findLast(({ rootId, isGone }) => !rootId && !isGone);
    if (!last) return;
    await on(story, person).call("markRead", {
      params: { slug },
      body: { lastReadMessageId: last.id },
    });
    for (const each of inRoom(story, slug)) if (!each.rootId) each.named.delete(person);
  },
  async readFeed(story, person) {
    const body = { before: app.clock.now().toISOString() };
    await on(story, person).call("markAllNotificationsRead", { body });
    for (const each of story.said) each.named.delete(person);
  },
  async level(story, person, slug) {
    const level = story.random.pick(["all", "mentions", "none"] as const);
    const body = { level, muted: story.random.chance(0.3) };
    await on(story, person).call("updateNotificationSettings", { params: { slug }, body });
  },
  async block(story, person) {
    const other = story.random.pick(people.filter((each) => each !== person));
    const params = { sessionUserId: other.user.id };
    const pair = pairOf(person, other);
    if (story.blocks.delete(pair)) {
      for (const [one, two] of [
        [person, other],
        [other, person],
      ] as const)
        await one.call("unblockUser", { params: { sessionUserId: two.user.id } });
    } else {
      await on(story, person).call("blockUser", { params });
      story.blocks.add(pair);
    }
    for (const each of story.said)
      if (pairOf(each.author, person) === pair || pairOf(each.author, other) === pair)
        for (const one of [person, other]) each.isOpen.add(one);
  },
  async leave(story, person, slug) {
    if (person === world.alice) return;
    await on(story, person).call("leaveRoom", { params: { slug } });
    story.isOut.add(placeOf(person, slug));
    leaveOpen(inRoom(story, slug), person);
  },
  async quiet(story, person) {
    const { random } = story;
    const days = { 0: [], 1: [], 2: [], 3: [], 4: [], 5: [], 6: [] };
    const body = {
      mode: random.pick(["OFF", "EVERY_DAY", "WEEKDAYS_ONLY", "WEEKENDS_ONLY"] as const),
      range: { from: `${random.from(10, 23)}:00`, until: `${random.from(10, 23)}:30` },
      days,
      timeZone: random.pick(zones),
    };
    await noteQuiet(person, on(story, person).call("updateQuietHours", { body }));
  },
  async zone(story, person) {
    const body = { preferences: { timezone: story.random.pick(zones) } };
    await on(story, person).call("updateMe", { body });
    await noteQuiet(person, on(story, person).call("getQuietHours", {}));
  },
  async pause(story, person) {
    const until = story.random.chance(0.5) ? app.clock.now().getTime() + 3_600_000 : undefined;
    const body = { until: until === undefined ? null : new Date(until).toISOString() };
    await noteQuiet(person, on(story, person).call("pauseNotifications", { body }));
  },
};

/** Each as often as it stands here. */
const all = ["say", "say", "say", "say", "answer", "answer", "edit", "delete", "read", "read"];
all.push("readFeed", "level", "level", "block", "leave", "quiet", "zone", "pause");

const isOfMessage = ({ type }: Notification): boolean =>
  ["MESSAGE_MENTION", "MESSAGE_REPLY", "MESSAGE_REACTION"].includes(type);

/** Breaches of the promises in the feed of a person, as a device shows it. */
async function listBreaches(story: Story, person: Person, device: Person): Promise<string[]> {
  const { results } = await device.call("listNotifications", {
    query: { tab: "unread", limit: 100 },
  });
  const { unreadCount } = await device.call("getUnreadNotifications", {});
  const found: string[] = [];
  if (unreadCount !== results.length) found.push(`${unreadCount} of ${results.length} unread`);
  const told = new Map<string, Notification[]>();
  for (const row of results.filter(isOfMessage)) {
    const facts = row.facts as { messageId?: string; sessionRoomSlug?: string; isForAll?: boolean };
    const { messageId = "", sessionRoomSlug = "" } = facts;
    const said = story.said.find(({ id }) => id === messageId);
    if (!said) continue;
    if (said.author === person && row.type === "MESSAGE_MENTION") found.push("told of an own one");
    if (!isIn(story, person, sessionRoomSlug)) found.push("told of a room that is not theirs");
    if (said.isGone) found.push("told of a deleted one");
    const isNamed = said.named.has(person) || said.isOpen.has(person) || facts.isForAll;
    if (row.type === "MESSAGE_MENTION" && !isNamed) found.push(`told of ${messageId} again`);
    if (row.type === "MESSAGE_MENTION") told.set(messageId, [...(told.get(messageId) ?? []), row]);
  }
  for (const [id, rows] of told)
    if (rows.length > 1) found.push(`${id} is told ${rows.length} times`);
  for (const { id, slug, named, isOpen, isGone } of story.said)
    if (named.has(person) && !isOpen.has(person) && !isGone && isIn(story, person, slug))
      if (!told.has(id)) found.push(`${id} is not told`);
  return found;
}

/** Breaches of the promises in what the devices were pushed. */
function listPushBreaches(): string[] {
  const found: string[] = [];
  for (const [person, { length }] of devices)
    for (let place = 0; place < length; place += 1) {
      const path = pathOf(person, place);
      const told = service.heard.flatMap((each) =>
        each.path === path && each.words.kind === "show" ? [each.words.id] : [],
      );
      for (const said of new Set(told.flatMap((id) => everSaid.get(id) ?? []))) {
        const { id, author, quietFor, isOpen } = said;
        if (author === person) found.push(`${path} was pushed its own ${id}`);
        // An edit tells people whom it names for the first time.
        if (isOpen.has(person)) continue;
        if (quietFor.has(person)) found.push(`${path} was pushed ${id} while it was quiet`);
        if (told.filter((each) => each === id).length > 1)
          found.push(`${path} was pushed ${id} twice`);
      }
    }
  return found;
}

async function live(n: number): Promise<void> {
  const random = new Random(`${SEED} ${n}`);
  // A person makes thirty rooms a day at most.
  const slugs = pairs[n % pairs.length] ?? [];
  const story: Story = { random, slugs, said: [], isOut: new Set(), blocks: new Set() };
  for (const person of people) await acts["readFeed"]?.(story, person, "");
  const done: string[] = [];
  for (let left = random.from(6, 14); left > 0; left -= 1) {
    const [person, slug] = [random.pick(people), random.pick(slugs)];
    if (story.isOut.delete(placeOf(person, slug)))
      await person.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const name = random.pick(all);
    done.push(`${placeOf(person, slug)} ${name}`);
    await acts[name]?.(story, person, slug);
    await app.app.followers.settled();
    app.clock.advance(1_000);
  }
  for (const person of people) {
    const message = `history ${n} of ${SEED}, ${person.user.username}: ${done.join(", ")}`;
    for (const device of devices.get(person) ?? [])
      await expect.poll(() => listBreaches(story, person, device), { message }).toEqual([]);
  }
  for (const place of story.isOut) {
    const [name, sessionRoomSlug = ""] = place.split(" ");
    const person = people.find(({ user }) => user.username === name);
    await person?.call("createOrJoinRooms", { body: { sessionRoomSlug } });
  }
  for (const pair of story.blocks) {
    const [one, two] = people.filter(({ user }) => pair.includes(user.id));
    for (const [from, to] of [
      [one, two],
      [two, one],
    ])
      if (from && to) await from.call("unblockUser", { params: { sessionUserId: to.user.id } });
  }
}

test(
  `${HISTORIES} histories tell everybody what they are to be told, once (seed ${SEED})`,
  async () => {
    let lived = 0;
    // Each of them is judged where it ends.
    for (; lived < HISTORIES; lived += 1) await live(lived);
    expect(lived).toBe(HISTORIES);
    await expect.poll(() => service.heard.length).toBeGreaterThan(0);
    expect(listPushBreaches()).toEqual([]);
  },
  60_000 + HISTORIES * 1_000,
);
