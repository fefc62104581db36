import { createHmac } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { expectFocused, expectGone, expectSoon } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const BITS = 5;
const STEP_MS = 30_000;
const DIGITS = 6;

function stepOfNow(): number {
  return Math.floor(Date.now() / STEP_MS);
}

/** The code that an authenticator app shows for this secret in this step of time (RFC 4226, RFC 6238). */
function codeOf(secret: string, step: number): string {
  const bits = Array.from(secret.replaceAll(/\s/g, ""))
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(BITS, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", key).update(counter).digest();
  const cut = hash.readUInt32BE(hash.readUInt8(hash.length - 1) % 16) % 2 ** 31;
  return String(cut % 10 ** DIGITS).padStart(DIGITS, "0");
}

test("codes of apps are those of the standard", () => {
  // RFC 6238, appendix B, whose codes have two digits more.
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect([1, 37_037_036, 666_666_666].map((step) => codeOf(secret, step))).toEqual([
    "287082",
    "081804",
    "353130",
  ]);
});

function factors(page: Page): Locator {
  return page.getByRole("region", { name: "Passkeys and second sign-in step" });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /user menu/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Sign out" }).press("Enter");
  await expectVisible(page.getByRole("dialog", { name: "Welcome to Colbin" }));
}

/** The first step, with a code by mail, which the server of the stories fills in. */
async function signInByCode(page: Page, address: string): Promise<Locator> {
  await page.goto("/chat");
  await page.getByLabel("Email or Phone Number").fill(address);
  await page.getByRole("button", { name: "Send OTP" }).press("Enter");
  await page.getByRole("button", { name: "Verify OTP" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Second sign-in step" });
  await expectVisible(dialog);
  return dialog;
}

/** The same code for an act. */
async function confirmByMail(page: Page, dialog: Locator): Promise<void> {
  await expectVisible(dialog.getByLabel("Confirmation code"));
  await page.keyboard.press("Enter");
}

/** The codes that come with the first factor. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expectVisible(dialog);
  await expectAccessible(page, "recovery codes");
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: "I have saved them" }).press("Enter");
  await expectGone(dialog);
  return codes;
}

/** Adds one by the keyboard alone; answers its secret, the step of the code that it was confirmed with, and the recovery codes. */
async function addApp(page: Page) {
  await factors(page).getByRole("button", { name: "Add an authenticator app" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await expectSoon(() => dialog.getByLabel("Name").inputValue()).toBe("Authenticator app");
  await page.keyboard.press("Enter");
  await confirmByMail(page, dialog);
  const shown = dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await expectVisible(shown);
  await expectAccessible(page, "the secret of an authenticator app");
  const secret = await shown.innerText();
  const step = stepOfNow();
  const code = dialog.getByLabel("Code from the app");
  await expectFocused(code);
  await page.keyboard.type(codeOf(secret, step));
  await page.keyboard.press("Enter");
  return { secret, step, recoveryCodes: await saveRecoveryCodes(page) };
}

test("an authenticator app is added by the keyboard alone, asked for at the sign-in, and removed", async () => {
  const as = await newSession("Alice");
  const page = await stories.openTab({ as });
  await page.goto("/settings/security");
  await expectVisible(factors(page).getByText(/nobody else can sign in/));
  await expectAccessible(page, "no second factor");
  const { secret, step, recoveryCodes } = await addApp(page);
  expect(new Set(recoveryCodes).size).toBe(10);
  await expectVisible(factors(page).getByText("10 of 10 left"));
  await expectVisible(factors(page).getByText(/^Added .*, never used$/));
  await expectAccessible(page, "a second factor");
  await signOut(page);

  // Others, since a browser waits before it may ask for a second code of the same address.
  const quiet = await stories.openTab();
  const ended = await signInByCode(quiet, as.address);
  await quiet.keyboard.press("Escape");
  await expectGone(ended);
  expect(await quiet.getByRole("alert").count()).toBe(0);

  const other = await stories.openTab({ ...phone, mayBeRefused: ["verifySecondFactor 400"] });
  const asked = await signInByCode(other, as.address);
  await asked.getByRole("button", { name: "Use a recovery code" }).tap();
  await expectVisible(asked.getByLabel("Recovery code"));
  await asked.getByRole("button", { name: "Use your authenticator app" }).tap();
  const code = asked.getByLabel("Code from your authenticator app");
  await expectVisible(code);
  await expectAccessible(other, "the second step of a sign-in");
  // Each code works once: that of the next step is right as well, until it is over.
  const right = codeOf(secret, step + 1);
  const wrong = right === "111111" ? "222222" : "111111";
  await code.fill(wrong);
  await other.keyboard.press("Enter");
  await expectVisible(asked.getByRole("alert").getByText("This code is not correct"));
  expect(await code.inputValue()).toBe(wrong);
  await code.fill(right);
  await other.keyboard.press("Enter");
  await expectVisible(other.getByRole("heading", { name: "Quick share" }));

  await other.goto("/settings/security");
  await expectVisible(factors(other).getByText(/^Added .*, used /));
  await expectAccessible(other, "a second factor on a phone");
  await factors(other).getByRole("button", { name: "Remove Authenticator app" }).tap();
  const question = other.getByRole("dialog", { name: "Remove Authenticator app?" });
  await question.getByRole("button", { name: "Remove" }).tap();
  await expectVisible(question.getByLabel("Code from your authenticator app"));
  await expectAccessible(other, "the ways to confirm an act");
  await question.getByRole("button", { name: "Send me a code" }).tap();
  await confirmByMail(other, question);
  await expectGone(question);
  await expectVisible(factors(other).getByText(/nobody else can sign in/));
  const events = other.getByRole("region", { name: "What happened lately" });
  await expectVisible(events.getByText("Authenticator app removed: Authenticator app"));
});

/** The screen lock of a device that says yes at once. */
async function addDevice(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("WebAuthn.enable");
  await tools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is added, signs in alone, and confirms that it is still the person", async () => {
  const as = await newSession("Ada");
  const page = await stories.openTab({ as });
  await addDevice(page);
  await page.goto("/settings/security");
  await factors(page).getByRole("button", { name: "Add a passkey" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await expectSoon(() => dialog.getByLabel("Name").inputValue()).toMatch(/^Chrome on /);
  await expectAccessible(page, "a new passkey");
  await dialog.getByLabel("Name").fill("Screen lock");
  await page.keyboard.press("Enter");
  await confirmByMail(page, dialog);
  await saveRecoveryCodes(page);
  await factors(page).getByRole("button", { name: "Rename Screen lock" }).press("Enter");
  const renaming = page.getByRole("dialog", { name: "Rename Screen lock" });
  await renaming.getByLabel("Name").fill("Laptop");
  await page.keyboard.press("Enter");
  await expectGone(renaming);
  await expectVisible(factors(page).getByRole("img", { name: "Passkey" }));
  await signOut(page);

  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await expectVisible(button);
  await expectAccessible(page, "signing in with a passkey");
  await button.press("Enter");
  await expectVisible(page.getByRole("button", { name: /^Ada .*user menu/ }));

  await page.goto("/settings/security");
  await expectVisible(factors(page).getByText(/^Added .*, used /));
  await factors(page).getByRole("button", { name: "Remove Laptop" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Remove Laptop?" });
  await question.getByRole("button", { name: "Remove" }).press("Enter");
  await expectVisible(question.getByText("Confirm with your passkey that it is you."));
  await expectAccessible(page, "an act that a passkey confirms");
  await question.getByRole("button", { name: "Remove" }).press("Enter");
  await expectGone(question);
  await expectVisible(factors(page).getByText(/nobody else can sign in/));
});
