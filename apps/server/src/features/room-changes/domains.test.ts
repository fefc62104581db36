import type { ErrorCode, WorkspaceId } from "@colbin/protocol";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { createOrganization, setMember, switchTo } from "#test/organizations.ts";
import { createRoomOf, openBrowser, signIn, type Person } from "#test/world.ts";

let app: TestApp;
let orgId: WorkspaceId;
/** At nordlicht.example, as bob; carol is elsewhere. */
let alice: Person;
let bob: Person;
let carol: Person;
let slug: string;
const domain = "nordlicht.example";

beforeAll(async () => {
  app = await startTestApp();
  orgId = await createOrganization(app);
  const enter = async (address: string) => {
    const person = await signIn(openBrowser(app.app.http.app), address);
    await setMember(app, orgId, person.user.id);
    await switchTo(app, person, orgId);
    return person;
  };
  alice = await enter(`alice@${domain}`);
  bob = await enter(`bob@${domain}`);
  carol = await enter("carol@gmail.com");
  slug = await createRoomOf(alice, carol);
});
afterAll(() => app.close());

const at = () => ({ params: { slug } });
const choose = (organizationDomain: string | null) => ({ ...at(), body: { organizationDomain } });

describe("the domain of a room", () => {
  it("is proposed by a verified address that is nobody else's", async () => {
    expect(await alice.call("suggestDomain", {})).toEqual({ domain, reason: null });
    const none = { domain: null, reason: "PUBLIC_PROVIDER" };
    expect(await carol.call("suggestDomain", {})).toEqual(none);
  });

  it("has to be there for people to be compared with it", async () => {
    const body = { emails: ["x@y.example"] };
    expect((await alice.refusal("batchValidateDomain", { ...at(), body })).code).toBe(
      "ROOM_HAS_NO_DOMAIN",
    );
    expect((await carol.refusal("listDomainUsers", { ...at(), query: {} })).code).toBe(
      "ROOM_HAS_NO_DOMAIN",
    );
    expect(await carol.call("validateDomainAccess", at())).toEqual({ valid: true, domain: null });
  });

  it.each<[string, ErrorCode]>([
    ["no domain", "DOMAIN_INVALID_FOR_ROOM"],
    ["gmail.com", "DOMAIN_INVALID_FOR_ROOM"],
  ])("is not %s", async (text, code) => {
    expect((await alice.refusal("changeRoomDomain", choose(text))).code).toBe(code);
  });

  test("of general, or of a room in Personal, there is none", async () => {
    const personal = await signIn(openBrowser(app.app.http.app), `dora@${domain}`);
    const params = { slug: await createRoomOf(personal) };
    const refusal = await personal.refusal("changeRoomDomain", {
      params,
      body: { organizationDomain: domain },
    });
    expect(refusal).toMatchObject({ code: "DOMAIN_INVALID_FOR_ROOM", status: 400 });
  });

  it("lets in people with an address there, and others look no more from outside", async () => {
    expect((await carol.refusal("changeRoomDomain", choose(domain))).code).toBe(
      "DOMAIN_ADMINS_ONLY",
    );
    const room = await alice.call("changeRoomDomain", choose(" Nordlicht.EXAMPLE "));
    expect(room.seq).toBeDefined();
    expect(await bob.call("validateDomainAccess", at())).toEqual({ valid: true, domain });
    expect(await bob.call("validateRoom", at())).toMatchObject({ valid: true, action: "join" });
    await bob.call("listMessages", { ...at(), query: {} });
    expect((await carol.refusal("validateDomainAccess", at())).code).toBe("DOMAIN_MISMATCH");
    await carol.call("listMessages", { ...at(), query: {} });
    await carol.call("leaveRoom", at());
    expect((await carol.refusal("listMessages", { ...at(), query: {} })).code).toBe(
      "NOT_A_PARTICIPANT",
    );
    expect(await carol.call("validateRoom", at())).toMatchObject({
      valid: true,
      action: "requestException",
    });
  });

  it("is compared with many at once, by those who lead the room", async () => {
    const emails = [`anybody@${domain}`, `a@sub.${domain}`, domain];
    const compared = await alice.call("batchValidateDomain", { ...at(), body: { emails } });
    expect(compared.results.map(({ matches }) => matches)).toEqual([true, false, false]);
    const userIds = [alice.user.id, bob.user.id];
    const people = await alice.call("batchValidateDomain", { ...at(), body: { userIds } });
    // Bob is not in the room.
    expect(people.results.map(({ matches }) => matches)).toEqual([true, false]);
    expect((await bob.refusal("batchValidateDomain", { ...at(), body: { emails } })).code).toBe(
      "DOMAIN_BATCH_ADMINS_ONLY",
    );
    const { results } = await alice.call("listDomainUsers", { ...at(), query: {} });
    expect(results.map(({ id, isParticipant }) => [id, isParticipant])).toEqual(
      expect.arrayContaining([
        [alice.user.id, true],
        [bob.user.id, false],
      ]),
    );
    expect(results).toHaveLength(2);
    expect((await bob.refusal("listDomainUsers", { ...at(), query: {} })).code).toBe(
      "NOT_A_PARTICIPANT",
    );
  });
});
