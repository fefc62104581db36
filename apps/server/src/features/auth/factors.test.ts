import { ELEVATION_HEADER, type CallOf } from "@colbin/protocol";
import { HOTP, Secret } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAuthenticator } from "#test/authenticator.ts";
import { startTestApp, type TestApp } from "#test/harness.ts";
import { elevate, enter, switchTo } from "#test/organizations.ts";
import { openProgram, signIn, toPerson, type Person } from "#test/world.ts";
import { resetFactors } from "./factor-reset.service.ts";

let app: TestApp;
let alice: Person;
beforeAll(async () => {
  const sends = { OTP_SENDS_PER_IDENTIFIER_HOUR: "100", OTP_SENDS_PER_IDENTIFIER_DAY: "100" };
  const environment = { ...sends, PASSWORD_SIGN_IN: "on", ORG_MAX_OWNED: "1000" };
  app = await startTestApp({ environment });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(31_000);
  alice = await enter(app, "Alice");
});

type Reveal = CallOf<"revealAuth">;

const program = () => openProgram(app.app.http.app);
const nobodys = crypto.randomUUID();
const device = () => openAuthenticator({ origin: app.config.publicUrl, domain: "localhost" });

/** A code of the app so many steps away from now. */
function codeOf(secret: string, steps = 0): string {
  const counter = Math.floor(app.clock.now().getTime() / 30_000) + steps;
  return HOTP.generate({ secret: Secret.fromBase32(secret), counter });
}

/** Another six digits. */
const wrong = (code: string) => code.replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10));

async function addTotp(person: Person) {
  const proof = await elevate(person);
  const { id, secret, uri } = await person.call("startTotp", { body: { name: "Phone" } }, proof);
  const input = { params: { id }, body: { code: codeOf(secret) } };
  const { recoveryCodes = [] } = await person.call("confirmTotp", input, proof);
  // The next code is another one.
  app.clock.advance(31_000);
  return { id, secret, uri, recoveryCodes };
}

async function addPasskey(person: Person, from = device()) {
  const proof = await elevate(person);
  const { options } = await person.call("startPasskey", {}, proof);
  const input = { body: { name: "Key", passkey: from.make(options) } };
  const { factor } = await person.call("addPasskey", input, proof);
  return { ...from, id: factor.id };
}

/** The first step of signing in as this person. */
async function firstStep({ user }: Person, client = program()) {
  const identifier = user.email ?? "";
  app.clock.advance(31_000);
  const sent = await client.call("sendOtp", { body: { identifier } });
  const body = { identifier, otp: sent.user.otp ?? "" };
  const reply = await client.call("verifyOtp", { body });
  if (!("secondFactor" in reply)) throw new Error("No second factor was asked for");
  return { client, ...reply.secondFactor };
}

const refusal = async (asking: Awaited<ReturnType<typeof firstStep>>, proof: { totp: string }) =>
  (await asking.client.refusal("verifySecondFactor", { body: { token: asking.token, ...proof } }))
    .code;

/** Events of sign-ins that were refused. */
const failuresOf = async (person: Person) =>
  (await person.call("listSecurityEvents", {})).events.filter(
    ({ kind }) => kind === "failed sign-in",
  );

/** How often each code was the outcome of these calls at once. */
async function countCodes(times: number, call: () => Promise<{ code: string }>) {
  const answers = await Promise.all(Array.from({ length: times }, call));
  return Object.fromEntries(
    Map.groupBy(answers, ({ code }) => code)
      .entries()
      .map(([code, all]) => [code, all.length]),
  );
}

describe("an authenticator app", () => {
  it("is asked for after the first step once its first code was shown", async () => {
    const proof = await elevate(alice);
    const started = await alice.call("startTotp", { body: { name: "Phone" } }, proof);
    expect(started.uri).toMatch(/^otpauth:\/\/totp\/Colbin:alice/);
    expect((await alice.call("listFactors", {})).factors).toEqual([]);
    const params = { id: started.id };
    const bad = { params, body: { code: wrong(codeOf(started.secret)) } };
    expect((await alice.refusal("confirmTotp", bad, proof)).code).toBe("SECOND_FACTOR_INVALID");
    const good = { params, body: { code: codeOf(started.secret) } };
    const { factor, recoveryCodes } = await alice.call("confirmTotp", good, proof);
    expect(recoveryCodes).toHaveLength(10);
    expect(await alice.call("listFactors", {})).toEqual({
      factors: [factor],
      recoveryCodesLeft: 10,
    });

    app.clock.advance(31_000);
    const asking = await firstStep(alice);
    expect(asking.methods).toEqual(["totp", "recoveryCode"]);
    expect(asking.client.accessToken).toBeUndefined();
    const totp = codeOf(started.secret);
    expect(await refusal(asking, { totp: wrong(totp) })).toBe("SECOND_FACTOR_INVALID");
    const body = { token: asking.token, totp: `${totp.slice(0, 3)} ${totp.slice(3)}` };
    const entered = toPerson(program(), await asking.client.call("verifySecondFactor", { body }));
    expect(entered.user.id).toBe(alice.user.id);
    expect((await entered.call("listFactors", {})).factors).toEqual([
      { ...factor, usedAt: app.clock.now().toISOString() },
    ]);
  });

  it("has codes that work once, and within a step of their time", async () => {
    const { secret } = await addTotp(alice);
    const [one, other] = [await firstStep(alice), await firstStep(alice)];
    for (const steps of [-2, 2])
      expect(await refusal(one, { totp: codeOf(secret, steps) })).toBe("SECOND_FACTOR_INVALID");
    const totp = codeOf(secret, 1);
    await one.client.call("verifySecondFactor", { body: { token: one.token, totp } });
    expect(await refusal(one, { totp: codeOf(secret) })).toBe("SECOND_FACTOR_EXPIRED");
    expect(await refusal(other, { totp })).toBe("SECOND_FACTOR_INVALID");
  });

  it("is waited for five minutes", async () => {
    const { secret } = await addTotp(alice);
    const asking = await firstStep(alice);
    app.clock.advance(5 * 60_000);
    expect(await refusal(asking, { totp: codeOf(secret) })).toBe("SECOND_FACTOR_EXPIRED");
  });

  it("is not waited for after the password was changed", async () => {
    const { secret } = await addTotp(alice);
    const asking = await firstStep(alice);
    const body = { password: "correct horse battery" };
    await alice.call("setPassword", { body }, await elevate(alice));
    expect(await refusal(asking, { totp: codeOf(secret) })).toBe("SECOND_FACTOR_EXPIRED");
  });
});

describe("of a thousand guesses at once", () => {
  it("five are compared with a token, and twenty a day with an account", async () => {
    const { secret } = await addTotp(alice);
    const totp = wrong(codeOf(secret));
    const asking = await firstStep(alice);
    const { token } = asking;
    const ofToken = { body: { token, totp } };
    expect(
      await countCodes(1_000, () => asking.client.refusal("verifySecondFactor", ofToken)),
    ).toEqual({ SECOND_FACTOR_INVALID: 5, SECOND_FACTOR_EXPIRED: 995 });
    // Her own device is counted by itself.
    const ofSession = { body: { totp } };
    expect(await countCodes(1_000, () => alice.refusal("revealAuth", ofSession))).toEqual({
      SECOND_FACTOR_INVALID: 20,
      RATE_LIMITED: 980,
    });
    expect((await alice.refusal("revealAuth", { body: { totp: codeOf(secret) } })).code).toBe(
      "RATE_LIMITED",
    );
    await expect
      .poll(() => app.outbox.list().map(({ subject }) => subject))
      .toContain("Wrong codes of the second sign-in step of your Colbin account");
    app.clock.advance(24 * 60 * 60_000);
    const again = await firstStep(alice);
    await again.client.call("verifySecondFactor", {
      body: { token: again.token, totp: codeOf(secret) },
    });
  });

  it("five are compared with recovery codes", async () => {
    await addTotp(alice);
    const { client, token } = await firstStep(alice);
    const body = { token, recoveryCode: "aaaaa-aaaaa" };
    expect(await countCodes(1_000, () => client.refusal("verifySecondFactor", { body }))).toEqual({
      SECOND_FACTOR_INVALID: 5,
      SECOND_FACTOR_EXPIRED: 995,
    });
  });
});

it("a right first step that is refused at the second one is told once, also where no code is compared any more", async () => {
  const { secret } = await addTotp(alice);
  const codes: string[] = [];
  for (let tokens = 0; tokens < 5; tokens += 1) {
    const asking = await firstStep(alice);
    const totp = wrong(codeOf(secret));
    for (let guesses = 0; guesses < 5; guesses += 1) codes.push(await refusal(asking, { totp }));
  }
  expect(codes).toEqual([
    ...Array<string>(20).fill("SECOND_FACTOR_INVALID"),
    ...Array<string>(5).fill("RATE_LIMITED"),
  ]);
  const told = await failuresOf(alice);
  expect(told).toHaveLength(5);
  const details = { by: "second factor", isNewDevice: true };
  expect(told).toEqual(told.map((event) => ({ ...event, address: "127.0.0.1", details })));
});

describe("a recovery code", () => {
  it("signs in once, however it is typed, and ends with those that follow it", async () => {
    const { recoveryCodes } = await addTotp(alice);
    const [first = "", second = ""] = recoveryCodes;
    const typed = first.toUpperCase().replace("-", " ");
    const enterBy = async (recoveryCode: string) => {
      const { client, token } = await firstStep(alice);
      const body = { token, recoveryCode };
      const { status } = await client.send({
        method: "POST",
        url: "/v1/auth/second-factor",
        payload: body,
      });
      return status;
    };
    expect(await enterBy(typed)).toBe(200);
    expect(await enterBy(first)).toBe(400);
    await expect
      .poll(() => app.outbox.list().map(({ subject }) => subject))
      .toContain("A recovery code of your Colbin account was used");
    expect((await alice.call("listFactors", {})).recoveryCodesLeft).toBe(9);
    const renewed = await alice.call("renewRecoveryCodes", {}, await elevate(alice));
    expect(await enterBy(second)).toBe(400);
    expect(await enterBy(renewed.recoveryCodes[0] ?? "")).toBe(200);
  });
});

describe("a passkey", () => {
  it("signs in alone, and is a second factor and a proof of who holds a session", async () => {
    const key = await addPasskey(alice);
    const client = program();
    const { options } = await client.call("askPasskey", { body: {} });
    const body = { passkey: key.answer(options) };
    expect((await client.call("signInWithPasskey", { body })).user.id).toBe(alice.user.id);
    expect((await client.refusal("signInWithPasskey", { body })).code).toBe(
      "SECOND_FACTOR_INVALID",
    );

    const asking = await firstStep(alice);
    expect(asking.methods).toEqual(["passkey", "recoveryCode"]);
    const asked = await asking.client.call("askPasskey", { body: { token: asking.token } });
    const second = { token: asking.token, passkey: key.answer(asked.options) };
    await asking.client.call("verifySecondFactor", { body: second });

    const own = await alice.call("askPasskey", { body: {} });
    const shown = await alice.call("revealAuth", { body: { passkey: key.answer(own.options) } });
    expect(shown).toHaveProperty("elevation");
  });

  it("is worth nothing elsewhere, for somebody else, and where it was not asked for", async () => {
    const bob = await enter(app, "Bob");
    const [key, bobs] = [await addPasskey(alice), await addPasskey(bob)];
    const tryWith = async (
      make: (options: Record<string, unknown>) => ReturnType<typeof key.answer>,
    ) => {
      const { client, token } = await firstStep(alice);
      const { options } = await client.call("askPasskey", { body: { token } });
      const body = { token, passkey: make(options) };
      return (await client.refusal("verifySecondFactor", { body })).code;
    };
    const open = await program().call("askPasskey", { body: {} });
    for (const make of [
      (options: Record<string, unknown>) => bobs.answer(options),
      (options: Record<string, unknown>) =>
        key.answer(options, { origin: "http://elsewhere.example" }),
      (options: Record<string, unknown>) => key.answer(options, { domain: "elsewhere.example" }),
      (options: Record<string, unknown>) => key.answer(options, { isVerified: false }),
      () => key.answer(open.options),
      () => key.answer({ challenge: "bm90aGluZw" }),
    ])
      expect(await tryWith(make)).toBe("SECOND_FACTOR_INVALID");
    expect(await failuresOf(alice)).toHaveLength(6);
    const asked = await alice.call("askPasskey", { body: {} });
    const foreign = { body: { passkey: key.answer(asked.options) } };
    expect((await bob.refusal("revealAuth", foreign)).code).toBe("SECOND_FACTOR_INVALID");
  });

  it("is refused where the device was copied, and where another account has it", async () => {
    const from = device();
    const key = await addPasskey(alice, from);
    const ask = async () => (await program().call("askPasskey", { body: {} })).options;
    const [early, late] = [key.answer(await ask()), key.answer(await ask())];
    await program().call("signInWithPasskey", { body: { passkey: late } });
    const refused = await program().refusal("signInWithPasskey", { body: { passkey: early } });
    expect(refused.code).toBe("SECOND_FACTOR_INVALID");
    const bob = await enter(app, "Bob");
    const proof = await elevate(bob);
    const { options } = await bob.call("startPasskey", {}, proof);
    const again = { body: { name: "Mine", passkey: from.make(options) } };
    expect((await bob.refusal("addPasskey", again, proof)).code).toBe("SECOND_FACTOR_INVALID");
  });
});

describe("the factors of a person", () => {
  it("are theirs alone, are named, and go with their recovery codes", async () => {
    const { id } = await addTotp(alice);
    const bob = await enter(app, "Bob");
    const [ofBob, ofAlice] = [await elevate(bob), await elevate(alice)];
    for (const [person, given, proof] of [
      [bob, id, ofBob],
      [alice, nobodys, ofAlice],
    ] as const) {
      const params = { id: given };
      const renamed = await person.refusal("renameFactor", { params, body: { name: "Mine" } });
      expect(renamed.code).toBe("SECOND_FACTOR_NOT_FOUND");
      const removed = await person.refusal("removeFactor", { params }, proof);
      expect(removed.code).toBe("SECOND_FACTOR_NOT_FOUND");
    }
    const params = { id };
    const named = await alice.call("renameFactor", { params, body: { name: "Blue" } });
    expect(named).toMatchObject({ id, kind: "totp", name: "Blue" });
    await alice.call("removeFactor", { params }, ofAlice);
    expect(await alice.call("listFactors", {})).toEqual({ factors: [], recoveryCodesLeft: 0 });
    const events = (await alice.call("listSecurityEvents", {})).events.filter(
      ({ kind }) => kind === "second factor",
    );
    expect(events.map(({ details }) => details["change"])).toEqual(["removed", "added"]);
  });

  it("are taken from somebody who has lost them by the operator, with all sessions", async () => {
    await addTotp(alice);
    const { config, clock, database, jobs } = app;
    const parts = { config, clock, db: database.kysely, jobs };
    const reset = () => resetFactors(parts, alice.user.email ?? "");
    expect(await reset()).toMatchObject({ hadFactors: true });
    expect(await reset()).toMatchObject({ hadFactors: false });
    const { details } = await alice.refusal("listFactors", {});
    expect(details).toEqual({ reason: "second factor reset" });
    await expect(firstStep(alice)).rejects.toThrow("No second factor was asked for");

    const left = `select from jobs.job where name = 'auth.security-alert'
      and data->>'kind' = 'second-factors-reset' and data->>'identifier' = $1`;
    expect((await database.pool.query(left, [alice.user.email])).rows).toHaveLength(1);
    const subject = "The second sign-in steps of your Colbin account were removed";
    const isMail = (mail: { to: string; subject: string }) =>
      mail.to === alice.user.email && mail.subject === subject;
    await expect.poll(() => app.outbox.list().find(isMail)?.text).toContain("Those who run Colbin");
    expect(app.outbox.list().find(isMail)?.text).not.toContain("Network address");
    app.clock.advance(31_000);
    const again = await signIn(program(), alice.user.email ?? "");
    const told = async () =>
      (await again.call("listNotifications", { query: {} })).results.map(({ facts }) => facts);
    const fact = { alert: "second-factors-reset", address: null, userAgent: null };
    await expect.poll(told).toContainEqual(fact);
  });

  it("are needed in an organization that asks for them, also by the one who sets it so", async () => {
    const { id: orgId } = await alice.call("createOrganization", { body: { title: "Nordlicht" } });
    const params = { orgId };
    const strict = { params, body: { requireSecondFactor: true } };
    expect((await alice.refusal("updateSettings", strict)).code).toBe("SECOND_FACTOR_REQUIRED");
    const { id } = await addTotp(alice);
    await alice.call("updateSettings", strict);
    await switchTo(app, alice, orgId);
    await alice.call("listMyRooms", {});
    await alice.call("removeFactor", { params: { id } }, await elevate(alice));
    expect((await alice.refusal("listMyRooms", {})).code).toBe("WORKSPACE_ACCESS_LOST");
    toPerson(alice, await alice.call("switchToPersonal", {}));
    const off = { params, body: { requireSecondFactor: false } };
    const refusals = [
      await alice.refusal("switchOrganization", { params }),
      await alice.refusal("updateSettings", off),
      await alice.refusal("listUsersOf", { params, query: {} }),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => "SECOND_FACTOR_REQUIRED"));
  });
});

it("holds a session by any proof that its person has", async () => {
  const { secret } = await addTotp(alice);
  const password = "correct horse battery";
  await alice.call("setPassword", { body: { password } }, await elevate(alice));
  expect(await alice.call("listElevationMethods", {})).toEqual({
    methods: ["otp", "password", "totp"],
  });
  const totp = codeOf(secret);
  const proofs: readonly (readonly [string, right: Reveal, wrong: Reveal])[] = [
    ["CREDENTIALS_INVALID", { body: { password } }, { body: { password: "another horse" } }],
    ["SECOND_FACTOR_INVALID", { body: { totp } }, { body: { totp: wrong(totp) } }],
  ];
  for (const [code, right, bad] of proofs) {
    expect((await alice.refusal("revealAuth", bad)).code).toBe(code);
    const reply = await alice.call("revealAuth", right);
    const token = "elevation" in reply ? reply.elevation.token : "";
    await alice.call("renewRecoveryCodes", {}, { headers: { [ELEVATION_HEADER]: token } });
  }
  const failed = (await alice.call("listSecurityEvents", {})).events.filter(({ kind }) =>
    kind.startsWith("failed"),
  );
  expect(
    failed.map(({ kind, details }) => `${kind} by ${String(details["by"])}`).toSorted(),
  ).toEqual(["failed elevation by password", "failed elevation by second factor"]);
});
