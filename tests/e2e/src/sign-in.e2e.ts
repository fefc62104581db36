import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { expectVisible, tellStories } from "./browser.ts";
import { composer, expectGone, expectSoon } from "./people.ts";
import { startServer, type Server } from "./server.ts";
import { newAddress, newSession } from "./sessions.ts";

const admin = fileURLToPath(new URL("../../../apps/server/src/admin.ts", import.meta.url));
const stories = tellStories();
/** It sends one code to an address in a day. */
let strictServer: Server;

beforeAll(async () => {
  strictServer = await startServer({ OTP_SENDS_PER_IDENTIFIER_DAY: "1" });
});
afterAll(() => strictServer?.stop());

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
    // No provider is set up, so none is offered.
    expect(await page.getByRole("button", { name: /Google|GitHub/ }).count()).toBe(0);
    expect(await page.getByText("OR CONTINUE WITH").count()).toBe(0);
  });

  test("says under the field what keeps an identifier from being sent", async () => {
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

test("who asked for too many codes gets a link instead, and is told", async () => {
  const address = newAddress("alice");
  // Each browser may ask at once; only the address counts.
  const [first, second] = [
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
  const mail = await second.context().newPage();
  await mail.goto("/dev/outbox");
  const text = await mail.getByRole("listitem").first().innerText();
  await second.goto(/\S+\/signin\/link#token=\S+/.exec(text)?.[0] ?? "");
  await second.getByRole("button", { name: "Sign in", exact: true }).click();
  await second.getByRole("button", { name: "Skip for now" }).click();
  await expectVisible(second.getByText("Connected", { exact: true }));
});

test("a person stays signed in over a reload", async () => {
  const page = await stories.enter(await newSession("Alice"), "/chat/general");
  await page.reload();
  await expectVisible(page.getByRole("button", { name: /^Alice .*user menu/ }));
  await expectVisible(page.getByRole("button", { name: "Join room" }));
  expect(await composer(page).count()).toBe(0);
});
