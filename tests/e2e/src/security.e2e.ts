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
  await page.goto("/activity");
  await expectVisible(page.getByText(/^From \S+, Chrome on \w+$/));
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

test("the email address is changed by two codes, and the page tells what happened", async () => {
  const as = await newSession("Alice");
  const page = await stories.openTab({ as, ...phone, mayBeRefused: ["changeIdentifier 400"] });
  const wanted = `new-${as.address}`;
  await page.goto("/settings/security");
  const contacts = page.getByRole("region", { name: "Email and phone" });
  await expectVisible(contacts.getByText("Verified"));
  await contacts.getByRole("button", { name: "Change email" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change email" });
  await dialog.getByLabel("New email").fill(wanted);
  await expectAccessible(page, "another address");
  await page.keyboard.press("Enter");
  await expectVisible(dialog.getByLabel("Confirmation code"));
  await page.keyboard.press("Enter");
  const code = dialog.getByLabel("Code", { exact: true });
  const right = await code.inputValue();
  await code.fill(right === "1111" ? "2222" : "1111");
  await page.keyboard.press("Enter");
  await expectVisible(dialog.getByRole("alert"));
  await expectAccessible(page, "the code of an address");
  await code.fill(right);
  await page.keyboard.press("Enter");
  await expectGone(dialog);
  await expectVisible(contacts.getByText(wanted));
  await page.reload();
  const events = page.getByRole("region", { name: "What happened lately" });
  await expectVisible(events.getByText("Email address changed"));
  await expectVisible(events.getByText("Signed in with a code"));
  await expectAccessible(page, "what happened");
});
