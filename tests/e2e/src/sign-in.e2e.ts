import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  startGitHub,
  startGoogle,
  type TestProvider,
} from "../../../apps/server/test/social-providers.ts";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { composer, expectGone, expectSoon } from "./people.ts";
import { endedSession } from "./refusals.ts";
import { startServer, type Server } from "./server.ts";
import { newAddress, newSession } from "./sessions.ts";

const admin = fileURLToPath(new URL("../../../apps/server/src/admin.ts", import.meta.url));
const stories = tellStories();
/** It sends one code to an address in a day, takes passwords, and knows both providers. */
let strictServer: Server;
let google: TestProvider;
let github: TestProvider;

beforeAll(async () => {
  [google, github] = [await startGoogle(), await startGitHub()];
  strictServer = await startServer({
    ...google.environment,
    ...github.environment,
    OTP_SENDS_PER_IDENTIFIER_DAY: "1",
    PASSWORD_SIGN_IN: "on",
  });
});
afterAll(async () => {
  await strictServer?.stop();
  await google?.close();
  await github?.close();
});

describe("the sign-in dialog", () => {
  test("greets whoever is not signed in, and nothing but signing in closes it", async () => {
    const page = await stories.openTab();
    await page.goto("/");

    const dialog = page.getByRole("dialog", { name: "Welcome to Colbin" });
    await expectVisible(dialog);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.mouse.click(20, 400);

    await expectVisible(dialog);
    await expectVisible(page.getByText("By continuing, you agree to our"));
    expect(await page.getByRole("link", { name: "Terms of Service" }).getAttribute("href")).toBe(
      "/legal/terms",
    );
    expect(await page.getByRole("link", { name: "Privacy Policy" }).getAttribute("href")).toBe(
      "/legal/privacy",
    );
    // The address has a name, for which browsers keep passkeys. No provider is set up, so none is offered.
    await expectVisible(page.getByRole("button", { name: "Sign in with a passkey" }));
    expect(await page.getByRole("button", { name: /Google|GitHub/ }).count()).toBe(0);
  });

  test("says under the field what keeps an identifier from being sent, and what a phone number risks", async () => {
    const page = await stories.openTab();
    await page.goto("/chat");
    const field = page.getByLabel("Email or Phone Number");
    const button = page.getByRole("button", { name: "Send OTP" });

    expect(await button.isDisabled()).toBe(true);
    await field.fill("alice@example");
    await expectVisible(page.getByText("Please enter a valid email address or phone number"));
    await field.fill("  ");
    await expectVisible(page.getByText("Email or phone number is required"));
    expect(await button.isDisabled()).toBe(true);
    await field.fill("+49 (170) 123 45 67");
    await expectGone(page.getByText("Please enter a valid email address or phone number"));
    expect(await button.isEnabled()).toBe(true);
    await button.click();
    await expectVisible(page.getByText(/an authenticator app or a passkey is safer/));
  });

  test("takes digits only, refuses a wrong code in a red banner, and goes back", async () => {
    const page = await stories.openTab({ mayBeRefused: ["verifyOtp 400"] });
    const address = newAddress("alice");
    await page.goto("/chat");
    await page.getByLabel("Email or Phone Number").fill(address);
    await page.getByLabel("Email or Phone Number").press("Enter");
    const code = page.getByLabel("Enter OTP");
    const verify = page.getByRole("button", { name: "Verify OTP" });

    await expectSoon(() => code.inputValue()).toMatch(/^\d{4}$/);
    const right = await code.inputValue();
    await code.fill("1a2b");
    expect(await code.inputValue()).toBe("12");
    expect(await verify.isDisabled()).toBe(true);
    await code.fill(right === "1111" ? "2222" : "1111");
    await verify.click();
    await expectVisible(page.getByRole("alert").getByText("OTP verification failed"));
    await page.getByRole("button", { name: "Back" }).click();
    await expectGone(page.getByRole("alert"));
    expect(await page.getByLabel("Email or Phone Number").inputValue()).toBe(address);

    // The code that was sent still counts: looking back is no dead end.
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expectVisible(page.getByText(/Another code in \d+ seconds/));
    await code.fill(right);
    await verify.click();
    await expectVisible(page.getByRole("button", { name: "Skip for now" }));
  });

  test("asks a new person for a name, which may wait, and leads to where the link pointed", async () => {
    const page = await stories.openTab();
    await page.goto("/chat/general");
    await page.getByLabel("Email or Phone Number").fill(newAddress("alice"));
    await page.getByRole("button", { name: "Send OTP" }).click();
    await page.getByRole("button", { name: "Verify OTP" }).click();

    await page.getByRole("button", { name: "Skip for now" }).click();

    await expectVisible(page.getByRole("heading", { name: "general" }));
    expect(new URL(page.url()).pathname).toBe("/chat/general");
    await page.reload();
    await expectVisible(page.getByText("Connected", { exact: true }));
    await expectVisible(page.getByRole("button", { name: /^User .*user menu/ }));
  });

  test("sends another code, but not before its time", async () => {
    const page = await stories.openTab({ mayBeRefused: ["sendOtp 429"] });
    await page.clock.install();
    await page.goto("/chat");
    await page.getByLabel("Email or Phone Number").fill(newAddress("alice"));
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expectVisible(page.getByText(/Another code in \d+ seconds/));

    // Only the clock of this browser goes forward, so the server finds it too soon.
    await page.clock.fastForward(31_000);
    await page.getByRole("button", { name: "Send another" }).click();

    const banner = page.getByRole("alert");
    await expectVisible(banner.getByText(/Please wait \d+ seconds before requesting another code/));
  });
});

test("a sign-in link says whom it signs in, does so by its button, and only once", async () => {
  const address = newAddress("alice");
  const { stdout } = await promisify(execFile)(process.execPath, [admin, "sign-in-link", address], {
    env: { PATH: process.env["PATH"], DATA_DIR: inject("dataDir"), OTP_DELIVERY: "dev" },
  });
  const token = /#token=(\S+)/.exec(stdout)?.[1] ?? "";
  const page = await stories.openTab();
  const place = `/signin/link#token=${token}`;

  await page.goto(place);
  await expectVisible(page.getByText(`Sign in as ${address}?`));
  await page.reload();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Your name").fill("Alice");
  await page.getByRole("button", { name: "Continue" }).click();
  await expectVisible(page.getByText("Connected", { exact: true }));

  const second = await stories.openTab({ mayBeRefused: ["verifyLink 400"] });
  await second.goto(place);
  await second.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectVisible(second.getByRole("alert").getByText(/no longer valid/));
});

test("a link that was cut off offers nothing but to ask for another one", async () => {
  const page = await stories.openTab();
  await page.goto("/signin/link#token=lj0SzAXJmBA9gYp7eGSvpA");
  await expectVisible(page.getByText(/This sign-in link is not complete/));
  expect(await page.getByRole("button", { name: "Sign in", exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Back" }).click();
  await expectVisible(page.getByLabel("Email or Phone Number"));
});

test("who asked for too many codes gets a link instead, is told, and keeps the password that they chose", async () => {
  const address = newAddress("alice");
  // Each browser may ask at once; only the address counts.
  const [first, second, third] = [
    await stories.openTab({ serverUrl: strictServer.url }),
    await stories.openTab({ serverUrl: strictServer.url }),
    await stories.openTab({ serverUrl: strictServer.url }),
  ];
  for (const page of [first, second]) {
    await page.goto("/chat");
    await page.getByLabel("Email or Phone Number").fill(address);
    await page.getByRole("button", { name: "Send OTP" }).click();
  }

  await expectVisible(first.getByLabel("Enter OTP"));
  await expectVisible(second.getByText("We sent a sign-in link to"));
  expect(await second.getByLabel("Enter OTP").count()).toBe(0);
  await third.goto("/chat");
  await third.getByLabel("Email or Phone Number").fill(address);
  await third.getByRole("button", { name: "Use a password instead" }).click();
  await third.getByRole("button", { name: "Create an account" }).click();
  await third.getByLabel("Full name").fill("Alice");
  await third.getByLabel("Password", { exact: true }).fill("a sentence about a swan");
  await third.getByRole("button", { name: "Create account" }).click();
  await expectVisible(
    third.getByText(/^We sent a link to .*the password that you chose is not kept/),
  );
  await third.goto(await newestLink(third, address, "link"));
  await third.getByRole("button", { name: "Sign in", exact: true }).click();
  await expectVisible(third.getByRole("button", { name: /^Alice .*user menu/ }));
  await third.goto("/settings/security");
  const section = third.getByRole("region", { name: "Password" });
  await expectVisible(section.getByRole("button", { name: "Change" }));
});

test("an account is made with a password, which signs in, and is replaced by a link", async () => {
  const address = newAddress("ada");
  const { url: serverUrl } = strictServer;
  const page = await stories.openTab({
    ...phone,
    serverUrl,
    mayBeRefused: ["signUp 400", ...endedSession],
  });
  await page.goto("/chat");
  await page.getByLabel("Email or Phone Number").fill(address);
  await page.getByRole("button", { name: "Use a password instead" }).tap();
  await page.getByRole("button", { name: "Create an account" }).tap();
  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Password", { exact: true }).fill("password1234");
  await page.getByRole("button", { name: "Create account" }).tap();
  await expectVisible(page.getByRole("alert").getByText(/longer or less common password/));
  await expectAccessible(page, "a new account with a password");
  await page.getByLabel("Password", { exact: true }).fill("a sentence about a swan");
  await page.getByRole("button", { name: "Create account" }).tap();
  await page.getByRole("button", { name: "Verify OTP" }).tap();
  await expectVisible(page.getByRole("heading", { name: "Quick share" }));

  const second = await stories.openTab({
    serverUrl,
    mayBeRefused: ["signIn 400", ...endedSession],
  });
  await second.goto("/chat");
  await second.getByRole("button", { name: "Use a password instead" }).press("Enter");
  await second.getByLabel("Email or Phone Number").fill(address);
  await second.getByLabel("Password", { exact: true }).fill("another sentence");
  await second.keyboard.press("Enter");
  await expectVisible(second.getByRole("alert").getByText(/password is wrong/));
  expect(await second.getByLabel("Email or Phone Number").inputValue()).toBe(address);
  await expectAccessible(second, "signing in with a password");
  await second.getByLabel("Password", { exact: true }).fill("a sentence about a swan");
  await second.keyboard.press("Enter");
  await expectVisible(second.getByRole("button", { name: /^Ada .*user menu/ }));

  const third = await stories.openTab({ serverUrl });
  await third.goto("/chat");
  await third.getByLabel("Email or Phone Number").fill(address);
  await third.getByRole("button", { name: "Use a password instead" }).click();
  await third.getByRole("button", { name: "Forgot your password?" }).click();
  await third.getByRole("button", { name: "Send link" }).click();
  await expectVisible(third.getByText(`If ${address} has an account here`));
  await third.goto(await newestLink(third, address, "reset"));
  await expectVisible(third.getByText(`Set a new password for ${address}`));
  await expectAccessible(third, "a new password");
  await third.getByLabel("New password").fill("a sentence about a heron");
  await third.keyboard.press("Enter");
  await expectVisible(third.getByRole("button", { name: /^Ada .*user menu/ }));
  await expectVisible(second.getByLabel("Email or Phone Number"));

  await third.goto("/settings/security");
  const section = third.getByRole("region", { name: "Password" });
  await section.getByRole("button", { name: "Change" }).press("Enter");
  const dialog = third.getByRole("dialog", { name: "Change your password" });
  await dialog.getByLabel("New password").fill("a sentence about an owl");
  await expectAccessible(third, "another password");
  await third.keyboard.press("Enter");
  await dialog.getByLabel("Password", { exact: true }).fill("a sentence about a heron");
  await third.keyboard.press("Enter");
  await expectGone(dialog);
  await section.getByRole("button", { name: "Remove" }).press("Enter");
  const question = third.getByRole("dialog", { name: "Remove your password?" });
  await question.getByRole("button", { name: "Remove" }).press("Enter");
  await expectVisible(section.getByRole("button", { name: "Set a password" }));
  await expectAccessible(third, "no password");
});

test("a person signs in with Google, connects GitHub, and is asked for a code before that", async () => {
  const visitor = { id: "77", name: "Ada", email: newAddress("ada"), isVerified: true };
  google.visitor = github.visitor = visitor;
  const { url: serverUrl } = strictServer;
  const mayVisit = [google.origin, github.origin];
  const page = await stories.openTab({ serverUrl, mayVisit });
  await page.goto("/chat");
  await page.getByRole("button", { name: "Google" }).press("Enter");
  await expectVisible(page.getByRole("button", { name: /^Ada .*user menu/ }));

  const other = await stories.openTab({ serverUrl, mayVisit, mayBeRefused: ["socialSignIn 409"] });
  await other.goto("/chat");
  await other.getByRole("button", { name: "GitHub" }).click();
  await expectVisible(other.getByRole("alert").getByText(/connect the two/));
  await expectAccessible(other, "a code that connects two accounts");
  await other.getByRole("button", { name: "Verify OTP" }).click();
  await expectVisible(other.getByRole("button", { name: /^Ada .*user menu/ }));

  await page.goto("/settings/security");
  const accounts = page.getByRole("region", { name: "Connected accounts" });
  await accounts.getByRole("button", { name: "Disconnect GitHub" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Disconnect GitHub?" });
  await question.getByRole("button", { name: "Disconnect" }).press("Enter");
  await expectVisible(question.getByLabel("Confirmation code"));
  await page.keyboard.press("Enter");
  await expectGone(question);
  const connect = accounts.getByRole("button", { name: "Connect GitHub" });
  const ofGitHub = `${github.origin}/**`;
  await page.context().route(ofGitHub, () => undefined);
  await closeWindow(page, () => connect.press("Enter"));
  await page.context().unroute(ofGitHub);
  await connect.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Connect GitHub?" });
  await dialog.getByRole("button", { name: "Connect" }).press("Enter");
  await expectVisible(accounts.getByRole("button", { name: "Disconnect GitHub" }));
  await expectAccessible(page, "connected accounts");
});

test("a provider's window that is blocked, or denied, is said, and one that is closed is not", async () => {
  google.visitor = undefined;
  const mayVisit = [google.origin];
  const page = await stories.openTab({ ...phone, serverUrl: strictServer.url, mayVisit });
  await page.goto("/chat");
  await page.getByRole("button", { name: "Google" }).tap();
  await expectVisible(page.getByRole("alert").getByText("The sign-in was cancelled"));
  await expectAccessible(page, "the buttons of providers");
  await page.context().route(`${google.origin}/**`, () => undefined);
  await closeWindow(page, () => page.getByRole("button", { name: "Google" }).tap());
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole("button", { name: "Google" }).tap();
  await expectVisible(page.getByRole("alert").getByText(/blocked the window/));
});

/** Closes the window that `open` opens, and waits until the page has noticed; the provider must not answer meanwhile. */
async function closeWindow(page: Page, open: () => Promise<void>): Promise<void> {
  const opened = page.waitForEvent("popup");
  await open();
  const waits = page.getByText("Go on in the window that opened.");
  await expectVisible(waits);
  await (await opened).close();
  await expectGone(waits);
}

/** The link of the newest mail to the address, once it has come. */
async function newestLink(page: Page, address: string, kind: "link" | "reset"): Promise<string> {
  let link: string | undefined;
  await expectSoon(async () => {
    const outbox = await (await page.request.get("/dev/outbox")).text();
    const mails = outbox.split("<li>").filter((each) => each.includes(`To ${address}`));
    link = new RegExp(`\\S+/signin/${kind}#token=[^\\s<]+`).exec(mails[0] ?? "")?.[0];
    return link;
  }).toBeDefined();
  return link ?? "";
}

test("a person stays signed in over a reload", async () => {
  const page = await stories.enter(await newSession("Alice"), "/chat/general");
  await page.reload();
  await expectVisible(page.getByRole("button", { name: /^Alice .*user menu/ }));
  await expectVisible(page.getByRole("button", { name: "Join room" }));
  expect(await composer(page).count()).toBe(0);
});
