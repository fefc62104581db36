import { ELEVATION_HEADER } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, enter } from "#test/organizations.ts";
import { openProgram, signIn, type CallOptions, type Person } from "#test/world.ts";

let app: TestApp;
let alice: Person;
let proof: CallOptions;
let old: string;

beforeAll(async () => {
  app = await startTestApp({ environment: {} });
});
afterAll(() => app.close());

let addresses = 0;
beforeEach(async () => {
  addresses += 1;
  app.clock.advance(31_000);
  alice = await enter(app, "Alice");
  old = alice.user.email ?? "";
  proof = await elevate(alice);
});

const start = async (identifier: string, person = alice, options = proof) =>
  (await person.call("startIdentifierChange", { body: { identifier } }, options)).user;
const newAddress = () => `new${addresses}@example.org`;
const subjectsTo = (to: string) =>
  app.outbox
    .list()
    .filter((mail) => mail.to === to)
    .map(({ subject }) => subject);

describe("an address", () => {
  it("takes the place of the old one, which is told, once a code has proved it", async () => {
    const { otp = "" } = await start(`  ${newAddress().toUpperCase()} `);
    const body = { identifier: newAddress(), otp };
    expect(await alice.call("changeIdentifier", { body }, proof)).toMatchObject({
      email: newAddress(),
      isEmailVerified: true,
    });
    expect((await signIn(openProgram(app.app.http.app), newAddress())).user.id).toBe(alice.user.id);
    await vi.waitFor(() =>
      expect(subjectsTo(old)).toContain("An address of your Colbin account was changed"),
    );
    const stranger = await signIn(openProgram(app.app.http.app), old);
    expect(stranger.user.id).not.toBe(alice.user.id);
  });

  it("may be the first phone number beside the email address", async () => {
    const phone = `+49151123456${String(addresses).padStart(2, "0")}`;
    const { otp = "" } = await start(phone);
    const body = { identifier: phone, otp };
    const user = await alice.call("changeIdentifier", { body }, proof);
    expect(user).toMatchObject({ email: old, phone, isPhoneNumberVerified: true });
  });

  it("of another account gets the same answer, is told, and cannot be proved", async () => {
    const bob = await enter(app, "Bob");
    const taken = bob.user.email ?? "";
    const { otp = "", ...said } = await start(taken);
    expect(said).toEqual({ identifier: taken });
    const body = { identifier: taken, otp };
    const refusal = await alice.refusal("changeIdentifier", { body }, proof);
    expect(refusal.code).toBe("OTP_INVALID");
    await vi.waitFor(() =>
      expect(subjectsTo(taken)).toContain("Somebody wanted to use your address on Colbin"),
    );
    app.clock.advance(31_000);
    await start(taken);
    const done = `select from jobs.job where name = 'auth.address-claim' and state = 'completed'
      and data->>'identifier' = $1`;
    const countDone = async () => (await app.database.pool.query(done, [taken])).rows.length;
    await expect.poll(countDone).toBe(2);
    expect(subjectsTo(taken).filter((each) => each.startsWith("Somebody"))).toHaveLength(1);
  });

  it("that another account takes meanwhile stays theirs", async () => {
    const { otp = "" } = await start(newAddress());
    const other = await signIn(openProgram(app.app.http.app), newAddress());
    const body = { identifier: newAddress(), otp };
    expect((await alice.refusal("changeIdentifier", { body }, proof)).code).toBe("OTP_EXPIRED");
    expect((await other.call("getMe", {})).email).toBe(newAddress());
    expect((await alice.call("getMe", {})).email).toBe(old);
  });

  it("is proved by its own code, in the session that asked, with an elevation", async () => {
    const { otp = "" } = await start(newAddress());
    const body = { identifier: newAddress(), otp };
    const bare = await alice.refusal("changeIdentifier", { body });
    expect(bare.code).toBe("ELEVATION_REQUIRED");
    const elsewhere = { body: { ...body, identifier: `x${newAddress()}` } };
    expect((await alice.refusal("changeIdentifier", elsewhere, proof)).code).toBe("OTP_EXPIRED");
    app.clock.advance(31_000);
    const other = await signIn(openProgram(app.app.http.app), old);
    app.clock.advance(31_000);
    const theirs = await elevate(other);
    expect((await other.refusal("changeIdentifier", { body }, theirs)).code).toBe("OTP_EXPIRED");
    expect(await openProgram(app.app.http.app).refusal("verifyOtp", { body })).toMatchObject({
      code: "OTP_EXPIRED",
    });
    const headers = { [ELEVATION_HEADER]: "x".repeat(22) };
    const asked = { body: { identifier: newAddress() } };
    const foreign = await alice.refusal("startIdentifierChange", asked, { headers });
    expect(foreign.code).toBe("ELEVATION_REQUIRED");
  });
});

it("what happened to an account is shown to its person alone, the newest first", async () => {
  const wrong = { body: { identifier: old, otp: "0000" } };
  app.clock.advance(31_000);
  const { user } = await openProgram(app.app.http.app).call("sendOtp", {
    body: { identifier: old },
  });
  if (user.otp === "0000") wrong.body.otp = "1111";
  await openProgram(app.app.http.app).refusal("verifyOtp", wrong);
  app.clock.advance(1_000);
  const { otp } = await start(newAddress());
  const other = { identifier: newAddress(), otp: otp === "0000" ? "1111" : "0000" };
  await alice.refusal("changeIdentifier", { body: other }, proof);
  const { events } = await alice.call("listSecurityEvents", {});
  expect(events.map(({ kind }) => kind)).toEqual([
    "failed verification",
    "failed sign-in",
    "sign-in",
  ]);
  expect(events.at(-1)).toMatchObject({ details: { by: "code", isNewAccount: true } });
  const bob = await enter(app, "Bob");
  const { events: others } = await bob.call("listSecurityEvents", {});
  expect(others.map(({ kind }) => kind)).toEqual(["sign-in"]);
  app.clock.advance(91 * 24 * 3_600_000);
  const later = await signIn(openProgram(app.app.http.app), old);
  const { events: recent } = await later.call("listSecurityEvents", {});
  expect(recent.map(({ kind }) => kind)).toEqual(["sign-in"]);
});
