import type {
  ErrorCode,
  MemberStatus,
  ParticipantAccessLevel,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { enter, joinByLink, setMember, switchTo } from "#test/organizations.ts";
import { connect } from "#test/socket.ts";
import { createRoomOf, type Person } from "#test/world.ts";

let app: TestApp;
let owner: Person;
let bob: Person;
let orgId: WorkspaceId;
let ann: Person;
let tom: Person;
beforeAll(async () => {
  app = await startTestApp({ environment: { OTP_SENDS_PER_IP_HOUR: "100000" } });
  [ann, tom] = [await enter(app, "Ann"), await enter(app, "Tom")];
});
afterAll(() => app.close());
beforeEach(async () => {
  // New each time: general counts among the rooms that one person makes in a day.
  [owner, bob] = [await enter(app, "Olga"), await enter(app, "Bob")];
  ({ id: orgId } = await owner.call("createOrganization", { body: { title: "Nordlicht" } }));
  await switchTo(app, owner, orgId);
  await joinByLink(owner, orgId, bob);
});

const paramsOf = ({ user }: Person) => ({ orgId, userId: user.id });
const remove = (person: Person, actor = owner, body = {}) =>
  actor.call("removeMember", { params: paramsOf(person), body });

async function rowsOf<R extends object>(sql: string, ...values: unknown[]): Promise<R[]> {
  return (await app.database.pool.query<R>(sql, values)).rows;
}

async function membersNow(): Promise<number> {
  const rows = await rowsOf("select 1 from workspace_members where workspace_id = $1", orgId);
  return rows.length;
}

async function isAnybodyWaiting(): Promise<boolean> {
  const rows = await rowsOf(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

/** What became of somebody's places there, by address. */
async function placesOf({ user }: Person): Promise<Record<string, string>> {
  const rows = await rowsOf<{ slug: string; status: string }>(
    `select r.slug, p.access_status as status from participants p join rooms r on r.id = p.room_id
      where r.workspace_id = $1 and p.user_id = $2`,
    orgId,
    user.id,
  );
  return Object.fromEntries(rows.map(({ slug, status }) => [slug, status]));
}

const hasEnded = (person: Person) =>
  vi.waitFor(async () => {
    expect(Object.values(await placesOf(person))).not.toContain("ACCEPTED");
  });

/** The job once more, as if it had been cut off. */
async function runJob({ user }: Person): Promise<void> {
  const job = app.app.workers.find(({ kind }) => kind.name === "members.end-places");
  await job?.run({ workspaceId: orgId, userId: user.id });
}

describe("who may", () => {
  const low = "MEMBER_ROLE_NOT_ALLOWED";
  type Who = WorkspaceRole | "nobody";
  const cases: readonly [Who, Who | "oneself", ErrorCode | "ok", MemberStatus?][] = [
    ["OWNER", "ADMIN", "ok"],
    ["OWNER", "oneself", "ORGANIZATION_OWNER_MUST_TRANSFER"],
    ["OWNER", "nobody", "MEMBER_NOT_FOUND"],
    ["ADMIN", "MEMBER", "ok"],
    ["ADMIN", "ADMIN", low],
    ["ADMIN", "OWNER", low],
    ["ADMIN", "oneself", "ok"],
    ["MEMBER", "GUEST", "FORBIDDEN"],
    ["MEMBER", "oneself", "ok"],
    ["GUEST", "oneself", "ok"],
    ["MEMBER", "oneself", "ok", "SUSPENDED"],
    ["ADMIN", "MEMBER", "ORGANIZATION_NOT_FOUND", "SUSPENDED"],
    ["nobody", "MEMBER", "ORGANIZATION_NOT_FOUND"],
    ["nobody", "oneself", "ORGANIZATION_NOT_FOUND"],
  ];
  it.each(cases)("%s removes %s: %s", async (own, other, expected, status = "ACTIVE") => {
    const take = async (role: Who, person: Person): Promise<Person> => {
      if (role === "OWNER") return owner;
      if (role !== "nobody") await setMember(app, orgId, person.user.id, { role });
      return person;
    };
    const actor = await take(own, ann);
    const target = other === "oneself" ? actor : await take(other, tom);
    if (status !== "ACTIVE" && own !== "nobody" && own !== "OWNER")
      await setMember(app, orgId, actor.user.id, { role: own, status });
    const input = { params: paramsOf(target), body: {} };
    const answer = await app.request("removeMember", input, { as: actor.tokens.access.token });
    expect(answer.statusCode === 204 ? "ok" : answer.json<{ code: string }>().code).toBe(expected);
    const stays = other !== "nobody" && own !== "nobody" && expected !== "ok";
    const there = await app.request(
      "getMember",
      { params: paramsOf(target) },
      { as: owner.tokens.access.token },
    );
    if (other !== "oneself" || own !== "nobody")
      expect(there.statusCode).toBe(stays || (own === "nobody" && other !== "oneself") ? 200 : 404);
  });

  it("tells the OWNER what to do first", async () => {
    const { details, message } = await owner.refusal("removeMember", {
      params: paramsOf(owner),
      body: {},
    });
    expect(details).toEqual({ orgId, title: "Nordlicht" });
    expect(message).toBe("Transfer the ownership of Nordlicht first");
  });

  test.each([{ reason: "x".repeat(501) }, { reason: 1 }, { why: "x" }])(
    "%j is refused",
    async (body) => {
      const refusal = await owner.refusal("removeMember", { params: paramsOf(bob), body } as never);
      expect(refusal.code).toBe("VALIDATION_ERROR");
    },
  );
});

describe("whoever is removed", () => {
  it("loses sockets, calls and invitations at once, and their rooms soon", async () => {
    const slug = await createRoomOf(owner, bob);
    await bob.call("sendMessage", { params: { slug }, body: { content: "Mine" } });
    await setMember(app, orgId, bob.user.id, { role: "ADMIN" });
    const { code } = await bob.call("generateInviteLink", { params: { orgId }, body: {} });
    const [his, hers] = [await connect(app, bob), await connect(app, owner)];
    await remove(bob, owner, { reason: "Contract ended" });
    expect(await his.closed).toEqual({ code: 4003, reason: "WORKSPACE_ACCESS_LOST" });
    expect((await bob.refusal("listRooms", { query: {} })).code).toBe("WORKSPACE_ACCESS_LOST");
    expect((await owner.call("validateInvitation", { params: { code } })).valid).toBe(false);
    expect((await bob.call("listOrganizations", { query: {} }).catch(() => null)) ?? []).toEqual(
      [],
    );
    await hers.until(
      (frame) =>
        frame["event"] === "participant_changed" &&
        frame["sessionRoomSlug"] === slug &&
        frame["userId"] === bob.user.id,
    );
    await hasEnded(bob);
    const room = await owner.call("getRoom", { params: { slug } });
    expect(room.memberCount).toBe(1);
    const { messages } = await owner.call("listMessages", { params: { slug }, query: {} });
    expect(messages.find(({ content }) => content === "Mine")).toMatchObject({
      authorId: bob.user.id,
    });
    const audit = await rowsOf(
      "select kind, actor_id as actor, target_id as target, reason from audit_events where workspace_id = $1 and kind like 'member removed'",
      orgId,
    );
    const [actor, target] = [owner.user.id, bob.user.id];
    expect(audit).toEqual([{ kind: "member removed", actor, target, reason: "Contract ended" }]);
  });

  it("goes on in Personal, where nothing has changed", async () => {
    const moved = await bob.call("switchToPersonal", {});
    Object.assign(bob, { tokens: moved.tokens, accessToken: moved.tokens.access.token });
    const slug = await createRoomOf(bob);
    await remove(bob, bob);
    await runJob(bob);
    expect((await bob.call("getRoom", { params: { slug } })).accessStatus).toBe("ACCEPTED");
    const kinds = await rowsOf(
      "select kind from audit_events where workspace_id = $1 and actor_id = $2 and kind like 'member %' order by kind",
      orgId,
      bob.user.id,
    );
    expect(kinds).toEqual([{ kind: "member joined" }, { kind: "member left" }]);
  });

  it("comes back by a new invitation, to nothing of what they had", async () => {
    const slug = await createRoomOf(owner, bob);
    await app.database.pool.query("update rooms set access_type = 'PRIVATE' where slug = $1", [
      slug,
    ]);
    await remove(bob);
    const moved = await bob.call("switchToPersonal", {});
    bob.accessToken = moved.tokens.access.token;
    await joinByLink(owner, orgId, bob);
    await runJob(bob);
    expect(await placesOf(bob)).toEqual({ general: "ACCEPTED", [slug]: "IDLE" });
    expect((await bob.refusal("getRoom", { params: { slug } })).code).toBe("ROOM_NOT_FOUND");
  });

  const accept = (inviteCode: string) => bob.refusal("acceptInvitation", { body: { inviteCode } });
  it.each<[string, () => Promise<() => Promise<{ code: string }>>, ErrorCode]>([
    [
      "a link of before",
      async () => {
        const { code } = await owner.call("generateInviteLink", { params: { orgId }, body: {} });
        return () => accept(code);
      },
      "INVITATION_WRONG_ACCOUNT",
    ],
    [
      "an invitation to them of before",
      async () => {
        const { username, email } = bob.user;
        await app.database.pool.query("delete from workspace_members where user_id = $1", [
          bob.user.id,
        ]);
        const invitations = [{ username, role: "ADMIN" as const }, { email: email ?? "" }];
        await owner.call("inviteMembers", { params: { orgId }, body: { invitations } });
        const { results } = await bob.call("listMyInvitations", {});
        await setMember(app, orgId, bob.user.id);
        return () => accept(results[0]?.id ?? "");
      },
      "INVITATION_NOT_FOUND",
    ],
    [
      "the domain of their address",
      async () => {
        await app.database.pool.query("update organizations set domain_verified_at = null");
        await app.database.pool.query(
          `update organizations set domain = 'example.org', domain_verified_at = now(), settings = '{"joinByDomain": true}'
            where id = $1`,
          [orgId],
        );
        return () => bob.refusal("joinOrganization", { params: { orgId } });
      },
      "ORGANIZATION_NOT_FOUND",
    ],
  ])(
    "does not come back by %s, nor do they who leave while suspended",
    async (_, prepare, code) => {
      const comeBack = await prepare();
      await setMember(app, orgId, bob.user.id, { status: "SUSPENDED" });
      const moved = await bob.call("switchToPersonal", {});
      bob.accessToken = moved.tokens.access.token;
      app.clock.advance(1);
      await remove(bob, bob);
      expect((await comeBack()).code).toBe(code);
      const pending = await rowsOf(
        "select 1 from invitations where workspace_id = $1 and status = 'PENDING' and type <> 'LINK'",
        orgId,
      );
      expect(pending).toEqual([]);
      expect(await bob.call("listJoinable", {})).toEqual({ results: [] });
    },
  );

  it("leaves each room once, however often and by how many at once it is done", async () => {
    for (let more = 0; more < 4; more += 1) await createRoomOf(owner, bob);
    await remove(bob);
    await Promise.all([runJob(bob), runJob(bob), runJob(bob)]);
    const rows = await rowsOf<{ count: number }>(
      `select count(*)::int as count from room_events e join rooms r on r.id = e.room_id
        where r.workspace_id = $1 and e.kind = 'participant_changed' and e.facts ->> 'userId' = $2
          and e.facts ->> 'accessStatus' <> 'ACCEPTED'
        group by r.id`,
      orgId,
      bob.user.id,
    );
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  });

  it("writes nothing after it: what was judged before is waited for", async () => {
    const slug = await createRoomOf(owner, bob);
    const client = await app.database.pool.connect();
    const sent = async (): Promise<number> =>
      (await owner.call("listMessages", { params: { slug }, query: {} })).messages.filter(
        ({ content }) => content === "on its way",
      ).length;
    try {
      // Somebody else is about to write at the seq that the send was given: there it stands, judged and not yet committed.
      await client.query("begin");
      await client.query(
        `insert into messages (
          room_id, seq, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at
        )
        select id, last_seq + 1, uuidv7(), $2, 'temp_other', '', 'other', 'text', now(), now() from rooms where slug = $1`,
        [slug, owner.user.id],
      );
      const body = { content: "on its way" };
      const sending = bob.call("sendMessage", { params: { slug }, body });
      await vi.waitUntil(() => isAnybodyWaiting());
      let isAnswered = false;
      const removing = remove(bob).then(() => {
        isAnswered = true;
        return sent();
      });
      await vi.waitUntil(async () => (await membersNow()) === 1);
      for (let others = 0; others < 5; others += 1) await owner.call("getMe", {});
      expect(isAnswered).toBe(false);
      await client.query("rollback");
      expect(await removing).toBe(1);
      await sending;
    } finally {
      client.release();
    }
  });

  it("writes nothing after it, wherever it was on its way", async () => {
    const slug = await createRoomOf(owner, bob);
    const body = { content: "on its way" };
    const count = () =>
      rowsOf("select count(*) from messages where author_id = $1 and type = 'text'", bob.user.id);
    for (let round = 0; round < 4; round += 1) {
      const as = { as: bob.tokens.access.token };
      const sends = Array.from({ length: 30 }, async () => {
        const answer = await app.request("sendMessage", { params: { slug }, body }, as);
        return answer.statusCode;
      });
      await sends[round * 7];
      await remove(bob);
      const landed = await count();
      const codes = new Set(await Promise.all(sends));
      expect(await count()).toEqual(landed);
      expect([...codes].filter((code) => ![201, 403, 404].includes(code))).toEqual([]);
      await joinByLink(owner, orgId, bob);
      await bob.call("createOrJoinRooms", { body: { sessionRoomSlug: slug } });
    }
  });
});

describe("a room whose last OWNER is gone", () => {
  let crowd: readonly Person[];
  beforeAll(async () => {
    crowd = [ann, tom, await enter(app, "Uma"), await enter(app, "Ben")];
  });

  /** Bob's, with these levels of the others beside him, in the order in which they came. */
  async function roomWith(...levels: ParticipantAccessLevel[]): Promise<[string, Person[]]> {
    const others = levels.map((_, place) => crowd[place] ?? bob);
    for (const person of others) {
      await setMember(app, orgId, person.user.id);
      await switchTo(app, person, orgId);
    }
    const slug = await createRoomOf(bob, ...others);
    for (const [place, level] of levels.entries())
      await app.database.pool.query(
        "update participants set access_level = $1 where user_id = $2 and room_id in (select id from rooms where slug = $3)",
        [level, others[place]?.user.id, slug],
      );
    return [slug, others];
  }

  const cases: readonly [ParticipantAccessLevel[], number | undefined][] = [
    [["WRITE", "WRITE", "ADMIN", "ADMIN"], 2],
    [["READ", "WRITE", "WRITE"], 1],
    [["WRITE", "OWNER"], undefined],
    [["READ", "COMMENT"], undefined],
  ];
  it.each(cases)("with %j goes to the one at %s", async (levels, place) => {
    const [slug, others] = await roomWith(...levels);
    await remove(bob);
    await hasEnded(bob);
    const owners = await Promise.all(
      others.map(
        async (person) => (await person.call("getRoom", { params: { slug } })).accessLevel,
      ),
    );
    const expected = levels.map((level, at) => (at === place ? "OWNER" : level));
    expect(owners).toEqual(expected);
  });

  it("passes over whoever is suspended", async () => {
    const [slug, [ada, ben]] = await roomWith("ADMIN", "WRITE");
    if (!ada || !ben) throw new Error("Both are there");
    await setMember(app, orgId, ada.user.id, { status: "SUSPENDED" });
    await remove(bob);
    await hasEnded(bob);
    expect((await ben.call("getRoom", { params: { slug } })).accessLevel).toBe("OWNER");
  });

  it("because they are suspended goes to another one, and is theirs as well when they are back", async () => {
    const [slug, [ada]] = await roomWith("WRITE");
    const params = paramsOf(bob);
    await owner.call("suspendMember", { params, body: { reason: "On leave" } });
    const levelOf = async (person: Person | undefined) =>
      (await person?.call("getRoom", { params: { slug } }))?.accessLevel;
    await expect.poll(() => levelOf(ada)).toBe("OWNER");
    await owner.call("reactivateMember", { params });
    expect(await levelOf(bob)).toBe("OWNER");
  });

  it("is over where nobody is left, and general is not", async () => {
    const slug = await createRoomOf(bob);
    await remove(bob);
    await hasEnded(bob);
    expect((await owner.refusal("getRoom", { params: { slug } })).code).toBe("ROOM_NOT_FOUND");
    expect(await owner.call("getRoom", { params: { slug: "general" } })).toMatchObject({
      memberCount: 1,
      accessLevel: "OWNER",
    });
  });
});
