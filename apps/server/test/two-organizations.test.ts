import { roomIdOf, roomKeyOf, toApiError, visibleMessages } from "@colbin/client";
import type { WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Database } from "#server/platform/db/database.ts";
import { createTestClock } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import { startTestApp, type TestApp } from "./harness.ts";
import { setMember, switchTo } from "./organizations.ts";
import { Random } from "./simulation/random.ts";
import { openSharedBrowser, openTab, type Shared, type Tab, type Watch } from "./tabs.ts";
import { openProgram, signIn, type Person } from "./world.ts";

/*
 * Random histories of people in two organizations that have rooms of the same addresses: two tabs of a browser on one server and one
 * of a device on another, which hears of nothing but by its sweep, switch and write while others write, keep the person out and let
 * them in again. Each goes on where the one before has ended. No socket hears an organization longer than a second after its person
 * has lost it (two seconds on the other server), and nothing of one is heard, shown or stored in the other. HISTORIES says how many,
 * HISTORIES_SEED repeats a run.
 */

const HISTORIES = Number(process.env["HISTORIES"] ?? 60);
const SEED = Number(process.env["HISTORIES_SEED"] ?? Date.now() % 1_000_000);
/** People whose histories run side by side. */
const PEOPLE = 10;

const places = ["A", "B"] as const;
type Place = (typeof places)[number];

/** What is written says where it belongs: `A~17~3`. */
const TAG = /\b([AB])~\d+~\d+/g;

interface Loss {
  readonly how: "suspended" | "removed";
  readonly at: number;
}

interface Story {
  readonly person: Person;
  /** Address of the rooms. */
  readonly slug: string;
  /** Two of one browser, and the device. */
  readonly tabs: readonly [Tab, Tab, Tab];
  readonly lost: Map<Place, Loss>;
  /** What must not be. */
  readonly wrong: string[];
  readonly random: Random;
  readonly nextTag: (place: Place) => string;
}

let database: Database;
let apps: TestApp[] = [];
let ids: Record<Place, WorkspaceId>;
let owners: Record<Place, Person>;
let stories: Story[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const clock = createTestClock();
  const environment = { OTP_SENDS_PER_IP_HOUR: "100000", API_RATE_ANONYMOUS: "100000" };
  const start = () => startTestApp({ database, clock, environment });
  apps = [await start(), await start()];
  const [a, b] = [await found("a"), await found("b")];
  ids = { A: a.id, B: b.id };
  owners = { A: a.owner, B: b.owner };
  const names = Array.from({ length: PEOPLE }, (_, n) => `person-${n}`);
  const people = await Promise.all(names.map(signInAs));
  // A second code for the same address is only sent after a while.
  clock.advance(31_000);
  const devices = await Promise.all(names.map(signInAs));
  stories = await Promise.all(people.map((person, n) => begin(person, devices[n] ?? person, n)));
}, 60_000);

afterAll(async () => {
  for (const { chat } of stories.flatMap(({ tabs }) => tabs)) chat.close();
  await Promise.all(apps.map((app) => app.close()));
  await database.close();
});

const app = (n: number): TestApp => apps[n] as TestApp;
const signInAs = (name: string) => signIn(openProgram(app(0).app.http.app), `${name}@example.org`);

async function found(name: string): Promise<{ id: WorkspaceId; owner: Person }> {
  const owner = await signInAs(`owner-${name}`);
  const { id } = await owner.call("createOrganization", { body: { title: `Place ${name}` } });
  await switchTo(app(0), owner, id);
  return { id, owner };
}

/** Somebody with a room in both organizations, their browser in the first one and their device in the second. */
async function begin(person: Person, device: Person, n: number): Promise<Story> {
  const slug = `room-${n}`;
  const body = { sessionRoomSlug: slug };
  for (const [place, session] of Object.entries({ A: person, B: device }) as [Place, Person][]) {
    await setMember(app(0), ids[place], person.user.id);
    await switchTo(app(0), session, ids[place]);
    for (const each of [session, owners[place]]) await each.call("createOrJoinRooms", { body });
  }
  const lost: Story["lost"] = new Map();
  const wrong: string[] = [];
  const open = (on: number, shared: Shared, session?: Person): Tab => {
    const tab = openTab(app(on).url, shared, watch({ lost, wrong }, on === 0 ? 1_000 : 2_000));
    if (session) tab.account.tokens.begin(session);
    tab.chat.connection.connect();
    return tab;
  };
  const browser = openSharedBrowser();
  const tabs = [
    open(0, browser, person),
    open(0, browser),
    open(1, openSharedBrowser(), device),
  ] as const;
  let count = 0;
  const nextTag = (place: Place) => `${place}~${n}~${(count += 1)}`;
  return { person, slug, tabs, lost, wrong, random: new Random(`${SEED} ${n}`), nextTag };
}

/** Notes what a socket hears that it must not hear, and when it stays too long. */
function watch({ lost, wrong }: Pick<Story, "lost" | "wrong">, limitMs: number): Watch {
  const check = (place: Place, what: string) => {
    const loss = lost.get(place);
    const ms = loss ? performance.now() - loss.at : 0;
    if (ms > limitMs) wrong.push(`${what} ${ms} ms after ${place} was lost`);
  };
  return {
    heard(text, at) {
      for (const [tag, place] of text.matchAll(TAG) as Iterable<[string, Place]>) {
        if (at !== ids[place]) wrong.push(`${tag} was heard in ${at}`);
        check(place, `${tag} was heard`);
      }
    },
    left(at) {
      for (const place of places) if (at === ids[place]) check(place, "A socket was closed");
    },
  };
}

function placeOf({ account }: Tab): Place | undefined {
  return places.find((place) => ids[place] === account.workspaceId());
}

/** All tabs are connected, and none is there. Where one has given up, its person looks at it after a while. */
async function settle({ tabs }: Story, elsewhere?: Place): Promise<void> {
  const stateOf = ({ chat }: Tab) => chat.store.getSnapshot().connectionStatus;
  const isRight = (tab: Tab) =>
    stateOf(tab) === "connected" && (!elsewhere || placeOf(tab) !== elsewhere);
  const wait = (timeout: number) =>
    vi.waitUntil(() => tabs.every(isRight), { timeout, interval: 10 });
  await wait(3_000).catch(async () => {
    for (const { chat } of tabs) chat.connection.connect();
    await wait(15_000).catch((cause: unknown) => {
      const states = tabs.map((tab) => `${placeOf(tab)} ${stateOf(tab)}`).join(", ");
      throw new Error(`Not all tabs are connected outside ${elsewhere}: ${states}`, { cause });
    });
  });
}

async function keepOut(story: Story, place: Place, how: Loss["how"]): Promise<void> {
  const params = { orgId: ids[place], userId: story.person.user.id };
  const owner = owners[place];
  if (how === "removed") await owner.call("removeMember", { params, body: {} });
  else await owner.call("suspendMember", { params, body: { reason: "A story" } });
  story.lost.set(place, { how, at: performance.now() });
  await settle(story, place);
}

async function letIn({ person, slug, tabs, lost }: Story, place: Place): Promise<void> {
  const how = lost.get(place)?.how;
  lost.delete(place);
  const orgId = ids[place];
  if (how === "suspended")
    await owners[place].call("reactivateMember", { params: { orgId, userId: person.user.id } });
  if (how !== "removed") return;
  const { code } = await owners[place].call("generateInviteLink", { params: { orgId }, body: {} });
  const { workspaces, call } = tabs[0].account;
  await workspaces.accept(code);
  await call("createOrJoinRooms", { body: { sessionRoomSlug: slug } }, { workspaceId: orgId });
}

/** The whole browser or the device; whoever is kept out there stays where they are. */
async function move({ lost }: Story, { account }: Tab, place: Place): Promise<void> {
  const moving = account.workspaces.switchTo(ids[place]).then(() => undefined);
  const refusal = await moving.catch((error: unknown) => toApiError(error).code);
  const expected = { suspended: "MEMBER_SUSPENDED", removed: "ORGANIZATION_NOT_FOUND" };
  const loss = lost.get(place);
  expect(refusal).toBe(loss && expected[loss.how]);
}

async function say({ slug, nextTag }: Story, place: Place): Promise<void> {
  const body = { content: nextTag(place) };
  await owners[place].call("sendMessage", { params: { slug }, body });
}

/** Where the tab stands; not waited for, so that it is still on its way when the next thing happens. */
function write({ slug, nextTag }: Story, tab: Tab): void {
  const place = placeOf(tab);
  // Until it knows its rooms, a tab offers none to write in.
  const roomId = roomIdOf(tab.chat.store.getSnapshot(), slug);
  if (!place || !roomId || !tab.chat.store.getSnapshot().subscriptions.has(roomId)) return;
  void tab.chat.messages.send(roomId, nextTag(place));
}

/** Each as often as it stands here. */
const acts = ["write", "write", "move", "move", "say", "suspended", "removed"] as const;

async function act(story: Story): Promise<void> {
  const { random, tabs, lost } = story;
  const [tab, place, what] = [random.pick(tabs), random.pick(places), random.pick(acts)];
  if (what === "write") write(story, tab);
  else if (what === "move") await move(story, tab, place);
  else if (what === "say") await say(story, place);
  else if (lost.has(place)) await letIn(story, place);
  else await keepOut(story, place, what);
}

async function live(story: Story): Promise<void> {
  for (let left = story.random.from(2, 4); left > 0; left -= 1) await act(story);
  for (const place of story.lost.keys()) {
    // Whoever is kept out hears nothing of this.
    await say(story, place);
    await letIn(story, place);
  }
  await settle(story);
  for (const tab of story.tabs) {
    const state = tab.chat.store.getSnapshot();
    for (const { content } of visibleMessages(state, roomKeyOf(state, story.slug)))
      if (content.startsWith(placeOf(tab) === "A" ? "B~" : "A~"))
        story.wrong.push(`${content} was shown`);
  }
  expect(story.wrong).toEqual([]);
}

test(
  `${HISTORIES} histories of two organizations (seed ${SEED})`,
  async () => {
    await Promise.all(
      stories.map(async (story) => {
        await settle(story);
        for (let left = HISTORIES / PEOPLE; left > 0; left -= 1) await live(story);
      }),
    );
    const { rows } = await database.pool.query<{ content: string }>(
      `select m.content from messages m join rooms r on r.id = m.room_id
    where m.content like '_~%' and r.workspace_id <> ($1::jsonb ->> left(m.content, 1))::uuid`,
      [ids],
    );
    expect(rows).toEqual([]);
  },
  60_000 + HISTORIES * 100,
);
