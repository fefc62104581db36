import { ELEVATION_HEADER, type ErrorCode } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import { openBrowser, openProgram, signIn, type Client, type Person } from "#test/world.ts";
import { makeOperatorLink } from "./operator-links.service.ts";

const PASSWORD = "correct horse battery";
const OTHER = "staple of another horse";

let server: SignInServer;
beforeAll(async () => {
  server = await openSignInServer({
    PASSWORD_SIGN_IN: "on",
    PASSWORD_WORDS: "Acme",
    API_RATE_ANONYMOUS: "100000",
  });
});
afterAll(() => server.close());

let people = 0;
let identifier: string;
beforeEach(() => {
  people += 1;
  identifier = `person${people}@example.org`;
  // Past the wait between two codes.
  server.clock.advance(31_000);
});

const program = () => openProgram(server.app);
const credentials = (password = PASSWORD) => ({ body: { identifier, password } });
const toSignUp = (password = PASSWORD) => ({
  body: { identifier, password, fullName: "Ada Byron" },
});

/** The outcome of a try to sign in: a code, or `ok`. */
async function tryIn(password = PASSWORD, client: Client = program(), address?: string) {
  const { status, body } = await client.send({
    method: "POST",
    url: "/v1/auth/signin",
    payload: { identifier, password },
    ...(address !== undefined && { remoteAddress: address }),
  });
  return status === 200 ? "ok" : (body as { code: ErrorCode }).code;
}

/** An account with the password, made in this browser. */
async function signUp(client: Client = openBrowser(server.app)): Promise<Person> {
  const { user } = await client.call("signUp", toSignUp());
  const entered = await client.enter("verifyOtp", { body: { identifier, otp: user.otp ?? "" } });
  client.accessToken = entered.tokens.access.token;
  return Object.assign(client, entered);
}

/** As many as an hour has for one address; the next message is a link. */
async function useUpCodes(count = 6): Promise<void> {
  for (let sent = 0; sent < count; sent += 1)
    await openBrowser(server.app).call("sendOtp", { body: { identifier } });
}

async function elevated(person: Client) {
  const sent = await person.call("revealAuth", { body: {} });
  const otp = "otp" in sent ? (sent.otp ?? "") : "";
  const reply = await person.call("revealAuth", { body: { otp } });
  const token = "elevation" in reply ? reply.elevation.token : "";
  return { headers: { [ELEVATION_HEADER]: token } };
}

/** The token of the newest link in a mail to the person. */
async function linkToken(subject: string): Promise<string> {
  const find = () =>
    server.mails.findLast((mail) => mail.to === identifier && mail.subject === subject);
  await vi.waitFor(() => expect(find()).toBeDefined());
  return decodeURIComponent(/#token=([^\s"<]+)/.exec(find()?.text ?? "")?.[1] ?? "");
}

async function askForLink(): Promise<string> {
  const before = server.mails.length;
  await program().call("forgotPassword", { body: { identifier } });
  await vi.waitFor(() => expect(server.mails.length).toBeGreaterThan(before));
  return linkToken("Set a new Colbin password");
}

describe("a sign-up", () => {
  it("makes the account with its name and password once the address is proved", async () => {
    const client = openBrowser(server.app);
    const { user } = await client.call("signUp", toSignUp());
    expect(await tryIn()).toBe("CREDENTIALS_INVALID");
    const body = { identifier, otp: user.otp ?? "" };
    expect((await client.enter("verifyOtp", { body })).user.fullName).toBe("Ada Byron");
    const entered = await openBrowser(server.app).enter("signIn", credentials());
    expect(entered.user).toMatchObject({ fullName: "Ada Byron", email: identifier });
    expect(entered.tokens.refresh.token).toBe("cookie");
  });

  it("holds when another code is asked for in the same browser", async () => {
    const client = openBrowser(server.app);
    await client.call("signUp", toSignUp());
    server.clock.advance(31_000);
    const { user } = await client.call("sendOtp", { body: { identifier } });
    await client.enter("verifyOtp", { body: { identifier, otp: user.otp ?? "" } });
    expect(await tryIn()).toBe("ok");
  });

  it("is discarded where the address is proved elsewhere", async () => {
    await openBrowser(server.app).call("signUp", toSignUp());
    const { link } = await makeOperatorLink(server.auth, identifier);
    const token = decodeURIComponent(link.split("#token=")[1] ?? "");
    await openBrowser(server.app).enter("verifyLink", { body: { token } });
    expect(await tryIn()).toBe("CREDENTIALS_INVALID");
  });

  it.each([
    ["that it asked for", false],
    ["that somebody else asked for", true],
  ])("holds with a link %s, where it is opened in the same browser", async (_, isLive) => {
    await useUpCodes();
    if (isLive) await openBrowser(server.app).call("sendOtp", { body: { identifier } });
    const client = openBrowser(server.app);
    expect((await client.call("signUp", toSignUp())).delivery).toBe("link");
    const body = { token: await linkToken("Your Colbin sign-in link") };
    expect((await client.enter("verifyLink", { body })).user.fullName).toBe("Ada Byron");
    expect(await tryIn()).toBe("ok");
  });

  it("holds when a stranger has its code replaced by a link", async () => {
    const client = openBrowser(server.app);
    await client.call("signUp", toSignUp());
    await useUpCodes(5);
    await openBrowser(server.app).call("sendOtp", { body: { identifier } });
    server.clock.advance(31_000);
    const { delivery } = await client.call("sendOtp", { body: { identifier } });
    expect(delivery).toBe("link");
    const body = { token: await linkToken("Your Colbin sign-in link") };
    await client.enter("verifyLink", { body });
    expect(await tryIn()).toBe("ok");
  });

  it("is discarded where its link is opened in another browser", async () => {
    await useUpCodes();
    await openBrowser(server.app).call("signUp", toSignUp());
    const body = { token: await linkToken("Your Colbin sign-in link") };
    await openBrowser(server.app).enter("verifyLink", { body });
    expect(await tryIn()).toBe("CREDENTIALS_INVALID");
  });

  it.each([
    ["names its challenge", true, "ok"],
    ["does not", false, "CREDENTIALS_INVALID"],
  ])("by a program that %s", async (_, isNamed, outcome) => {
    const client = program();
    const { user, challengeId } = await client.call("signUp", toSignUp());
    const proof = { identifier, otp: user.otp ?? "", ...(isNamed && { challengeId }) };
    await client.enter("verifyOtp", { body: proof });
    expect(await tryIn()).toBe(outcome);
  });

  it("changes nothing for an address that has an account", async () => {
    await signUp();
    server.clock.advance(31_000);
    const client = openBrowser(server.app);
    const { user } = await client.call("signUp", toSignUp(OTHER));
    await client.enter("verifyOtp", { body: { identifier, otp: user.otp ?? "" } });
    expect(await tryIn(OTHER)).toBe("CREDENTIALS_INVALID");
    expect(await tryIn()).toBe("ok");
  });

  it.each([
    ["short", "eleven char"],
    ["long", "x y".repeat(43)],
    ["common", "Password1234"],
    ["the address", "PERSON-OF-A-LONG-NAME@example.org"],
    ["its first part", "person-of-a-long-name"],
    ["its first part and a year", "Person-of-a-long-name-2026!"],
    ["the product and a common one", "Colbin-Password-2026"],
    ["the operator's word and a common one", "2026 ACME qwerty"],
  ])("is refused with a password that is %s", async (_, password) => {
    identifier = "person-of-a-long-name@example.org";
    const refusal = await program().refusal("signUp", toSignUp(password));
    expect(refusal).toMatchObject({ code: "PASSWORD_WEAK", details: { minLength: 12 } });
  });

  it("of somebody invited needs an invitation", async () => {
    const body = { ...toSignUp().body, inviteCode: "x".repeat(22) };
    expect((await program().refusal("signUpInvited", { body })).code).toBe("INVITATION_NOT_FOUND");
  });
});

describe("signing in with a password", () => {
  it("is refused alike for a wrong password, no password and no account", async () => {
    await signUp();
    expect(await tryIn(OTHER)).toBe("CREDENTIALS_INVALID");
    await server.pool.query("delete from passwords");
    expect(await tryIn()).toBe("CREDENTIALS_INVALID");
    identifier = `nobody${people}@example.org`;
    expect(await tryIn()).toBe("CREDENTIALS_INVALID");
  });

  it("takes the same letters however they are typed", async () => {
    const composed = "pâté en croûte du chef";
    const client = openBrowser(server.app);
    const { user } = await client.call("signUp", toSignUp(composed));
    await client.enter("verifyOtp", { body: { identifier, otp: user.otp ?? "" } });
    expect(await tryIn(composed.normalize("NFD"))).toBe("ok");
  });

  it("tells a blocked person only with the right password", async () => {
    const { user } = await signUp();
    await server.pool.query("update users set is_blocked = true where id = $1", [user.id]);
    expect(await tryIn(OTHER)).toBe("CREDENTIALS_INVALID");
    expect(await tryIn()).toBe("ACCOUNT_BLOCKED");
  });

  it("compares no more guesses than an hour allows, however many come at once", async () => {
    const owner = await signUp();
    const guesses = Array.from({ length: 1_000 }, () => tryIn(OTHER, program(), "198.51.100.7"));
    const outcomes = await Promise.all(guesses);
    expect(outcomes.filter((each) => each === "CREDENTIALS_INVALID")).toHaveLength(10);
    expect(outcomes.filter((each) => each === "RATE_LIMITED")).toHaveLength(990);
    expect(await tryIn(PASSWORD, program(), "198.51.100.8")).toBe("RATE_LIMITED");
    // The device of the person is counted by itself, and codes go on working.
    expect(await tryIn(PASSWORD, owner)).toBe("ok");
    await signIn(program(), identifier);
    server.clock.advance(60 * 60_000);
    expect(await tryIn(PASSWORD, program(), "198.51.100.7")).toBe("ok");
    await expect
      .poll(() => server.mails.map(({ subject }) => subject))
      .toContain("Wrong passwords for your Colbin account");
  });

  it("counts no success", async () => {
    await signUp();
    for (let round = 0; round < 11; round += 1) expect(await tryIn()).toBe("ok");
  });
});

describe("a forgotten password", () => {
  it("is replaced by a link, once, and every session ends", async () => {
    const ada = await signUp();
    const first = await askForLink();
    const token = await askForLink();
    const weak = { body: { token, password: "short" } };
    expect((await program().refusal("resetPassword", weak)).code).toBe("PASSWORD_WEAK");
    const body = { token, password: OTHER };
    await program().call("resetPassword", { body });
    expect(server.closed).toContain(ada.user.sessionId);
    expect((await ada.refusal("getMe", {})).details).toEqual({ reason: "password changed" });
    expect([await tryIn(), await tryIn(OTHER)]).toEqual(["CREDENTIALS_INVALID", "ok"]);
    for (const used of [token, first])
      expect(
        (await program().refusal("resetPassword", { body: { ...body, token: used } })).code,
      ).toBe("OTP_EXPIRED");
  });

  it("has a link that signs nobody in, and no other link sets a password", async () => {
    await signUp();
    const token = await askForLink();
    expect((await program().refusal("verifyLink", { body: { token } })).code).toBe("OTP_EXPIRED");
    const { link } = await makeOperatorLink(server.auth, identifier);
    const other = decodeURIComponent(link.split("#token=")[1] ?? "");
    const body = { token: other, password: OTHER };
    expect((await program().refusal("resetPassword", { body })).code).toBe("OTP_EXPIRED");
  });

  it("takes sixty guesses an hour of one address, however many come at once", async () => {
    const body = { token: "x".repeat(22), password: OTHER };
    const guess = () => program().refusal("resetPassword", { body }, { address: "198.51.100.20" });
    const refusals = await Promise.all(Array.from({ length: 1_000 }, guess));
    const count = (code: ErrorCode) => refusals.filter((each) => each.code === code).length;
    expect([count("OTP_EXPIRED"), count("RATE_LIMITED")]).toEqual([60, 940]);
  });

  it("is over after half an hour", async () => {
    await signUp();
    const token = await askForLink();
    server.clock.advance(30 * 60_000);
    const body = { token, password: OTHER };
    expect((await program().refusal("resetPassword", { body })).code).toBe("OTP_EXPIRED");
  });

  it("is answered alike where there is no account, and five times an hour at most", async () => {
    const person = await signUp();
    const before = server.mails.length;
    for (let count = 0; count < 6; count += 1)
      expect(await program().call("forgotPassword", { body: { identifier } })).toEqual({
        user: { identifier: person.user.email },
      });
    const known = identifier;
    identifier = `nobody${people}@example.org`;
    expect(await program().call("forgotPassword", { body: { identifier } })).toEqual({
      user: { identifier },
    });
    const links = () =>
      server.mails.slice(before).filter(({ text }) => text.includes("/signin/reset"));
    await vi.waitFor(() => expect(links().length).toBeGreaterThanOrEqual(5));
    expect(links().map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => known));
  });
});

describe("the own password", () => {
  it("is set after a fresh proof, and ends the other sessions", async () => {
    const person = await signIn(openBrowser(server.app), identifier);
    server.clock.advance(31_000);
    const other = await signIn(program(), identifier);
    expect(await person.call("getPassword", {})).toEqual({ setAt: null });
    const body = { password: PASSWORD };
    expect((await person.refusal("setPassword", { body })).code).toBe("ELEVATION_REQUIRED");
    server.clock.advance(31_000);
    const proof = await elevated(person);
    const weak = await person.refusal("setPassword", { body: { password: identifier } }, proof);
    expect(weak.code).toBe("PASSWORD_WEAK");
    await person.call("setPassword", { body }, proof);
    expect(await person.call("getPassword", {})).toEqual({
      setAt: server.clock.now().toISOString(),
    });
    expect((await other.refusal("getMe", {})).code).toBe("SESSION_ENDED");
    expect(await tryIn()).toBe("ok");
    await expect
      .poll(() => server.mails.filter(({ to }) => to === identifier).map(({ subject }) => subject))
      .toContain("The password of your Colbin account was changed");
    await person.call("deletePassword", {}, proof);
    expect(await person.call("getPassword", {})).toEqual({ setAt: null });
    expect(await tryIn()).toBe("CREDENTIALS_INVALID");
  });
});

describe("the own address", () => {
  async function enterUnverified(): Promise<Person> {
    const person = await signIn(program(), identifier);
    await server.pool.query(
      "update users set is_email_verified = false, phone = $2, is_phone_number_verified = true where id = $1",
      [person.user.id, `+4915112345${String(people).padStart(3, "0")}`],
    );
    server.clock.advance(31_000);
    return person;
  }

  it("is verified by a code that was sent there", async () => {
    const person = await enterUnverified();
    const { sent } = await person.call("sendVerificationEmail", {});
    const otp = sent?.user.otp ?? "";
    const wrong = otp.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
    expect((await person.refusal("verifyEmail", { body: { otp: wrong } })).code).toBe(
      "OTP_INVALID",
    );
    expect((await program().refusal("verifyOtp", { body: { identifier, otp } })).code).toBe(
      "OTP_EXPIRED",
    );
    expect((await person.call("getMe", {})).isEmailVerified).toBe(false);
    await person.call("verifyEmail", { body: { otp } });
    expect((await person.call("getMe", {})).isEmailVerified).toBe(true);
    expect(await person.call("sendVerificationEmail", {})).toEqual({ sent: null });
    await person.call("verifyEmail", { body: { otp } });
  });

  it("is verified by the token of a link to it, and no other one", async () => {
    const person = await enterUnverified();
    const tokenTo = async (to: string) =>
      decodeURIComponent((await makeOperatorLink(server.auth, to)).link.split("#token=")[1] ?? "");
    const foreign = { token: await tokenTo("somebody@example.org") };
    expect((await person.refusal("verifyEmail", { body: foreign })).code).toBe("OTP_EXPIRED");
    await person.call("verifyEmail", { body: { token: await tokenTo(identifier) } });
    expect((await person.call("getMe", {})).isEmailVerified).toBe(true);
  });
});

it("is not there where the operator has not switched passwords on", async () => {
  await using off = await openSignInServer();
  const client = openProgram(off.app);
  const token = "x".repeat(40);
  const person = await signIn(openProgram(off.app), identifier);
  const proof = await elevated(person);
  const refusals = [
    await client.refusal("signUp", toSignUp()),
    await client.refusal("signUpInvited", { body: { ...toSignUp().body, inviteCode: token } }),
    await client.refusal("signIn", credentials()),
    await client.refusal("forgotPassword", { body: { identifier } }),
    await client.refusal("resetPassword", { body: { token, password: PASSWORD } }),
    await person.refusal("setPassword", { body: { password: PASSWORD } }, proof),
  ];
  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["PASSWORD_SIGN_IN_DISABLED"]));
});
