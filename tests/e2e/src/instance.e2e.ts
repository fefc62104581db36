import { API_BASE_PATH, routes } from "@colbin/protocol";
import { expect, test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { desk, expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone, expectSoon, newColleague, newRoomSlug } from "./people.ts";
import { newOperator, newSession, type Session } from "./sessions.ts";

const stories = tellStories();

/** The status with which the server answers this session. */
async function statusOf({ url, stored }: Session): Promise<number> {
  const kept = stored.origins.flatMap(({ localStorage }) => localStorage);
  const token = kept.find(({ name }) => name === "accessToken")?.value ?? "";
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}${API_BASE_PATH}${routes.getMe.path}`, { headers })).status;
}

test("who runs the server blocks somebody by the keyboard, lets them in again, and makes them an admin", async () => {
  const name = newRoomSlug("Bea");
  const bea = await newSession(name);
  expect(await statusOf(bea)).toBe(200);
  const page = await stories.openTab({ as: await newOperator() });
  await page.goto("/settings/profile");
  await page.getByRole("link", { name: "Server", exact: true }).press("Enter");
  const search = page.getByRole("searchbox", { name: "Name, email or phone" });
  await search.fill("nobody-is-called-that");
  await expectVisible(page.getByText("Nobody found"));
  await search.fill(bea.address);
  const row = page.getByRole("row", { name: new RegExp(bea.address) });
  await expectVisible(row.getByText("Active", { exact: true }));
  await expectAccessible(page, "people of the server");

  const actions = page.getByRole("button", { name: `Actions for ${name}` });
  await actions.press("Enter");
  await page.getByRole("menuitem", { name: "Block" }).press("Enter");
  const question = page.getByRole("dialog", { name: `Block ${name} on this server?` });
  await expectVisible(question);
  await expectAccessible(page, "somebody who is to be blocked", "[role=dialog]");
  await question.getByRole("button", { name: "Block" }).press("Enter");
  await expectVisible(row.getByText("Blocked", { exact: true }));
  expect(await statusOf(bea)).toBe(401);

  await page.setViewportSize(phone.viewport);
  await expectAccessible(page, "somebody who is blocked, on a phone");
  await actions.press("Enter");
  await page.getByRole("menuitem", { name: "Unblock" }).press("Enter");
  await expectVisible(row.getByText("Active", { exact: true }));
  await actions.press("Enter");
  await page.getByRole("menuitem", { name: "Make admin" }).press("Enter");
  const wish = page.getByRole("dialog", { name: `Make ${name} an admin of this server?` });
  await wish.getByRole("button", { name: "Make admin" }).press("Enter");
  await expectVisible(row.getByText("Admin", { exact: true }));
  await actions.press("Enter");
  await page.getByRole("menuitem", { name: "Take admin role away" }).press("Enter");
  await expectAccessible(page, "the question of a role, on a phone", "[role=dialog]");
  await page.getByRole("button", { name: "Take admin role away" }).press("Enter");
  await expectVisible(row.getByText("User", { exact: true }));
  await search.fill("operator@example.org");
  await expectVisible(page.getByRole("row", { name: /operator@example\.org/ }));
  await expectGone(page.getByRole("button", { name: /^Actions for/ }));
});

test("who runs the server sees its organizations, its limits and how it is", async () => {
  const olga = await newColleague("Olga");
  const title = newRoomSlug("Tidal");
  await olga.call("createOrganization", { body: { title } });
  const page = await stories.openTab({ as: await newOperator() });
  const places = [
    ["organizations", page.getByRole("table", { name: "Organizations" })],
    ["limits", page.getByText("MESSAGE_MAX_CHARS", { exact: true })],
    ["health", page.getByText("Shown on the page, not sent")],
  ] as const;
  for (const [path, shown] of places) {
    await page.setViewportSize(desk.viewport);
    await page.goto(`/settings/instance/${path}`);
    await expectVisible(shown);
    await expectAccessible(page, path);
    await page.setViewportSize(phone.viewport);
    await expectAccessible(page, `${path} on a phone`);
  }
  await expectVisible(page.getByRole("region", { name: "Version" }).getByText(/^\d+\.\d+\.\d+$/));
});

test("others have no such page, and no way to it", async () => {
  const page = await stories.openTab({ as: await newSession("Alice") });
  await page.goto("/settings/instance");
  await expectVisible(page.getByText("This page is for those who run the server"));
  await expectSoon(() => page.getByRole("link", { name: "Profile" }).count()).toBe(1);
  expect(await page.getByRole("link", { name: "Server", exact: true }).count()).toBe(0);
  await expectAccessible(page, "the page of the server for others");
});
