import { API_BASE_PATH, routes, type ReplyOf } from "@colbin/protocol";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import {
  arrived,
  expectFocused,
  expectGone,
  expectSoon,
  log,
  newColleague,
  newRoomSlug,
  send,
} from "./people.ts";
import { newMember, newSession } from "./sessions.ts";

const stories = tellStories();

/** A program that knows the server and a key, and nothing else. */
function newProgram(url: string, secret: string) {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const at = (path: string) => `${url}${API_BASE_PATH}${path}`;
  return {
    askWho: () => fetch(at(routes.getMe.path), { headers }),
    say(slug: string, content: string) {
      const { method, path } = routes.sendMessage;
      const body = JSON.stringify({ content });
      return fetch(at(path.replace(":slug", slug)), { method, headers, body });
    },
  };
}

/** By the keyboard alone, with all that it may read and write of messages, for a year; answers the secret. */
async function createKey(page: Page, name: string): Promise<string> {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.getByRole("button", { name: "Create key" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create an API key" });
  await expectVisible(dialog.getByText(/^It acts as you, in Personal only\./));
  const field = dialog.getByLabel("Name");
  await expectFocused(field);
  await page.keyboard.type(name);
  // Rooms, which may be read from the start, then messages.
  await press("Tab", "Tab", "ArrowRight", "ArrowRight");
  const messages = dialog.getByRole("radiogroup", { name: "Messages" });
  expect(await messages.getByLabel("Read and write").isChecked()).toBe(true);
  // Files, members, and how long it works.
  await press("Tab", "Tab", "Tab", "ArrowRight");
  expect(await dialog.getByLabel("1 year").isChecked()).toBe(true);
  await expectAccessible(page, "a new key");
  await press("Tab", "Tab", "Enter");
  await expectVisible(dialog.getByLabel("Confirmation code"));
  await press("Enter");

  const shown = page.getByRole("dialog", { name: `Copy “${name}” now` });
  const secret = shown.getByText(/^cbk_[\w-]{43}$/);
  await expectVisible(secret);
  await press("Escape");
  await expectVisible(secret);
  await expectAccessible(page, "the secret of a key");
  const text = await secret.innerText();
  await shown.getByRole("button", { name: "Copy code" }).press("Enter");
  await expectSoon(() => page.evaluate(() => navigator.clipboard.readText())).toContain(
    `/session-room/my-rooms \\\n  -H "Authorization: Bearer ${text}"`,
  );
  expect(await shown.getByRole("button", { name: "Done" }).isDisabled()).toBe(true);
  await shown.getByLabel("I have copied it").press("Space");
  await shown.getByRole("button", { name: "Done" }).press("Enter");
  await expectGone(shown);
  return text;
}

test("a key is created by the keyboard alone, writes as its person, and is refused once it is ended", async () => {
  const slug = newRoomSlug("nightly");
  const as = await newSession("Nora", [slug]);
  const page = await stories.openTab({ as });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/settings/api");
  await expectVisible(page.getByText("No API keys yet"));
  await expectAccessible(page, "no keys");

  const secret = await createKey(page, "Nightly report");
  const row = page.getByRole("row", { name: /Nightly report/ });
  await expectVisible(row.getByText("Messages: read and write"));
  await expectVisible(row.getByText("Never", { exact: true }));
  await expectVisible(page.getByText("1 of 20 keys"));
  expect(await page.content()).not.toContain(secret);

  const program = newProgram(as.url, secret);
  const who = await program.askWho();
  expect(who.status).toBe(200);
  expect(((await who.json()) as ReplyOf<"getMe">).id).toBe(as.userId);
  await page.goto(`/chat/${slug}`);
  await send(page, "Written by hand");
  await expectVisible(log(page).getByText(arrived));
  expect((await program.say(slug, "All tiles are imported")).ok).toBe(true);
  const message = (text: string) => log(page).getByRole("article").filter({ hasText: text });
  await expectVisible(message("All tiles are imported").getByText("via API"));
  expect(await message("Written by hand").getByText("via API").count()).toBe(0);

  await page.setViewportSize(phone.viewport);
  await page.goto("/settings/api");
  await expectVisible(page.getByText("1 of 20 keys"));
  expect(await page.getByText("Never", { exact: true }).count()).toBe(0);
  await expectAccessible(page, "keys on a phone");
  await page.getByRole("button", { name: "End key Nightly report" }).press("Enter");
  const question = page.getByRole("dialog", { name: "End the key Nightly report?" });
  await expectVisible(question);
  await expectAccessible(page, "the end of a key");
  await question.getByRole("button", { name: "End key" }).press("Enter");
  await expectVisible(page.getByText("No API keys yet"));
  expect((await program.askWho()).status).toBe(401);
  await page.goto("/settings/security");
  const events = page.getByRole("region", { name: "What happened lately" });
  await expectVisible(events.getByText("API key created: Nightly report"));
  await expectVisible(events.getByText("API key ended: Nightly report"));
});

test("billing tells what is used, and of an organization those alone who lead it", async () => {
  const olga = await newColleague("Olga");
  const { id: orgId } = await olga.call("createOrganization", { body: { title: "Tidal Works" } });
  const { code } = await olga.call("generateInviteLink", { params: { orgId }, body: {} });
  const as = await newMember("Alice", code);
  const page = await stories.openTab({ as });
  await page.goto("/settings/billing");
  await expectVisible(page.getByRole("region", { name: "Your usage in Tidal Works" }));
  const ofAll = page.getByRole("region", { name: "Usage of Tidal Works" });
  await expectVisible(ofAll.getByText("Owners and admins of the organization see what it uses."));

  const params = { orgId, userId: as.userId };
  await olga.call("updateMember", { params, body: { role: "ADMIN" } });
  await page.reload();
  await expectVisible(ofAll.getByText("Active members"));
  await expectVisible(ofAll.getByText("2", { exact: true }));
  await expectAccessible(page, "billing");
  await page.goto("/settings/organizations/current/billing");
  await expectVisible(page.getByText("Joined by month"));
  expect(new URL(page.url()).pathname).toBe(`/settings/organizations/${orgId}/usage`);
});
