import { randomUUID } from "node:crypto";
import type { ErrorEnvelope, WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, setMember, switchTo } from "#test/organizations.ts";
import type { TestClient } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, createWorld, type World } from "#test/world.ts";

/*
 * The right to write is taken away from somebody who writes all the time, by REST and by the channel: nothing of theirs follows the
 * change in the log, and each of their sends is refused from then on (quality.md, R4). SENDING_RACES makes it longer.
 */

const ROUNDS = Number(process.env["SENDING_RACES"] ?? 4);
const LANES = 3;
/** What takes no place in the log counts a second after its reply at the latest (architecture.md, One membership). */
const WITHIN_MS = 1_000;

let app: TestApp;
let world: World;
let orgId: WorkspaceId;

beforeAll(async () => {
  const fast = { FRAME_RATE: "100000", FRAME_BURST: "100000", OTP_SENDS_PER_IP_HOUR: "100000" };
  app = await startTestApp({ environment: fast });
  world = await createWorld(app.app.http.app);
  orgId = await createOrganization(app);
});
afterAll(() => app.close());

interface Place {
  readonly slug: string;
  readonly participantId: string;
}

/** How each is done by alice. */
const ends = [
  ["removed", (params: Place) => world.alice.call("removeParticipant", { params, body: {} })],
  [
    "demoted",
    (params: Place) =>
      world.alice.call("setAccessLevel", { params, body: { accessLevel: "READ" } }),
  ],
  ["archived", (params: Place) => world.alice.call("archiveRoom", { params })],
  ["deleted", (params: Place) => world.alice.call("deleteRoom", { params })],
  [
    "suspended",
    () =>
      world.alice.call("suspendMember", {
        params: { orgId, userId: world.bob.user.id },
        body: { reason: "While we look into it" },
      }),
  ],
  [
    "blocked",
    () => world.alice.call("blockUser", { params: { sessionUserId: world.bob.user.id } }),
  ],
] as const;
type End = (typeof ends)[number][0];

/** What each send is told then. */
const refusals: Readonly<Record<End, readonly string[]>> = {
  removed: ["NOT_SUBSCRIBED"],
  demoted: ["MESSAGE_SEND_NOT_ALLOWED"],
  archived: ["ROOM_ARCHIVED"],
  deleted: ["ROOM_NOT_FOUND"],
  // By the door of the session, that of the room, or the writer, and by the end of the socket.
  suspended: ["WORKSPACE_ACCESS_LOST", "ROOM_NOT_FOUND", "ACCOUNT_BLOCKED", "closed"],
  blocked: ["DM_NOT_POSSIBLE"],
};

/** Both are back in the organization, in a room of their own. */
async function enter(end: End): Promise<string> {
  const { alice, bob } = world;
  await setMember(app, orgId, alice.user.id, { role: "OWNER" });
  await setMember(app, orgId, bob.user.id);
  for (const person of [alice, bob]) await switchTo(app, person, orgId);
  // Nobody may make so many in a day.
  await app.database.pool.query("update rooms set created_at = created_at - interval '1 day'");
  if (end !== "blocked") return createRoomOf(alice, bob);
  await alice.call("unblockUser", { params: { sessionUserId: bob.user.id } });
  const { sessionRoomSlug } = await bob.call("openDirect", { body: { userId: alice.user.id } });
  return sessionRoomSlug;
}

/** Writes until it is refused; answers why. */
async function writeOn(send: () => Promise<string | undefined>): Promise<string> {
  for (;;) {
    const refusal = await send();
    if (refusal !== undefined) return refusal;
  }
}

async function sendByRest(slug: string): Promise<string | undefined> {
  const input = { params: { slug }, body: { content: "and on" } };
  const as = world.bob.tokens.access.token;
  const answer = await app.request("sendMessage", input, { as });
  return answer.statusCode < 400 ? undefined : answer.json<ErrorEnvelope>().code;
}

async function sendByChannel(client: TestClient, slug: string): Promise<string | undefined> {
  const requestId = randomUUID();
  const content = "and on";
  client.send({ type: "CLIENT_SEND_MESSAGE", requestId, sessionRoomSlug: slug, content });
  const isClosed = client.closed.then(() => ({ type: "closed", code: "closed" }));
  const reply = await Promise.race([client.reply(requestId), isClosed]);
  if (reply.type !== "SERVER_MULTI_ROOM_ERROR" && reply.type !== "closed") return undefined;
  return reply.code === "MULTI_ROOM_NOT_FOUND" ? "ROOM_NOT_FOUND" : reply.code;
}

/** The place of the last change of the room that is no message, and those of what bob wrote. */
async function readLog(slug: string) {
  const { rows } = await app.database.pool.query<{ changed: number; said: number; at: Date }>(
    `select (select max(seq) from room_events e where e.room_id = r.id) as changed,
        max(m.seq) as said, max(m.created_at) as at
      from rooms r join messages m on m.room_id = r.id and m.author_id = $2 and m.type = 'text'
      where r.slug = $1 group by r.id`,
    [slug, world.bob.user.id],
  );
  const [row] = rows;
  if (!row) throw new Error("Something was sent before the end");
  return row;
}

it.each(ends)(
  `nothing follows of somebody who writes while they are %s: ${ROUNDS} times`,
  { timeout: 60_000 },
  async (end, act) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const slug = await enter(end);
      const client = await connect(app, world.bob);
      const written = Array.from({ length: LANES }, (_, lane) =>
        writeOn(() => (lane === 0 ? sendByChannel(client, slug) : sendByRest(slug))),
      );
      await client.until(({ event }) => event === "message_new");
      await act({ slug, participantId: world.bob.user.id });
      const repliedAt = Date.now();
      for (const refusal of await Promise.all(written)) expect(refusals[end]).toContain(refusal);
      const { changed, said, at } = await readLog(slug);
      if (end === "suspended" || end === "blocked")
        expect(at.getTime() - repliedAt).toBeLessThan(WITHIN_MS);
      else expect(said).toBeLessThan(changed);
      client.ws.close();
    }
  },
);
