import {
  commands,
  endpoints,
  type CommandType,
  type EndpointName,
  type Subscription,
} from "@colbin/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { answerTo, verdictOf } from "./permission-answers.ts";
import { commandRules } from "./permission-commands.ts";
import { cells, type Kind, type Row } from "./permission-kinds.ts";
import { endpointRules } from "./permissions.ts";
import { connect } from "./socket.ts";
import { createRoomOf, createWorld, type Person, type World } from "./world.ts";

/*
 * Every operation and frame about a room, in a direct room, a group, and the room of one's own, for those who are in it and for
 * somebody else: as in a PRIVATE channel with the same level, but for what a conversation does not have (rules-rooms 32, 56).
 */

type Conversation = "direct" | "group" | "saved";
/** Who asks: its OWNER, which only a group has, somebody else in it, or who is not in it. */
const askers = {
  direct: ["WRI", "MEM"],
  group: ["OWN", "WRI", "MEM"],
  saved: ["WRI", "MEM"],
} as const satisfies Readonly<Record<Conversation, readonly Kind[]>>;

type Differences = Readonly<Partial<Record<Conversation, Partial<Record<Kind, string>>>>>;

const noSuchThing = "ROOM_TYPE_NOT_SUPPORTED";
const differences: Partial<Record<EndpointName | CommandType, Differences>> = {
  // It is only hidden.
  archiveRoom: { direct: { WRI: "ok" }, saved: { WRI: "ok" } },
  changeAccessType: { group: { OWN: noSuchThing } },
  createGuestLink: { group: { OWN: noSuchThing } },
  listGuestLinks: { group: { OWN: noSuchThing } },
  closeGuestLink: { group: { OWN: noSuchThing } },
  createIncomingWebhook: { group: { OWN: noSuchThing } },
  listIncomingWebhooks: { group: { OWN: noSuchThing } },
  removeIncomingWebhook: { group: { OWN: noSuchThing } },
  // All that stands there is one's own.
  reportMessage: { saved: { WRI: "MESSAGE_NOT_REPORTABLE" } },
  leaveRoom: { group: { OWN: "ROOM_LAST_OWNER" } },
  // Nobody else is there, and all that stands there is one's own.
  setAccessLevel: { saved: { WRI: "PARTICIPANT_NOT_FOUND" } },
  removeParticipant: { saved: { WRI: "PARTICIPANT_NOT_FOUND" } },
  editMessage: { saved: { WRI: "ok" } },
  getReceipts: { saved: { WRI: "ok" } },
  CLIENT_WATCH_RECEIPTS: { saved: { WRI: "ok" } },
  deleteMessage: { saved: { WRI: "ok" } },
  deletePreviews: { saved: { WRI: "ok" } },
};

let app: TestApp;
let world: World;
const rooms = new Map<Conversation, Subscription & { readonly messageId: string }>();

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.app.http.app);
  const { alice, bob, carol } = world;
  await createRoomOf(alice, bob, carol);
  const userIds = [bob.user.id, carol.user.id];
  const made = {
    direct: await bob.call("openDirect", { body: { userId: alice.user.id } }),
    group: await alice.call("createGroup", { body: { userIds, name: "Lunch" } }),
    saved: await alice.call("openDirect", { body: { userId: alice.user.id } }),
  };
  for (const type of ["direct", "group", "saved"] as const)
    rooms.set(type, { ...made[type], messageId: await say(type, made[type]) });
  await app.database.pool.query("create table places as select * from participants");
});
afterAll(() => app.close());

/** By somebody else than who asks, where there is somebody else. */
async function say(type: Conversation, { sessionRoomSlug: slug }: Subscription): Promise<string> {
  const { alice, bob, carol } = world;
  const author = { direct: bob, group: carol, saved: alice }[type];
  const body = { content: "Words" };
  return (await author.call("sendMessage", { params: { slug }, body })).message.id;
}

function personOf(type: Conversation, kind: Kind): Person {
  const { alice, bob, mallory } = world;
  if (kind === "MEM") return mallory;
  return kind === "WRI" && type === "group" ? bob : alice;
}

/** Puts back what an earlier call has changed; answers the room. */
async function restore(type: Conversation) {
  const room = rooms.get(type);
  if (!room) throw new Error("It was made before");
  await app.database.pool.query(
    `with lost as (delete from participants where room_id = $1)
      update rooms set status = 'ACTIVE' where id = $1`,
    [room.roomId],
  );
  await app.database.pool.query(
    "insert into participants select * from places where room_id = $1",
    [room.roomId],
  );
  await app.database.pool.query(
    "update messages set is_deleted = false, removed_by = null, content = 'Words' where room_id = $1 and type = 'text'",
    [room.roomId],
  );
  // Who asks may delete their own.
  return type === "saved" ? { ...room, messageId: await say(type, room) } : room;
}

const questions = (["direct", "group", "saved"] as const).flatMap((type) =>
  askers[type].map((kind) => ({ type, kind })),
);
type Question = (typeof questions)[number];
type Verdicts = Readonly<Record<string, string | undefined>>;

const nameOf = ({ type, kind }: Question): string => `${kind} in a ${type} room`;

function expectedOf(row: Row, different: Differences = {}): Verdicts {
  const verdicts = "PRIVATE" in row ? row.PRIVATE : row;
  const usual = cells(verdicts);
  return Object.fromEntries(
    questions.map((question) => [
      nameOf(question),
      different[question.type]?.[question.kind] ??
        usual.find(({ kind }) => kind === question.kind)?.expected,
    ]),
  );
}

type Restored = Awaited<ReturnType<typeof restore>>;

/** The verdicts of all, each in a room as it was in the beginning: a call that was allowed may have changed it. */
async function judge(
  isReading: boolean,
  ask: (question: Question, room: Restored) => Promise<string>,
): Promise<Verdicts> {
  const found: Record<string, string> = {};
  const restored = new Map<Conversation, Restored>();
  for (const question of questions) {
    const { type } = question;
    const room = restored.get(type) ?? (await restore(type));
    const verdict = await ask(question, room);
    found[nameOf(question)] = verdict;
    if (isReading || verdict === verdict.toUpperCase()) restored.set(type, room);
    else restored.delete(type);
  }
  return found;
}

const isOfRoom = (name: EndpointName): boolean => endpoints[name].path.includes(":slug");

it.each((Object.keys(endpoints) as EndpointName[]).filter(isOfRoom))("%s", async (name) => {
  const rule = endpointRules[name];
  const found = await judge(endpoints[name].method === "GET", async ({ type, kind }, room) => {
    const other = type === "group" ? world.carol : world.bob;
    const input = rule.input(room.sessionRoomSlug, room.messageId, other.user.id);
    const as = personOf(type, kind).tokens.access.token;
    return verdictOf(await app.request(name, input, { as }));
  });
  expect(found).toEqual(expectedOf(rule.row, differences[name]));
});

/** Typing is never answered: features/typing. */
const isAnswered = (type: CommandType): boolean => type !== "CLIENT_TYPING";

it.each((Object.keys(commands) as CommandType[]).filter(isAnswered))("%s", async (command) => {
  const found = await judge(false, async ({ type, kind }, room) => {
    const client = await connect(app, personOf(type, kind));
    const verdict = await answerTo(client, command, room.sessionRoomSlug, room.messageId);
    client.ws.close();
    return verdict;
  });
  expect(found).toEqual(expectedOf(commandRules[command].row, differences[command]));
});
