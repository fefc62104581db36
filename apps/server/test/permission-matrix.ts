import {
  commands,
  endpoints,
  type CommandType,
  type EndpointName,
  type RoomAccessType,
} from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "./harness.ts";
import { verdictOf } from "./permission-answers.ts";
import { expectedOf, judge, judgeFrame } from "./permission-asking.ts";
import { cellsOf, frameCells, leavings } from "./permission-cells.ts";
import type { Kind } from "./permission-kinds.ts";
import {
  enter,
  makePlaces,
  type PermissionPlaces,
  type WorkspaceKind,
} from "./permission-places.ts";
import { endpointRules } from "./permissions.ts";
import type { TestClient } from "./realtime/test-client.ts";

/*
 * Every operation and frame, for every kind of caller, in a PUBLIC, a PROTECTED and a PRIVATE room, in one kind of workspace. One
 * test for each operation: it compares the verdicts of all kinds of caller at once. All are in their place before a call that
 * another one has changed something for, and a refusal leaves nothing in the log of the room.
 */

/** Declares the tests of all operations and frames in a workspace of this kind. */
export function testPermissions(workspace: WorkspaceKind): void {
  let app: TestApp;
  let places: PermissionPlaces;
  const sockets = new Map<Kind, TestClient>();

  beforeAll(async () => {
    app = await startTestApp({
      environment: {
        API_RATE_ANONYMOUS: "100000",
        SESSIONS_PER_ACCOUNT: "1000",
        GUEST_LINKS: "on",
        OTP_SENDS_PER_IP_HOUR: "100000",
      },
    });
    places = await makePlaces(app, workspace);
  });
  afterAll(() => app.close());

  describe("endpoints", () => {
    it.each(Object.keys(endpoints) as EndpointName[])("%s", async (call) => {
      const rule = endpointRules[call];
      const own = cellsOf(call, workspace);
      const found = await judge(
        places,
        own,
        endpoints[call].method === "GET",
        async ({ type, kind }) => {
          const { slug, messageId } = places.rooms[type];
          const input = rule.input(slug, messageId, places.guest.user.id);
          const as = await tokenFor(call, kind);
          return verdictOf(await app.request(call, input, as === undefined ? {} : { as }));
        },
      );
      expect(found).toEqual(expectedOf(own));
    });
  });

  async function tokenFor(call: EndpointName, kind: Kind): Promise<string | undefined> {
    const isAnother = kind === "MEM" && leavings.includes(call);
    const person = isAnother ? await enter(app, `who-calls-${call}`) : places.people.get(kind);
    return person?.tokens.access.token;
  }

  describe("commands", () => {
    it.each(Object.keys(commands) as CommandType[])("%s", async (command) => {
      const own = frameCells(command, workspace);
      const found = await judgeFrame({ app, places, sockets }, command, own);
      expect(found).toEqual(expectedOf(own));
    });
  });

  it("shows a session that is bound to one room no other", () => expectBound(places));
  it("has nothing under the ids of another one", () => expectApart(places));
}

async function expectBound(places: PermissionPlaces): Promise<void> {
  const writer = places.people.get("WRI");
  for (const type of ["PUBLIC", "PROTECTED"] as const) await places.put(type);
  const bind = (type: RoomAccessType | undefined) =>
    places.query(
      "update sessions set bound_room_id = $1 where id = $2",
      type === undefined ? null : places.rooms[type].id,
      writer?.user.sessionId,
    );
  await bind("PROTECTED");
  const { slug } = places.rooms.PUBLIC;
  const params = { slug };
  expect(await writer?.refusal("getRoom", { params })).toMatchObject({ code: "ROOM_NOT_FOUND" });
  const messages = await writer?.refusal("listMessages", { params, query: {} });
  expect(messages).toMatchObject({ code: "ROOM_NOT_FOUND" });
  const refused = await writer?.refusal("subscribeRooms", { body: { sessionRoomSlugs: [slug] } });
  expect(refused).toMatchObject({ code: "ROOMS_NOT_FOUND" });
  await bind(undefined);
  await writer?.call("getRoom", { params });
}

async function expectApart(places: PermissionPlaces): Promise<void> {
  const member = places.people.get("MEM");
  const foreign = places.people.get("OUT");
  if (!member || !foreign) throw new Error("Both are there");
  await places.put("PUBLIC");
  const slug = "own";
  await foreign.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
  const params = { slug, participantId: places.guest.user.id };
  const lastReadMessageId = places.rooms.PUBLIC.messageId;
  const codes = [
    await foreign.refusal("markRead", { params, body: { lastReadMessageId } }),
    await foreign.refusal("removeParticipant", { params, body: {} }),
    await member.refusal("getRoom", { params }),
  ].map(({ code, status }) => [code, status]);
  expect(codes).toEqual([
    ["MESSAGE_NOT_FOUND", 404],
    ["PARTICIPANT_NOT_FOUND", 404],
    ["ROOM_NOT_FOUND", 404],
  ]);
}
