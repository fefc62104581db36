import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import {
  connectionComplaints,
  desk,
  expectVisible,
  pageTitle,
  phone,
  tellStories,
} from "./browser.ts";
import { expectGone, expectSoon, log, newColleague, newRoomSlug, send } from "./people.ts";
import { endedSession } from "./refusals.ts";
import { newAddress, newSession } from "./sessions.ts";

const stories = tellStories();

type Options = Parameters<typeof stories.openTab>[0];

const userMenu = (page: Page) => page.getByRole("button", { name: /user menu/ });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

/** A new person on this page of the settings. */
async function openSettings(place: string, options: Options = {}): Promise<Page> {
  const page = await stories.openTab({ ...options, as: await newSession("Alice") });
  // It says what fails, and comes last.
  const parts = page.waitForResponse(/ToastView-/);
  await page.goto(`/settings/${place}`);
  await parts;
  await expectVisible(pageTitle(page));
  return page;
}

test("a name that is changed is the person's in every tab", async () => {
  const slug = newRoomSlug("names");
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  const second = await page.context().newPage();
  await second.goto(`/chat/${slug}`);
  await userMenu(page).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expectVisible(page.getByRole("heading", { level: 1, name: "Profile" }));
  await expectSoon(() => page.title()).toBe("Profile · Colbin");
  expect(new URL(page.url()).pathname).toBe("/settings/profile");

  await field(page, "Full name").fill("Alice Winter");
  await field(page, "Bio").fill("Keeps the tiles warm.");
  await expectVisible(page.getByText("Unsaved changes"));
  await save(page).click();
  await expectVisible(page.getByText("Saved", { exact: true }));

  await expectVisible(userMenu(second).getByText("Alice Winter"));
  await page.reload();
  expect(await field(page, "Bio").inputValue()).toBe("Keeps the tiles warm.");
});

/** An image whose left half is red and whose right half is blue. */
async function drawHalves(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [400, 200];
    const context = canvas.getContext("2d");
    for (const [at, color] of ["red", "blue"].entries()) {
      if (!context) break;
      context.fillStyle = color;
      context.fillRect(at * 200, 0, 200, 200);
    }
    return canvas.toDataURL();
  });
  return Buffer.from(address.split(",")[1] ?? "", "base64");
}

/** The color in the middle of a picture that is shown. */
function colorOf(picture: Locator): Promise<number[]> {
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const context = document.createElement("canvas").getContext("2d");
    context?.drawImage(image, 0, 0, 100, 100);
    return [...(context?.getImageData(50, 50, 1, 1).data ?? [])].map((each) => each & 0xc0);
  });
}

test("a picture is cropped with the keyboard, shown in every tab at once, and taken away again", async () => {
  const slug = newRoomSlug("faces");
  const alice = await newSession("Alice", [slug]);
  const page = await stories.enter(alice, `/chat/${slug}`);
  await send(page, "Who is this?");
  const face = log(page).getByRole("article").last().locator("img");
  const settings = await page.context().newPage();
  await settings.setViewportSize(phone.viewport);
  await settings.goto("/settings/profile");
  const chooser = settings.locator("input[type=file]");
  const dialog = settings.getByRole("dialog", { name: "Choose the part to show" });

  const text = { name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await expectVisible(settings.getByRole("button", { name: "Upload picture" }));
  await chooser.setInputFiles(text);
  await expectVisible(dialog.getByText("This cannot be shown as a picture"));
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const buffer = await drawHalves(settings);
  await chooser.setInputFiles({ name: "halves.png", mimeType: "image/png", buffer });
  const part = dialog.getByRole("group", { name: "Part of the picture" });
  await part.focus();
  await part.press("+");
  await expectSoon(() => dialog.getByRole("slider", { name: "Zoom" }).inputValue()).toBe("1.1");
  await expectAccessible(settings, "the crop of a picture", "[role=dialog]");
  for (let step = 0; step < 45; step += 1) await part.press("ArrowRight");
  await dialog.getByRole("button", { name: "Save picture" }).click();
  await expectGone(dialog);
  await expectVisible(settings.getByText("Picture saved"));
  await expectAccessible(settings, "the profile with a picture");

  await expectVisible(face);
  expect(await colorOf(face)).toEqual([192, 0, 0, 192]);
  await expectVisible(userMenu(page).locator("img"));
  await settings.getByRole("button", { name: "Remove picture" }).click();
  await expectVisible(settings.getByText("Picture removed"));
  await expectGone(face);
  await expectVisible(log(page).getByRole("article").last().getByText("A", { exact: true }));
});

test("a username that is taken is said at its field, and what was typed stays", async () => {
  const taken =
    newAddress("taken")
      .split("@", 1)[0]
      ?.replaceAll(/[^a-z0-9]/g, "")
      .slice(-20) ?? "";
  const colleague = await newColleague("Bob");
  await colleague.users.update({ username: `b${taken}` });
  const page = await openSettings("profile", { mayBeRefused: ["updateMe 409"] });

  await field(page, "Company").fill("Meridian Maps");
  await field(page, "Username").fill(`b${taken}`);
  await save(page).click();

  await expectVisible(page.getByRole("alert").getByText(/^Failed to update profile: /));
  await expectSoon(() => field(page, "Username").getAttribute("aria-invalid")).toBe("true");
  await expectVisible(page.getByText("This username is not available", { exact: true }));
  expect(await field(page, "Company").inputValue()).toBe("Meridian Maps");
  await field(page, "Username").fill(`c${taken}`);
  await save(page).click();
  await expectVisible(page.getByText("Saved", { exact: true }));
  await expectVisible(userMenu(page).getByText(`@c${taken}`));
});

test("without a network nothing that was typed is lost, and nobody leaves it by mistake", async () => {
  const page = await openSettings("profile", { mayComplain: connectionComplaints });
  await page.context().setOffline(true);
  await field(page, "Location").fill("Lisbon");
  await save(page).press("Enter");
  await expectVisible(page.getByRole("alert").getByText(/^Failed to update profile: /));
  expect(await field(page, "Location").inputValue()).toBe("Lisbon");

  await page.getByRole("link", { name: "Appearance" }).click();
  const question = page.getByRole("dialog", { name: "Discard the changes?" });
  await expectVisible(question);
  await question.getByRole("button", { name: "Stay" }).click();
  await expectGone(question);
  await page.context().setOffline(false);
  await save(page).click();
  await expectVisible(page.getByText("Saved", { exact: true }));

  await field(page, "Location").fill("Porto");
  await page.getByRole("link", { name: "Appearance" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expectVisible(page.getByRole("heading", { level: 1, name: "Appearance" }));
  await page.getByRole("link", { name: "Profile" }).click();
  expect(await field(page, "Location").inputValue()).toBe("Lisbon");
});

test("who goes back with something unsaved is asked, and stays where they were", async () => {
  const page = await openSettings("appearance");
  const question = page.getByRole("dialog", { name: "Discard the changes?" });
  const title = (name: string) => page.getByRole("heading", { level: 1, name });
  await page.getByRole("link", { name: "Profile" }).click();
  await expectVisible(title("Profile"));
  await page.getByRole("link", { name: "Privacy" }).click();
  await expectVisible(title("Privacy"));
  await page.goBack();
  await field(page, "Location").fill("Lisbon");

  await page.goBack();
  await expectVisible(question);
  expect(new URL(page.url()).pathname).toBe("/settings/profile");
  await question.getByRole("button", { name: "Stay" }).click();
  await expectGone(question);
  await page.goForward();
  await expectVisible(question);
  await page.keyboard.press("Escape");
  await expectGone(question);
  expect(await field(page, "Location").inputValue()).toBe("Lisbon");

  await save(page).click();
  await expectVisible(page.getByText("Saved", { exact: true }));
  await page.goForward();
  await expectVisible(title("Privacy"));
  await page.goBack();
  await field(page, "Location").fill("Porto");
  await page.goBack();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expectVisible(title("Appearance"));
  await page.goForward();
  await expectVisible(title("Profile"));
  expect(await field(page, "Location").inputValue()).toBe("Lisbon");
  await field(page, "Location").fill("Rome");
  await page.goForward();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expectVisible(title("Privacy"));
});

test("theme and density are there at once, in every tab, and the theme in the person's other browsers", async () => {
  const page = await openSettings("appearance");
  const second = await page.context().newPage();
  await second.goto("/settings/profile");
  await expectVisible(pageTitle(second));
  const chosen = (tab: Page) =>
    tab.evaluate(() => [
      document.documentElement.dataset["theme"],
      document.documentElement.dataset["density"],
    ]);
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByRole("radio", { name: "Compact" }).check();
  expect(await chosen(page)).toEqual(["dark", "compact"]);
  await expectSoon(() => chosen(second)).toEqual(["dark", "compact"]);
  await expectSoon(() => page.evaluate(() => localStorage.getItem("user"))).toContain(
    '"theme":"dark"',
  );
  const stored = await page.context().storageState();
  await page.reload();
  expect(await chosen(page)).toEqual(["dark", "compact"]);

  const origins = stored.origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.filter(({ name }) => name !== "theme" && name !== "density"),
  }));
  const as = { url: new URL(page.url()).origin, stored: { ...stored, origins } };
  const other = await stories.openTab({ as });
  await other.goto("/settings/appearance");
  await expectSoon(() => chosen(other)).toEqual(["dark", undefined]);
});

test("preferences that are chosen while another one is being kept are kept as well", async () => {
  const page = await openSettings("privacy");
  const calls: unknown[] = [];
  const go = Promise.withResolvers<void>();
  await page.route("**/user/me", async (route) => {
    if (route.request().method() === "PATCH") calls.push(route.request().postDataJSON());
    await go.promise;
    await route.continue();
  });
  const typing = page.getByRole("switch", { name: "Typing" });
  for (const isOn of ["false", "true", "false"]) {
    await typing.press("Space");
    expect(await typing.getAttribute("aria-checked")).toBe(isOn);
  }
  await page.getByRole("link", { name: "Appearance" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByRole("link", { name: "Privacy" }).click();
  await typing.press("Space");
  go.resolve();
  await expectSoon(() => page.evaluate(() => localStorage.getItem("user"))).toMatch(
    /(?=.*"theme":"dark")(?=.*"typingIndicators":true)/,
  );
  const [first, second] = [{ typingIndicators: false }, { typingIndicators: true, theme: "dark" }];
  expect(calls).toEqual([{ preferences: first }, { preferences: second }]);
  expect(await typing.getAttribute("aria-checked")).toBe("true");
});

test("a preference that cannot be kept says so and goes back", async () => {
  const page = await openSettings("privacy", { mayComplain: connectionComplaints });
  const typing = page.getByRole("switch", { name: "Typing" });
  await page.context().setOffline(true);
  await typing.press("Space");
  expect(await typing.getAttribute("aria-checked")).toBe("false");
  await expectVisible(page.getByText("Failed to update preferences"));
  await expectSoon(() => typing.getAttribute("aria-checked")).toBe("true");
  await page.context().setOffline(false);
  await typing.press("Space");
  await expectSoon(() => page.evaluate(() => localStorage.getItem("user"))).toContain(
    '"typingIndicators":false',
  );
});

test("a sign-in leads into the organization that was chosen in the settings", async () => {
  const slug = newRoomSlug("start");
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  await page.getByRole("button", { name: /^Workspace / }).click();
  await page.getByRole("menuitem", { name: "Create organization" }).click();
  await page.getByLabel("Name of the organization").fill("Nordlicht Studio");
  await page.keyboard.press("Enter");
  await expectVisible(page.getByRole("dialog", { name: "Invite people" }));
  await page.goto("/settings/account");
  const workspace = page.getByRole("combobox", { name: "Workspace" });
  await workspace.selectOption("Nordlicht Studio");
  await expectSoon(() => page.evaluate(() => localStorage.getItem("user"))).toMatch(
    /"defaultWorkspace":"\w/,
  );
  await page.reload();
  expect(await workspace.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)).toBe(
    "Nordlicht Studio",
  );
});

test("who is blocked is listed, and is not any more when the person says so", async () => {
  const colleague = await newColleague("Bob Sutter");
  await colleague.rooms.join("general");
  const as = await newSession("Alice", ["general"]);
  const page = await stories.openTab({ as });
  await page.goto("/settings/privacy");
  await expectVisible(page.getByText("Nobody is blocked"));
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  const id = String(colleague.store.getSnapshot().currentUser?.id);
  const headers = { authorization: `Bearer ${String(token)}` };
  expect((await page.request.post(`/v1/user/${id}/block`, { headers })).ok()).toBe(true);

  await page.reload();
  const unblock = page.getByRole("button", { name: "Unblock Bob Sutter" });
  await expectVisible(unblock);
  await expectAccessible(page, "blocked people");
  await unblock.press("Enter");
  await expectVisible(page.getByText("Nobody is blocked"));
});

test("who signs out everywhere is asked, and is out in the other browser", async () => {
  const as = await newSession("Alice");
  // Also in the browser that ends all sessions, where a call may be on its way.
  const ended = { as, mayBeRefused: endedSession };
  const [page, other] = [await stories.openTab(ended), await stories.openTab(ended)];
  await other.goto("/settings/account");
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  const question = page.getByRole("dialog", { name: "Sign out everywhere?" });
  await question.getByRole("button", { name: "Sign out everywhere" }).click();
  await expectVisible(page.getByLabel("Email or Phone Number"));
  await expectVisible(other.getByLabel("Email or Phone Number"));
});

test("an account is deleted after a code, and the sign-in dialog says how it comes back", async () => {
  const page = await openSettings("account", { mayBeRefused: endedSession });
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await dialog.getByLabel("Your messages").selectOption("delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectVisible(dialog.getByText(/enter the code/));
  await expectAccessible(page, "code");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expectVisible(page.getByText("Your account is deleted. Sign in within 14 days"));
  await expectAccessible(page, "signed out");
});

test("the own data is downloaded after a code", async () => {
  const page = await openSettings("account");
  await page.getByRole("button", { name: "Download" }).click();
  const dialog = page.getByRole("dialog", { name: "Download your data" });
  await dialog.getByRole("button", { name: "Download" }).click();
  await expectVisible(dialog.getByText(/enter the code/));
  const started = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^colbin-.*\.zip$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe("PK");
  await expectGone(dialog);
  await expectAccessible(page, "account");
});

test("the keyboard alone goes through the settings and back to the room", async () => {
  const slug = newRoomSlug("keys");
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  await page.getByRole("button", { name: /^Workspace / }).press("Enter");
  await page.getByRole("menuitem", { name: "Manage organizations" }).press("Enter");
  await expectVisible(page.getByRole("heading", { level: 1, name: "Organizations" }));
  await page.getByRole("link", { name: "Profile" }).press("Enter");
  await expectVisible(page.getByRole("heading", { level: 1, name: "Profile" }));
  await page.getByRole("link", { name: "Privacy" }).press("Enter");
  const typing = page.getByRole("switch", { name: "Typing" });
  await typing.press("Space");
  await expectSoon(() => typing.getAttribute("aria-checked")).toBe("false");
  await page.keyboard.press("Escape");
  await expectVisible(page.getByRole("textbox", { name: `Message #${slug}` }));
  expect(new URL(page.url()).pathname).toBe(`/chat/${slug}`);
});

test("on a phone the list comes first, and each page leads back to it", async () => {
  const page = await stories.openTab({ ...phone, as: await newSession("Alice", ["general"]) });
  await page.goto("/chat");
  await userMenu(page).tap();
  await page.getByRole("menuitem", { name: "Settings" }).tap();
  const list = page.getByRole("navigation", { name: "Settings" });
  await expectVisible(list.getByRole("link", { name: "Appearance" }));
  await expectSoon(() => page.title()).toBe("Settings · Colbin");
  await list.getByRole("link", { name: "Appearance" }).tap();
  await expectVisible(page.getByRole("heading", { level: 1, name: "Appearance" }));
  await page.getByRole("link", { name: "Back to settings" }).tap();
  await list.getByRole("link", { name: "Profile" }).tap();
  await expectVisible(page.getByRole("heading", { level: 1, name: "Profile" }));
  await page.goBack();
  await expectVisible(list);
  await list.getByRole("link", { name: "Back to the rooms" }).tap();
  await expectVisible(page.getByRole("navigation", { name: "Workspace and rooms" }));
});

describe.each([
  { screen: "a desk", options: desk },
  { screen: "a phone", options: phone },
])("on $screen, in both themes,", ({ options }) => {
  test("axe finds nothing on any page", { timeout: 120_000 }, async () => {
    const page = await openSettings("profile", options);
    await field(page, "Full name").fill("");
    await expectAccessible(page, "profile");
    await field(page, "Full name").fill("Alice");
    for (const place of ["account", "security", "appearance", "privacy"]) {
      await page.goto(`/settings/${place}`);
      await expectVisible(pageTitle(page));
      await expectAccessible(page, place);
    }
    await page.goto("/settings");
    await expectVisible(pageTitle(page));
    await expectAccessible(page, "list");
  });
});
