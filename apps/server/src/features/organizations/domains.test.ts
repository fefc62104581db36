import { randomUUID } from "node:crypto";
import type { ErrorCode, MemberStatus, WorkspaceId, WorkspaceRole } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { startNameServer, type NameServer } from "#test/name-server.ts";
import { elevate, setMember } from "#test/organizations.ts";
import { openBrowser, signIn, type Person } from "#test/world.ts";

let names: NameServer;
let app: TestApp;
/** Runs the server. */
let operator: Person;
let owner: Person;
let bob: Person;
let domain: string;
let orgId: WorkspaceId;
beforeAll(async () => {
  names = await startNameServer();
  app = await startTestApp({
    environment: { OTP_SENDS_PER_IP_HOUR: "100000", DNS_SERVERS: names.address },
  });
  operator = await enter("operator@example.org");
});
afterAll(async () => {
  await app.close();
  await names[Symbol.asyncDispose]();
});
beforeEach(async () => {
  domain = `nordlicht-${randomUUID()}.example`;
  [owner, bob] = [await enter(`olga@${domain}`), await enter(`bob-${randomUUID()}@example.org`)];
  orgId = await create(owner);
});

function enter(address: string): Promise<Person> {
  return signIn(openBrowser(app.app.http.app), address);
}

async function create(person: Person): Promise<WorkspaceId> {
  const body = { title: "Nordlicht", domain };
  return (await person.call("createOrganization", { body })).id;
}

async function verificationOf(person: Person, id = orgId) {
  return (await person.call("getOrganization", { params: { orgId: id } })).domainVerification;
}

/** Writes the record of this organization into the DNS. */
async function publish(person = owner, id = orgId): Promise<void> {
  const { record = "" } = (await verificationOf(person, id)) ?? {};
  names.texts.set(domain, ["v=spf1 -all", record]);
}

type Verification = { readonly withoutRecord?: boolean };

async function verify(person = owner, body: Verification = {}, id = orgId): Promise<string> {
  const input = { params: { orgId: id }, body };
  const answer = await app.request("verifyDomain", input, { as: person.tokens.access.token });
  return answer.statusCode < 400 ? "ok" : answer.json<{ code: string }>().code;
}

async function open(): Promise<void> {
  await publish();
  await verify();
  await owner.call("updateSettings", { params: { orgId }, body: { joinByDomain: true } });
}

async function joinable(person: Person): Promise<WorkspaceId[]> {
  return (await person.call("listJoinable", {})).results.map(({ id }) => id);
}

async function join(person: Person): Promise<string> {
  const input = { params: { orgId } };
  const answer = await app.request("joinOrganization", input, { as: person.tokens.access.token });
  return answer.statusCode < 400 ? "ok" : answer.json<{ code: string }>().code;
}

test("a domain is verified by its record, once for all organizations, and no more where it is another", async () => {
  expect(await verify()).toBe("DOMAIN_NOT_VERIFIED");
  names.texts.set(domain, ["colbin-verify=something-else"]);
  expect(await verify()).toBe("DOMAIN_NOT_VERIFIED");
  await publish();
  expect(await verify()).toBe("ok");
  expect((await verificationOf(owner))?.verifiedAt).not.toBeNull();
  names.texts.delete(domain);
  expect(await verify()).toBe("ok");

  const second = await create(bob);
  await publish(bob, second);
  expect(await verify(bob, {}, second)).toBe("DOMAIN_TAKEN");

  const change = (to: string | null) =>
    owner.call("updateOrganization", { params: { orgId }, body: { domain: to } });
  await change(`www.${domain}`);
  expect((await verificationOf(owner))?.verifiedAt).toBeNull();
  expect(await verify(bob, {}, second)).toBe("ok");
  await change(null);
  expect(await verify()).toBe("DOMAIN_INVALID");
  expect(await verificationOf(owner)).toBeUndefined();
});

test("a domain is free when its organization is deleted, which has to prove it again", async () => {
  await open();
  const params = { orgId };
  await owner.call("deleteOrganization", { params }, await elevate(owner));
  const second = await create(bob);
  await publish(bob, second);
  expect(await verify(bob, {}, second)).toBe("ok");
  await app.database.pool.query("update users set role = 'OWNER' where id = $1", [bob.user.id]);
  await bob.call("restoreOrganization", { params });
  expect((await verificationOf(owner))?.verifiedAt).toBeNull();
  expect(await owner.call("getSettings", { params })).toMatchObject({ joinByDomain: false });
  await publish();
  expect(await verify()).toBe("DOMAIN_TAKEN");
});

test("of two organizations that verify a domain at once one has it", async () => {
  const second = await create(bob);
  await publish();
  const { record = "" } = (await verificationOf(bob, second)) ?? {};
  names.texts.set(domain, [...(names.texts.get(domain) ?? []), record]);
  const answers = await Promise.all([verify(), verify(bob, {}, second)]);
  expect(answers.toSorted()).toEqual(["DOMAIN_TAKEN", "ok"]);
});

test.each(["createOrganization", "updateOrganization"] as const)(
  "%s takes no domain where everybody has an address",
  async (name) => {
    const body = { title: "Everybody", domain: "GMX.de" };
    const refusal = await owner.refusal(name, { params: { orgId }, body });
    expect(refusal).toMatchObject({ code: "DOMAIN_INVALID" });
  },
);

describe("by what one is in it", () => {
  const none = "ORGANIZATION_NOT_FOUND";
  it.each<[WorkspaceRole | null, MemberStatus, boolean, ...(ErrorCode | "ok")[]]>([
    ["ADMIN", "ACTIVE", true, "ok", "FORBIDDEN"],
    ["MEMBER", "ACTIVE", false, "FORBIDDEN", "FORBIDDEN"],
    ["GUEST", "ACTIVE", false, "FORBIDDEN", "FORBIDDEN"],
    ["ADMIN", "SUSPENDED", false, none, none],
    [null, "ACTIVE", false, none, none],
  ])(
    "%s %s: sees the record: %s, verifies: %s, without it: %s",
    async (role, status, ...expected) => {
      if (role) await setMember(app, orgId, bob.user.id, { role, status });
      await publish();
      const answer = await app.request(
        "getOrganization",
        { params: { orgId } },
        { as: bob.tokens.access.token },
      );
      const seen = answer.json<{ domainVerification?: object }>();
      const without = await verify(bob, { withoutRecord: true });
      expect([seen.domainVerification !== undefined, await verify(bob), without]).toEqual(expected);
    },
  );

  it("those who run the server do without the record, also where they are not in it", async () => {
    expect(await verify(operator)).toBe("ORGANIZATION_NOT_FOUND");
    expect(await verify(operator, { withoutRecord: true })).toBe("ok");
    expect(await verify(operator, { withoutRecord: true }, randomUUID() as WorkspaceId)).toBe(
      "ORGANIZATION_NOT_FOUND",
    );
    expect((await verificationOf(owner))?.verifiedAt).not.toBeNull();
  });
});

describe("joinByDomain", () => {
  it("needs a verified domain, and ends with it", async () => {
    const input = { params: { orgId }, body: { joinByDomain: true } };
    const refusal = await owner.refusal("updateSettings", input);
    expect(refusal).toMatchObject({ code: "DOMAIN_NOT_VERIFIED" });
    await open();
    await owner.call("updateOrganization", {
      params: { orgId },
      body: { domain: "other.example" },
    });
    expect(await owner.call("getSettings", { params: { orgId } })).toMatchObject({
      joinByDomain: false,
    });
  });

  it("lets whoever has an address there join as a MEMBER, and work there at once", async () => {
    const ada = await enter(`ada@${domain}`);
    expect([await joinable(ada), await join(ada)]).toEqual([[], "ORGANIZATION_NOT_FOUND"]);
    await open();
    const [input, headers] = [{ params: { orgId } }, { origin: "https://evil.example" }];
    const foreign = await ada.refusal("joinOrganization", input, { headers });
    expect(foreign.code).toBe("ORIGIN_NOT_ALLOWED");
    expect(await joinable(ada)).toEqual([orgId]);
    const reply = await ada.call("joinOrganization", input);
    expect(reply).toMatchObject({
      user: { accountType: "BUSINESS" },
      currentOrg: { orgId, orgName: "Nordlicht", orgRole: "MEMBER" },
    });
    Object.assign(ada, { tokens: reply.tokens, accessToken: reply.tokens.access.token });
    expect((await ada.call("listSubscriptions", {})).results).toMatchObject([
      { sessionRoomSlug: "general", memberCount: 2 },
    ]);
    expect([await joinable(ada), await join(ada)]).toEqual([[], "ok"]);
    const { rows } = await app.database.pool.query(
      "select details from audit_events where workspace_id = $1 and kind = 'member joined'",
      [orgId],
    );
    expect(rows).toEqual([{ details: { role: "MEMBER", by: "DOMAIN" } }]);
  });

  it("lets nobody in again who was removed, and nobody once the organization is deleted", async () => {
    await open();
    const ada = await enter(`ada@${domain}`);
    await join(ada);
    const params = { orgId, userId: ada.user.id };
    await owner.call("removeMember", { params, body: {} });
    expect([await joinable(ada), await join(ada)]).toEqual([[], "ORGANIZATION_NOT_FOUND"]);

    await app.database.pool.query("update workspaces set deleted_at = now() where id = $1", [
      orgId,
    ]);
    const uwe = await enter(`uwe@${domain}`);
    expect([await joinable(uwe), await join(uwe)]).toEqual([[], "ORGANIZATION_NOT_FOUND"]);
    expect(await verify(operator, { withoutRecord: true })).toBe("ORGANIZATION_NOT_FOUND");
  });

  it("keeps out whoever is suspended, has another address, a subdomain's or none that is proved", async () => {
    await open();
    const suspended = await enter(`sam@${domain}`);
    await setMember(app, orgId, suspended.user.id, { status: "SUSPENDED" });
    const under = await enter(`una@mail.${domain}`);
    const unproved = await enter(`uwe@${domain}`);
    await app.database.pool.query("update users set is_email_verified = false where id = $1", [
      unproved.user.id,
    ]);
    for (const person of [suspended, bob, under, unproved])
      expect(await joinable(person)).toEqual([]);
    expect(await join(suspended)).toBe("MEMBER_SUSPENDED");
    for (const person of [bob, under, unproved])
      expect(await join(person)).toBe("ORGANIZATION_NOT_FOUND");
  });
});
