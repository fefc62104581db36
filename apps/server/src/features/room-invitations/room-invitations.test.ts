import type { CallOf, ParticipantAccessStatus, WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enter, setMember, switchTo } from "#test/organizations.ts";
import type { Received } from "#test/realtime/test-client.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, type Person } from "#test/world.ts";

/* Inviting people into rooms, adding them, and what they answer: in an organization unless said otherwise. */

let app: TestApp;
let orgId: WorkspaceId;
let owner: Person;
let bob: Person;
let carol: Person;
let guest: Person;
let stranger: Person;
let slug: string;

beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
  [owner, bob, carol] = [
    await enter(app, "Olga"),
    await enter(app, "Bob"),
    await enter(app, "Carol"),
  ];
  [guest, stranger] = [await enter(app, "Gus"), await enter(app, "Sam")];
  ({ id: orgId } = await owner.call("createOrganization", { body: { title: "Nordlicht" } }));
  for (const person of [bob, carol]) await setMember(app, orgId, person.user.id);
  await setMember(app, orgId, guest.user.id, { role: "GUEST" });
  for (const person of [owner, bob, carol, guest]) await switchTo(app, person, orgId);
});
afterAll(() => app.close());
beforeEach(async () => {
  await query(`update rooms set created_at = now() - interval '2 days'`);
  slug = await createRoomOf(owner);
  await query(`update rooms set access_type = 'PRIVATE' where slug = $1`, slug);
});

const query = (text: string, ...values: unknown[]) =>
  app.database.pool.query<Record<string, unknown>>(text, values);

type Invitation = CallOf<"inviteToRoom">["body"];

async function invite(by: Person, body: Invitation): Promise<unknown[]> {
  const { results } = await by.call("inviteToRoom", { params: { slug }, body });
  return results.map(({ outcome }) => outcome);
}
const people = (...them: Person[]) => ({ userIds: them.map(({ user }) => user.id) });

const moving = (person: Person, status: ParticipantAccessStatus) => ({
  params: { slug, participantId: person.user.id },
  body: { status },
});
const move = (by: Person, person: Person, status: ParticipantAccessStatus) =>
  by.call("setParticipantStatus", moving(person, status));
const codeOfMove = async (by: Person, person: Person, status: ParticipantAccessStatus) =>
  (await by.refusal("setParticipantStatus", moving(person, status))).code;

const statusOf = async (person: Person) => {
  const { rows } = await query(
    `select access_status || case when is_banned then ' banned' else '' end as is from participants p
      join rooms r on r.id = p.room_id where r.slug = $1 and p.user_id = $2`,
    slug,
    person.user.id,
  );
  return rows[0]?.["is"];
};

const isNews = (status: string) => (frame: Received) =>
  frame["event"] === "access_changed" && JSON.stringify(frame).includes(`"${status}"`);
const isTold = (type: string) => (frame: Received) =>
  frame.type === "SERVER_NOTIFICATION" && frame["notificationType"] === type;

describe("an invitation to a room", () => {
  it("is told to the person, who sees the card alone, and lets them in with the level that it offers", async () => {
    const [hers, his] = [await connect(app, owner), await connect(app, bob)];
    const before = await bob.refusal("getRoom", { params: { slug } });
    expect(before.code).toBe("ROOM_NOT_FOUND");

    expect(await invite(owner, { ...people(bob), accessLevel: "COMMENT" })).toEqual(["invited"]);

    await hers.until(isNews("INVITED"));
    await his.until(isNews("INVITED"));
    expect(await his.until(isTold("ROOM_INVITATION"))).toMatchObject({ url: `/chat/${slug}` });
    const card = await bob.call("getRoom", { params: { slug } });
    expect(card).toMatchObject({ accessStatus: "INVITED", accessLevel: null });
    const entry = await bob.call("validateRoom", { params: { slug } });
    expect(entry).toMatchObject({ action: "accept", invitedBy: "Olga" });
    const read = await bob.refusal("listMessages", { params: { slug }, query: {} });
    expect(read.code).toBe("NOT_A_PARTICIPANT");

    const place = await move(bob, bob, "ACCEPTED");

    expect(place).toMatchObject({ accessStatus: "ACCEPTED", accessLevel: "COMMENT" });
    await hers.until((frame) => JSON.stringify(frame).includes("Bob joined, invited by Olga"));
    await his.until(({ type, ...frame }) =>
      type === "SERVER_SUBSCRIPTION_UPDATE" ? JSON.stringify(frame).includes(slug) : false,
    );
    const { results } = await bob.call("listNotifications", { query: {} });
    expect(results.filter(({ type }) => type === "ROOM_INVITATION")).toEqual([]);
    const members = `/chat/${slug}?side=details:members`;
    expect(await hers.until(isTold("ROOM_JOINED"))).toMatchObject({ url: members });
    await app.app.followers.settled();
    const feed = await owner.call("listNotifications", { query: {} });
    expect(feed.results.map(({ type, url }) => [type, url])).toEqual([["ROOM_JOINED", members]]);
  });

  it.each(["requestAccess", "createOrJoinRooms"] as const)(
    "is accepted by %s as well",
    async (call) => {
      await invite(owner, people(guest));
      if (call === "requestAccess") await guest.call(call, { params: { slug }, body: {} });
      else await guest.call(call, { body: { sessionRoomSlug: slug } });
      expect(await statusOf(guest)).toBe("ACCEPTED");
    },
  );

  it("answers for each entry", async () => {
    await query(`update rooms set access_type = 'PUBLIC' where slug = $1`, slug);
    await carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const unknown = "01930000-0000-7000-8000-000000000000";
    const outcomes = await invite(owner, {
      userIds: [carol.user.id, bob.user.id, bob.user.id, stranger.user.id, unknown],
      identifiers: [`@${guest.user.username}`, "nobody-at-all", stranger.user.username],
    });
    expect(outcomes).toEqual([
      "already",
      "invited",
      "invited",
      "notMember",
      "notMember",
      "invited",
      "notMember",
      "notMember",
    ]);
    expect(await invite(owner, people(bob))).toEqual(["already"]);
  });

  it("finds by address for those who lead the organization alone", async () => {
    await query(`update rooms set access_type = 'PUBLIC' where slug = $1`, slug);
    await carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const identifiers = [bob.user.email ?? ""];
    expect(await invite(carol, { identifiers })).toEqual(["notMember"]);
    expect(await invite(owner, { identifiers })).toEqual(["invited"]);
  });

  it("is declined, cancelled, or runs out, and may be made again", async () => {
    await invite(owner, people(bob));
    await move(bob, bob, "REJECTED");
    expect(await statusOf(bob)).toBe("REJECTED");
    expect(await invite(owner, people(bob))).toEqual(["invited"]);
    await move(owner, bob, "IDLE");
    expect((await bob.refusal("getRoom", { params: { slug } })).code).toBe("ROOM_NOT_FOUND");
    expect(await invite(owner, people(bob))).toEqual(["invited"]);
    await query(`update participants set status_at = status_at - interval '15 days'`);
    await app.app.workers.find(({ kind }) => kind.name === "participants.expire")?.run({});
    expect(await statusOf(bob)).toBe("IDLE");
  });

  it("ends with the membership of who was invited", async () => {
    const sam = await enter(app, "Sue");
    await setMember(app, orgId, sam.user.id);
    await invite(owner, people(sam));
    const params = { orgId, userId: sam.user.id };
    await owner.call("removeMember", { params, body: {} });
    await expect.poll(() => statusOf(sam)).toBe("IDLE");
  });

  it("passes a ban only where that is said, by who may lift it", async () => {
    await query(`update rooms set access_type = 'PUBLIC' where slug = $1`, slug);
    for (const person of [bob, carol])
      await person.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const params = { slug, participantId: bob.user.id };
    await owner.call("removeParticipant", { params, body: { ban: true } });
    expect(await invite(owner, people(bob))).toEqual(["banned"]);
    expect(await invite(carol, { ...people(bob), liftBan: true })).toEqual(["banned"]);
    expect(await invite(owner, { ...people(bob), liftBan: true })).toEqual(["invited"]);
    expect(await statusOf(bob)).toBe("INVITED");
  });

  it("offers no level that the caller may not give, and needs somebody", async () => {
    const body = { ...people(bob), accessLevel: "ADMIN" } as const;
    await query(`update rooms set access_type = 'PUBLIC' where slug = $1`, slug);
    await carol.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    const codeOf = async (by: Person, given: Invitation) =>
      (await by.refusal("inviteToRoom", { params: { slug }, body: given })).code;
    expect(await codeOf(carol, body)).toBe("ACCESS_LEVEL_NOT_ALLOWED");
    expect(await invite(owner, body)).toEqual(["invited"]);
    expect(await codeOf(owner, {})).toBe("BAD_REQUEST");
    const many = Array.from({ length: 51 }, () => bob.user.id);
    expect(await codeOf(owner, { userIds: many })).toBe("BAD_REQUEST");
    await query(`update rooms set status = 'ARCHIVED' where slug = $1`, slug);
    expect(await codeOf(owner, people(guest))).toBe("ROOM_ARCHIVED");
  });
});

describe("adding somebody", () => {
  const adding = (person: Person) => ({ params: { slug }, body: { userId: person.user.id } });

  it("is heard by the room and told to the person", async () => {
    const [hers, his] = [await connect(app, owner), await connect(app, bob)];
    const { seq, accessStatus } = await owner.call("addParticipant", adding(bob));
    expect(accessStatus).toBe("ACCEPTED");
    const line = await hers.until((frame) => JSON.stringify(frame).includes("Olga added Bob"));
    expect(line).toMatchObject({ seq });
    await his.until(isTold("ROOM_INVITED"));
    expect((await owner.call("addParticipant", adding(bob))).seq).toBeUndefined();
  });

  it("approves what they had asked for", async () => {
    await query(`update rooms set access_type = 'PROTECTED' where slug = $1`, slug);
    await bob.call("requestAccess", { params: { slug }, body: {} });
    await owner.call("addParticipant", adding(bob));
    const input = { params: { slug }, query: { status: "APPROVED" } } as const;
    expect((await owner.call("listAccessRequests", input)).totalResults).toBe(1);
  });

  it("of oneself is asking, of strangers and the banned refused", async () => {
    await query(`update rooms set access_type = 'PROTECTED' where slug = $1`, slug);
    const asked = await bob.call("addParticipant", adding(bob));
    expect(asked).toMatchObject({ accessStatus: "PENDING", request: { type: "JOIN_ROOM" } });
    expect((await owner.refusal("addParticipant", adding(stranger))).code).toBe("USER_NOT_FOUND");
    await owner.call("addParticipant", adding(carol));
    const params = { slug, participantId: carol.user.id };
    await owner.call("removeParticipant", { params, body: { ban: true } });
    expect((await owner.refusal("addParticipant", adding(carol))).code).toBe(
      "PARTICIPANT_STATUS_CONFLICT",
    );
    await move(owner, carol, "IDLE");
    expect(await statusOf(carol)).toBe("IDLE");
    await owner.call("addParticipant", adding(carol));
  });
});

describe("the status of a place", () => {
  it("of who asks is decided by those who lead the room, or withdrawn", async () => {
    await query(`update rooms set access_type = 'PROTECTED' where slug = $1`, slug);
    const ask = () => bob.call("requestAccess", { params: { slug }, body: {} });
    await ask();
    expect(await codeOfMove(bob, bob, "ACCEPTED")).toBe("PARTICIPANT_STATUS_CONFLICT");
    await move(bob, bob, "IDLE");
    await ask();
    await move(owner, bob, "REJECTED");
    await query(`update participants set status_at = status_at - interval '2 days'`);
    await ask();
    expect(await move(owner, bob, "ACCEPTED")).toMatchObject({ accessStatus: "ACCEPTED" });
    const { rows } = await query(
      `select a.status from access_requests a join rooms r on r.id = a.room_id where r.slug = $1 order by a.id`,
      slug,
    );
    expect(rows.map(({ status }) => status)).toEqual(["CANCELLED", "REJECTED", "APPROVED"]);
  });

  it("moves in no other way", async () => {
    await owner.call("addParticipant", {
      params: { slug },
      body: { userId: bob.user.id },
    });
    const conflict = "PARTICIPANT_STATUS_CONFLICT";
    for (const status of ["IDLE", "PENDING", "INVITED", "REJECTED", "REMOVED"] as const)
      expect(await codeOfMove(owner, bob, status)).toBe(conflict);
    expect(await codeOfMove(owner, carol, "IDLE")).toBe("PARTICIPANT_NOT_FOUND");
    expect(await codeOfMove(bob, owner, "IDLE")).toBe("ACCESS_LEVEL_TOO_LOW");
    await invite(owner, people(carol));
    expect(await codeOfMove(owner, carol, "ACCEPTED")).toBe(conflict);
    expect(await codeOfMove(carol, carol, "IDLE")).toBe(conflict);
    expect(await codeOfMove(carol, bob, "IDLE")).toBe("NOT_A_PARTICIPANT");
    await query(`update rooms set status = 'ARCHIVED' where slug = $1`, slug);
    expect(await codeOfMove(carol, carol, "ACCEPTED")).toBe("ROOM_ARCHIVED");
  });
});

describe("in Personal", () => {
  it("people are invited by an exact name or address, and adding is inviting", async () => {
    const [ann, ben] = [await enter(app, "Ann"), await enter(app, "Ben")];
    slug = await createRoomOf(ann);
    const { username, email } = ben.user;
    expect(await invite(ann, { identifiers: [`${username}x`, email ?? ""] })).toEqual([
      "notFound",
      "invited",
    ]);
    expect(await invite(ann, { identifiers: [username] })).toEqual(["already"]);
    expect(await invite(ann, people(stranger))).toEqual(["notFound"]);
    const add = (person: Person) => ({ params: { slug }, body: { userId: person.user.id } });
    expect((await ann.refusal("addParticipant", add(stranger))).code).toBe("USER_NOT_FOUND");
    await ben.call("requestAccess", { params: { slug }, body: {} });
    const other = await createRoomOf(ann);
    slug = other;
    expect((await ann.call("addParticipant", add(ben))).accessStatus).toBe("INVITED");
  });

  it("nobody is invited across a block", async () => {
    const [ann, ben] = [await enter(app, "Ann"), await enter(app, "Ben")];
    slug = await createRoomOf(ann, ben);
    await ben.call("blockUser", { params: { sessionUserId: ann.user.id } });
    slug = await createRoomOf(ann);
    expect(await invite(ann, { identifiers: [ben.user.username] })).toEqual(["notFound"]);
  });
});
