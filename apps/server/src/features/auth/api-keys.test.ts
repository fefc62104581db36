import {
  API_BASE_PATH,
  apiKeyScopes,
  endpoints,
  scopeOf,
  type ApiKeyScope,
  type EndpointShape,
} from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, enter, setMember, switchTo } from "#test/organizations.ts";
import { openProgram, signIn, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
beforeAll(async () => {
  app = await startTestApp({
    environment: { ORG_MAX_OWNED: "1000", API_RATE_USER: "100000", API_RATE_ANONYMOUS: "100000" },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(31_000);
  alice = await enter(app, "Alice");
});

/** A key of the person for where they are, and a program that shows it. */
async function makeKey(person: Person, scopes: readonly ApiKeyScope[], proof?: Proof) {
  const body = { name: "Report", scopes: [...scopes], expiresInDays: 1 };
  const { key, secret } = await person.call(
    "createApiKey",
    { body },
    proof ?? (await elevate(person)),
  );
  return { key, secret, program: toProgram(secret) };
}

type Proof = Awaited<ReturnType<typeof elevate>>;

function toProgram(secret: string) {
  const program = openProgram(app.app.http.app);
  program.accessToken = secret;
  return program;
}

type Program = ReturnType<typeof toProgram>;

async function codeOf(program: Program, { method, path }: EndpointShape) {
  const url = API_BASE_PATH + path.replaceAll(/:\w+/g, "x");
  const { status, body } = await program.send({ method, url });
  // An answer to HEAD has no body.
  return method === "HEAD" && status === 403
    ? "SCOPE_MISSING"
    : (body as { code?: string } | undefined)?.code;
}

describe("an API key", () => {
  it("acts as its person where it was made, and its messages say so", async () => {
    const { key, secret, program } = await makeKey(alice, ["rooms:write", "messages:write"]);
    expect(secret).toMatch(/^cbk_[\w-]{43}$/);
    expect(key).toMatchObject({
      name: "Report",
      hint: secret.slice(-4),
      organization: null,
      usedAt: null,
    });
    expect((await program.call("getMe", {})).id).toBe(alice.user.id);
    const room = await program.call("createRoom", { body: { title: "Nightly" } });
    const params = { slug: room.sessionRoomSlug };
    const { message } = await program.call("sendMessage", { params, body: { content: "done" } });
    expect(message).toMatchObject({ authorId: alice.user.id, metadata: { viaApi: true } });
    const of = { params: { ...params, id: message.id } };
    expect((await alice.call("getMessage", of)).metadata).toEqual({ viaApi: true });
    const own = await alice.call("sendMessage", { params, body: { content: "by hand" } });
    expect(own.message.metadata).toEqual({});
    const ofOwn = { params: { ...params, id: own.message.id } };
    await program.call("editMessage", { ...ofOwn, body: { content: "by a program" } });
    expect((await alice.call("getMessage", ofOwn)).metadata).toEqual({ viaApi: true });
    const [listed] = (await alice.call("listApiKeys", {})).keys;
    expect(listed).toEqual({ ...key, usedAt: app.clock.now().toISOString() });
  });

  it("reaches the calls of its scopes and no other, and none where its person is asked for", async () => {
    const proof = await elevate(alice);
    const all = (await makeKey(alice, apiKeyScopes, proof)).program;
    const keys = await Promise.all(
      apiKeyScopes.map(
        async (scope) => [scope, (await makeKey(alice, [scope], proof)).program] as const,
      ),
    );
    const calls = Object.entries<EndpointShape>(endpoints).filter(
      ([, { access, takesBytes }]) => access === "user" && takesBytes === undefined,
    );
    const wrong: string[] = [];
    for (const [name, shape] of calls) {
      const needed = scopeOf(name, shape);
      const isOpen = async (program: Program) => (await codeOf(program, shape)) !== "SCOPE_MISSING";
      if ((await isOpen(all)) !== (needed !== null)) wrong.push(`${name} with all scopes`);
      for (const [scope, program] of keys) {
        const contains =
          needed === "any" || scope === needed || scope === needed?.replace(":read", ":write");
        if ((await isOpen(program)) !== contains) wrong.push(`${name} with ${scope}`);
      }
    }
    expect(wrong).toEqual([]);
    const closed = calls.filter(([name, shape]) => scopeOf(name, shape) === null);
    const named = closed.map(([name]) => name);
    for (const name of [
      "createApiKey",
      "listAudit",
      "switchOrganization",
      "deleteUser",
      "createWsTicket",
    ])
      expect(named).toContain(name);
  });

  it("knows no other organization, and nothing of what its person may do on the instance", async () => {
    const { id: orgId } = await alice.call("createOrganization", { body: { title: "Nordlicht" } });
    const make = "update users set role = 'OWNER' where id = $1";
    await app.database.pool.query(make, [alice.user.id]);
    const { program } = await makeKey(alice, ["members:write", "rooms:write"]);
    const params = { orgId };
    const body = { invitations: [{ email: "mallory@example.org", role: "ADMIN" as const }] };
    const refusals = [
      await program.refusal("inviteMembers", { params, body }),
      await program.refusal("listMembers", { params, query: {} }),
      await program.refusal("listRoomsOf", { params, query: {} }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => "ORGANIZATION_NOT_FOUND"));
    expect((await program.refusal("cleanUpDuplicates", {})).code).toBe("FORBIDDEN");
  });

  it("is not for guests", async () => {
    const { id: orgId } = await alice.call("createOrganization", { body: { title: "Nordlicht" } });
    const bob = await enter(app, "Bob");
    await setMember(app, orgId, bob.user.id, { role: "GUEST" });
    await switchTo(app, bob, orgId);
    const body = { name: "Report", scopes: ["rooms:read" as const] };
    expect((await bob.refusal("createApiKey", { body }, await elevate(bob))).code).toBe(
      "FORBIDDEN",
    );
  });

  it("ends when its person ends it, with its time, and is not another's to end", async () => {
    const bob = await enter(app, "Bob");
    const proof = await elevate(alice);
    const { key, program } = await makeKey(alice, ["rooms:read"], proof);
    const params = { id: key.id };
    expect((await bob.refusal("deleteApiKey", { params })).code).toBe("API_KEY_NOT_FOUND");
    await program.call("listMyRooms", {});
    await alice.call("deleteApiKey", { params });
    expect((await program.refusal("getMe", {})).code).toBe("UNAUTHORIZED");
    const other = await makeKey(alice, ["rooms:read"], proof);
    app.clock.advance(24 * 60 * 60_000);
    expect((await other.program.refusal("getMe", {})).code).toBe("UNAUTHORIZED");
    expect((await toProgram(`cbk_${"x".repeat(43)}`).refusal("getMe", {})).code).toBe(
      "UNAUTHORIZED",
    );
  });

  it("stops with the membership of its person, and a new membership does not bring it back", async () => {
    const bob = await enter(app, "Bob");
    const { id: orgId } = await alice.call("createOrganization", { body: { title: "Nordlicht" } });
    await setMember(app, orgId, bob.user.id);
    await switchTo(app, bob, orgId);
    await switchTo(app, alice, orgId);
    const { key, program } = await makeKey(bob, ["members:read"]);
    expect(key.organization).toBe("Nordlicht");
    const params = { orgId, userId: bob.user.id };
    const isIn = async () => (await program.send({ method: "GET", url: "/v1/user/me" })).status;
    expect(await isIn()).toBe(200);
    await alice.call("suspendMember", { params, body: { reason: "away" } });
    expect(await isIn()).toBe(401);
    await alice.call("reactivateMember", { params });
    expect(await isIn()).toBe(200);
    await alice.call("removeMember", { params, body: {} });
    await setMember(app, orgId, bob.user.id);
    expect(await isIn()).toBe(401);
  });

  it("is told of a week before it ends, once, where it lives longer than that", async () => {
    const proof = await elevate(alice);
    for (const expiresInDays of [7, 8, 30]) {
      const name = `${expiresInDays} days`;
      const body = { name, scopes: ["rooms:read" as const], expiresInDays };
      await alice.call("createApiKey", { body }, proof);
    }
    const daysLater = async (days: number) => {
      app.clock.advance(days * 24 * 60 * 60_000);
      const worker = app.app.workers.find(({ kind }) => kind.name === "api-keys.tell-expiring");
      await worker?.run({});
      await worker?.run({});
      const { rows } = await app.database.pool.query<{ name: string }>(
        `select data->'facts'->>'name' as name from jobs.job where name = 'notifications.notify'
          and data->>'type' = 'API_KEY_EXPIRING' and data->>'userId' = $1 order by 1`,
        [alice.user.id],
      );
      return rows.map(({ name }) => name);
    };
    expect(await daysLater(0)).toEqual([]);
    expect(await daysLater(1)).toEqual(["8 days"]);
    expect(await daysLater(22)).toEqual(["30 days", "8 days"]);
    const later = await signIn(openProgram(app.app.http.app), alice.user.email ?? "");
    const told = async () => (await later.call("listNotifications", { query: {} })).results;
    const expiresAt = new Date(app.clock.now().getTime() + 7 * 24 * 60 * 60_000).toISOString();
    const facts = { name: "30 days", expiresAt };
    const row = { type: "API_KEY_EXPIRING", workspaceId: null, url: "/settings/api", facts };
    await expect.poll(told).toContainEqual(expect.objectContaining(row));
  });

  it("is one of twenty at most", async () => {
    const proof = await elevate(alice);
    const body = { name: "Report", scopes: ["rooms:read" as const] };
    for (let made = 0; made < 20; made += 1) await alice.call("createApiKey", { body }, proof);
    expect((await alice.refusal("createApiKey", { body }, proof)).code).toBe("API_KEY_LIMIT");
  });
});
