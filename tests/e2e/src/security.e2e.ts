import { test } from "vitest";
import { expectAccessible } from "./accessible.ts";
import { expectVisible, phone, tellStories } from "./browser.ts";
import { expectGone } from "./people.ts";
import { endedSession } from "./refusals.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test("a device is named, seen elsewhere, and signed out from there", async () => {
  const as = await newSession("Alice");
  const page = await stories.openTab({ as });
  const other = await stories.openTab({ ...phone, mayBeRefused: endedSession });
  await other.goto("/chat");
  await other.getByLabel("Email or Phone Number").fill(as.address);
  await other.getByRole("button", { name: "Send OTP" }).tap();
  await other.getByRole("button", { name: "Verify OTP" }).tap();
  await expectVisible(other.getByRole("heading", { name: "Quick share" }));
  await page.goto("/settings/security");
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await expectVisible(sessions.getByText("This device"));
  await expectAccessible(page, "sessions");
  await sessions
    .getByRole("button", { name: /^Name the device/ })
    .nth(1)
    .press("Enter");
  const dialog = page.getByRole("dialog", { name: "Name this device" });
  await dialog.getByLabel("Name").fill("Old phone");
  await expectAccessible(page, "the name of a device");
  await page.keyboard.press("Enter");
  await expectVisible(sessions.getByText("Old phone"));
  await other.goto("/settings/security");
  await expectVisible(other.getByText("Old phone"));
  await expectAccessible(other, "sessions on a phone");

  await sessions.getByRole("button", { name: "End all others" }).press("Enter");
  const question = page.getByRole("dialog", { name: "End all other sessions?" });
  await expectVisible(question.getByText(/^Old phone is signed out at once/));
  await expectAccessible(page, "the question");
  await question.getByRole("button", { name: "End 1 session" }).press("Enter");
  await expectGone(question);
  await expectGone(sessions.getByText("Old phone"));
  await expectVisible(other.getByLabel("Email or Phone Number"));
});
