import { expect, test } from "vitest";
import { expectVisible, tellStories } from "./browser.ts";
import { expectSoon, signInByDialog } from "./people.ts";
import { newSession } from "./sessions.ts";

const stories = tellStories();

test.each([
  ["/legal/terms", "Terms of Service"],
  ["/legal/privacy", "Privacy Policy"],
])("%s is open to everybody", async (place, title) => {
  const page = await stories.openTab();
  await page.goto(place);
  await expectVisible(page.getByRole("heading", { level: 1, name: title }));
  expect(await page.title()).toBe(`${title} · Colbin`);
  await page.getByRole("link", { name: "To Colbin" }).click();
  await expectVisible(page.getByLabel("Email or Phone Number"));
});

test("an address that leads nowhere says so and offers a way home", async () => {
  const as = await newSession("Alice");
  const page = await stories.openTab({ as, mayComplain: /404|Error/ });
  await page.goto("/no/such/page");
  await expectVisible(page.getByRole("heading", { name: "Unexpected Application Error!" }));
  await expectVisible(page.getByText("404 Not Found"));
  await page.getByRole("link", { name: "Go Home" }).click();
  await expectVisible(page.getByText("Connected", { exact: true }));
  expect(new URL(page.url()).pathname).toBe("/chat");
});

test("an app that does not load says so, and trying again helps", async () => {
  const page = await stories.openTab({ mayComplain: /./ });
  await page.route(/SignInPage-.*\.js$/, (route) => route.abort());
  await page.goto("/chat");
  await expectVisible(page.getByRole("heading", { name: "Oops! Something went wrong" }));
  await expectVisible(page.getByRole("link", { name: "Go Home" }));
  await page.unroute(/SignInPage-.*\.js$/);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expectVisible(page.getByLabel("Email or Phone Number"));
});

test("the theme is chosen before signing in, kept, and changed in the user menu", async () => {
  const page = await stories.openTab();
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  await page.goto("/chat");
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  await expectSoon(theme).toBe("dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");

  await signInByDialog(page, "Alice");
  expect(await theme()).toBe("dark");
  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitemradio", { name: "Light theme" }).click();
  await expectSoon(theme).toBe("light");
  await page.reload();
  await expectSoon(theme).toBe("light");
});
