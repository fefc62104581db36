import { ELEVATION_HEADER, type SocialProvider } from "@colbin/protocol";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSignInServer, type SignInServer } from "#test/sign-in-server.ts";
import {
  startGitHub,
  startGoogle,
  visitProvider,
  type TestProvider,
} from "#test/social-providers.ts";
import { openBrowser, openProgram, signIn, toPerson, type Client } from "#test/world.ts";

const PUBLIC_URL = "http://localhost:4000";
const redirectUri = `${PUBLIC_URL}/oauthify-redirect`;

let server: SignInServer;
let providers: Readonly<Record<SocialProvider, TestProvider>>;
beforeAll(async () => {
  providers = { google: await startGoogle(), github: await startGitHub() };
  const { google, github } = providers;
  const environment = { ...google.environment, ...github.environment, PUBLIC_URL };
  server = await openSignInServer({ ...environment, API_RATE_ANONYMOUS: "100000" });
});
afterAll(async () => {
  await server.close();
  await providers.google.close();
  await providers.github.close();
});

let people = 0;
let email: string;
beforeEach(() => {
  people += 1;
  email = `person${people}@example.org`;
  const visitor = { id: String(1000 + people), name: "Ada", email, isVerified: true };
  for (const provider of Object.values(providers)) {
    provider.visitor = visitor;
    provider.isDown = false;
  }
  server.clock.advance(31_000);
});

/** The grant of the provider for this client. */
async function toGrant(client: Client, provider: SocialProvider) {
  const { url, state } = await client.call("startSocial", { query: { provider } });
  const back = await visitProvider(url, PUBLIC_URL);
  expect(back.get("state")).toBe(state);
  const iss = back.get("iss");
  const code = back.get("code") ?? "";
  return { provider, code, redirectUri, state, ...(iss !== null && { iss }) };
}

async function enter(provider: SocialProvider, client: Client = openBrowser(server.app)) {
  const body = { ...(await toGrant(client, provider)), appName: "Colbin" };
  return toPerson(client, await client.enter("socialSignIn", { body }));
}

const browser = () => openBrowser(server.app);

describe.each(["google", "github"] as const)("an account at %s", (provider) => {
  it("makes an account of its verified address, and signs in to it from then on", async () => {
    const first = await enter(provider);
    expect(first.user).toMatchObject({ fullName: "Ada", email, isEmailVerified: true });
    expect(first.user.login).toBe(provider === "google" ? email : "ada");
    expect(first.user.accountType).toBe("PERSONAL");
    const visitor = providers[provider].visitor;
    providers[provider].visitor = visitor && { ...visitor, email: "another@example.org" };
    expect((await enter(provider)).user.id).toBe(first.user.id);
    const { accounts } = await first.call("listSocialAccounts", {});
    expect(accounts).toMatchObject([{ provider }]);
  });

  it("is connected to the account of its address by a code, and by nothing less", async () => {
    const ada = await signIn(openProgram(server.app), email);
    server.clock.advance(31_000);
    const client = browser();
    const body = await toGrant(client, provider);
    const refusal = await client.refusal("socialSignIn", { body });
    expect(refusal).toMatchObject({ code: "SOCIAL_LINK_REQUIRED", status: 409 });
    const { challengeId, user } = refusal.details as {
      challengeId: string;
      user: { identifier: string; otp: string };
    };
    const proof = { identifier: user.identifier, otp: user.otp, challengeId };
    const entered = await client.enter("verifyOtp", { body: proof });
    expect(entered.user.id).toBe(ada.user.id);
    expect((await enter(provider)).user.id).toBe(ada.user.id);
  });

  it("without a verified address makes no account and reaches none", async () => {
    const visitor = providers[provider].visitor;
    providers[provider].visitor = visitor && { ...visitor, isVerified: false };
    await signIn(openProgram(server.app), email);
    const client = browser();
    const body = await toGrant(client, provider);
    expect((await client.refusal("socialSignIn", { body })).code).toBe("SOCIAL_FAILED");
  });

  it("is refused with a code that was used, one of somebody else's way, and one of another browser", async () => {
    const client = browser();
    const body = await toGrant(client, provider);
    const foreign = await browser().refusal("socialSignIn", { body });
    expect(foreign.code).toBe("SOCIAL_STATE_INVALID");
    const again = await toGrant(client, provider);
    const swapped = { ...again, code: body.code };
    expect((await client.refusal("socialSignIn", { body: swapped })).code).toBe("SOCIAL_FAILED");
    const last = await toGrant(client, provider);
    await client.enter("socialSignIn", { body: last });
    const replayed = await client.refusal("socialSignIn", { body: last });
    expect(replayed.code).toBe("SOCIAL_STATE_INVALID");
  });

  it.each([
    ["another state", { state: "x".repeat(43) }],
    ["another address to return to", { redirectUri: `${PUBLIC_URL}/elsewhere` }],
    ["another provider", { provider: provider === "google" ? "github" : "google" }],
  ] as const)("is refused with %s", async (_, change) => {
    const client = browser();
    const body = { ...(await toGrant(client, provider)), ...change };
    expect((await client.refusal("socialSignIn", { body })).code).toBe("SOCIAL_STATE_INVALID");
  });

  it("is not waited for where the provider is down, and a denied consent brings no code", async () => {
    const client = browser();
    const body = await toGrant(client, provider);
    providers[provider].isDown = true;
    expect((await client.refusal("socialSignIn", { body })).code).toBe("SOCIAL_FAILED");
    providers[provider].isDown = false;
    providers[provider].visitor = undefined;
    const { url } = await client.call("startSocial", { query: { provider } });
    const back = await visitProvider(url, PUBLIC_URL);
    expect([back.get("code"), back.get("error")]).toEqual([null, "access_denied"]);
  });

  it("takes ten minutes at most", async () => {
    const client = browser();
    const body = await toGrant(client, provider);
    server.clock.advance(600_000);
    expect((await client.refusal("socialSignIn", { body })).code).toBe("SOCIAL_STATE_INVALID");
  });
});

it("is refused where the answer is of another issuer", async () => {
  const client = browser();
  const body = { ...(await toGrant(client, "google")), iss: "https://evil.example" };
  expect((await client.refusal("socialSignIn", { body })).code).toBe("SOCIAL_FAILED");
});

describe("connected accounts", () => {
  async function elevated(person: Client) {
    server.clock.advance(31_000);
    const sent = await person.call("revealAuth", { body: {} });
    const otp = "otp" in sent ? (sent.otp ?? "") : "";
    const reply = await person.call("revealAuth", { body: { otp } });
    return {
      headers: { [ELEVATION_HEADER]: "elevation" in reply ? reply.elevation.token : "" },
    };
  }

  it("are added and removed by their person, and belong to one of them", async () => {
    const ada = await signIn(browser(), email);
    const proof = await elevated(ada);
    const body = await toGrant(ada, "github");
    expect((await ada.refusal("linkSocialAccount", { body })).code).toBe("ELEVATION_REQUIRED");
    await ada.call("linkSocialAccount", { body }, proof);
    expect((await ada.call("getMe", {})).login).toBe("ada");
    expect((await enter("github")).user.id).toBe(ada.user.id);
    const bob = await signIn(browser(), `bob-${email}`);
    const theirs = await elevated(bob);
    const grant = { body: await toGrant(bob, "github") };
    expect((await bob.refusal("linkSocialAccount", grant, theirs)).code).toBe(
      "SOCIAL_ACCOUNT_TAKEN",
    );
    const params = { provider: "github" } as const;
    await bob.call("unlinkSocialAccount", { params }, theirs);
    expect((await ada.call("listSocialAccounts", {})).accounts).toHaveLength(1);
    await ada.call("unlinkSocialAccount", { params }, proof);
    expect((await ada.call("listSocialAccounts", {})).accounts).toEqual([]);
    expect((await ada.call("getMe", {})).login).toBeNull();
  });

  it("stay where they are the only way to sign in", async () => {
    const ada = await enter("google");
    const proof = await elevated(ada);
    await server.pool.query("update users set is_email_verified = false where id = $1", [
      ada.user.id,
    ]);
    const params = { provider: "google" } as const;
    const refusal = await ada.refusal("unlinkSocialAccount", { params }, proof);
    expect(refusal.code).toBe("LAST_SIGN_IN_METHOD");
    expect((await ada.call("listSocialAccounts", {})).accounts).toHaveLength(1);
  });
});

it("makes no account for strangers where only those who are invited may have one", async () => {
  const environment = { ...providers.github.environment, PUBLIC_URL, SIGNUP_MODE: "invite" };
  await using closed = await openSignInServer({ ...environment, INSTANCE_OWNER: "o@example.org" });
  const client = openBrowser(closed.app);
  const body = await toGrant(client, "github");
  expect((await client.refusal("socialSignIn", { body })).code).toBe("SOCIAL_FAILED");
  const google = { query: { provider: "google" } } as const;
  expect((await client.refusal("startSocial", google)).code).toBe("PROVIDER_NOT_CONFIGURED");
});
