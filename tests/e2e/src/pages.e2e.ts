import { expect, test } from "vitest";
import { expectVisible, tellStories } from "./browser.ts";
import { expectGone, expectSoon, newRoomSlug, signInByDialog } from "./people.ts";
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

test.each(["/no/such/page", "/chat/general/extra"])(
  "%s leads nowhere: the page says so, beside the rooms, and shows the way to them",
  async (place) => {
    const page = await stories.enter(await newSession("Alice", ["general"]), place);
    await expectVisible(page.getByRole("heading", { name: "There is no such page" }));
    expect(await page.title()).toBe("There is no such page · Colbin");
    await expectVisible(page.getByRole("navigation").getByRole("link", { name: "general" }));

    await page.getByRole("link", { name: "Go to the rooms" }).click();

    await expectVisible(page.getByRole("list", { name: "Public rooms" }));
    expect(new URL(page.url()).pathname).toBe("/chat");
    expect(await page.title()).toBe("Colbin");
  },
);

test("a screen that does not load says so beside the rooms", async () => {
  const as = await newSession("Alice", ["general"]);
  const page = await stories.openTab({ as, mayComplain: /./ });
  await page.route(/ChatPage-.*\.js$/, (route) => route.abort());
  await page.goto("/chat/general");
  await expectVisible(page.getByRole("alert").getByRole("link", { name: "Go Home" }));
  // The rooms move the link when they come, and a press meanwhile would meet another one.
  await expectVisible(page.getByRole("navigation").getByRole("link", { name: "general" }));
  await page.getByRole("navigation").getByRole("link", { name: "Browse channels" }).click();
  await expectVisible(page.getByRole("heading", { name: "Browse channels" }));
  await page.goBack();
  await expectVisible(page.getByRole("alert").getByRole("link", { name: "Go Home" }));
  await page.unroute(/ChatPage-.*\.js$/);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expectVisible(page.getByRole("heading", { name: "general" }));
});

test("a part that does not load says so; one that was opened closes, and comes with the next try", async () => {
  const opened = /(late-user-menu|Palette|RoomDetails)-.*\.js$/;
  const standing = /(RoomTools|ToastView)-.*\.js$/;
  const slug = newRoomSlug("late");
  const as = await newSession("Alice", [slug]);
  const page = await stories.openTab({ as, mayComplain: /net::ERR_FAILED/ });
  for (const parts of [opened, standing]) await page.route(parts, (route) => route.abort());
  await page.goto(`/chat/${slug}`);
  const told = page.getByText("This part did not load. Please try again.");
  await expectVisible(page.getByRole("alert").filter({ has: told }));
  await page.unroute(standing);

  const userMenu = page.getByRole("button", { name: /user menu/ });
  // With the tools of the room, which are asked for again without a word.
  const details = page.getByRole("button", { name: "Room details" });
  const parts = [
    { open: () => userMenu.click(), button: userMenu, part: page.getByRole("menu") },
    { open: () => details.click(), button: details, part: page.getByRole("tablist") },
    { open: () => page.keyboard.press("Control+k"), part: page.getByRole("dialog") },
  ];
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  for (const { open, button } of parts) {
    await open();
    await expectVisible(told);
    await dismiss.click();
    await expectGone(dismiss);
    expect(await button?.getAttribute("aria-expanded")).not.toBe("true");
  }
  await page.unroute(opened);
  for (const { open, button, part } of parts) {
    await open();
    await expectVisible(part);
    await button?.click();
  }
});

test.each([true, false])("parts are fetched ahead unless data is saved: %s", async (saveData) => {
  const page = await stories.openTab({ as: await newSession("Alice") });
  await page.addInitScript(
    (connection) => {
      Object.defineProperty(navigator, "connection", { value: connection });
    },
    { saveData },
  );
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const has = (name: string) => fetched.some((path) => path.startsWith(`/assets/${name}-`));
  await page.goto("/chat");
  await expectSoon(() => has("load-parts")).toBe(true);
  await page.keyboard.press("Control+k");
  await expectVisible(page.getByRole("dialog"));
  if (saveData) expect(has("EmojiPanel")).toBe(false);
  else await expectSoon(() => has("EmojiPanel")).toBe(true);
});

test("the page says which language it is in and how that is written", async () => {
  const page = await stories.openTab();
  await page.goto("/chat");
  await expectVisible(page.getByLabel("Email or Phone Number"));
  const root = page.locator("html");
  expect([await root.getAttribute("lang"), await root.getAttribute("dir")]).toEqual(["en", "ltr"]);
});

test("the title of the tab follows the screen", async () => {
  const slug = newRoomSlug("titled");
  const page = await stories.enter(await newSession("Alice", [slug]), `/chat/${slug}`);
  await expectSoon(() => page.title()).toBe(`${slug} · Colbin`);
  await page.getByRole("navigation").getByRole("link", { name: "Browse channels" }).click();
  await expectSoon(() => page.title()).toBe("Browse channels · Colbin");
  await page.goto("/chat");
  await expectSoon(() => page.title()).toBe("Colbin");
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

test("a page whose storage is closed to it keeps the theme as long as it lasts", async () => {
  const page = await stories.openTab();
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("closed", "SecurityError");
      },
    });
  });
  await page.goto("/chat");
  await page.getByRole("button", { name: "Switch to the dark theme" }).click();
  await expectVisible(page.getByRole("button", { name: "Switch to the light theme" }));
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
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

test("a search asks once for what is typed, after a pause", async () => {
  const as = await newSession("Alice", ["general"]);
  const page = await stories.enter(as, "/new-message");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { searchParams } = new URL(request.url());
    const text = searchParams.get("fullName") ?? searchParams.get("search");
    if (text !== null) asked.push(text);
  });
  const people = page.getByRole("combobox", { name: "To" });
  const channels = page.getByRole("searchbox", { name: "Name or description" });
  const palette = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  const places = [
    { open: () => page.goto("/new-message"), field: people, text: "dor", pauseMs: 250 },
    { open: () => page.goto("/channels"), field: channels, text: "har", pauseMs: 250 },
    { open: () => page.keyboard.press("Control+k"), field: palette, text: "@kai", pauseMs: 150 },
  ];
  await page.clock.install();
  for (const { open, field, text, pauseMs } of places) {
    await open();
    await expectVisible(field);
    // A connection that is being made would be given up as too slow.
    await expectVisible(page.getByText("Connected", { exact: true }));
    // From here on only what the story says passes; the clock jumps so far that a slow machine does not overtake it.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await field.pressSequentially(text);
    await page.clock.runFor(pauseMs);
    await page.clock.resume();
    // A list below may be read again meanwhile.
    const wanted = text.replace("@", "");
    await expectSoon(() => asked.filter((each) => wanted.startsWith(each)).join()).toBe(wanted);
    asked.length = 0;
  }
});
