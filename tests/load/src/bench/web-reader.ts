import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { API_BASE_PATH, routes } from "@colbin/protocol";
import { chromium, type BrowserContext, type CDPSession, type Page } from "playwright-core";
import { ensureChromium } from "../../../../tools/setup/chromium.mjs";
import { ensureWebBuild } from "../../../../tools/setup/web-build.mjs";
import { readTreeCpuS } from "./usage.ts";
import { installKeys, installProbe, type Effect, type ProbedWindow } from "./web-probe.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const PATIENCE_MS = 15_000;

/** A person in front of the product's page, as a real Chromium shows it. */
export interface Reader {
  readonly page: Page;
  readonly input: CDPSession;
  /** Messages of others that came to the page through its socket so far. */
  arrived(): number;
  /** Seconds of processor of the browser, all of its processes. */
  cpuS(): number;
}

/** What the person writes begins with this. */
export const OWN = "own";

/** To be called before the server starts, which reads once what is built. */
export async function buildPage(): Promise<void> {
  await ensureWebBuild(root, process.execPath, process.env);
}

/** Opens the page for whoever has this access token. */
export async function withReader<T>(
  baseUrl: string,
  token: string,
  act: (reader: Reader) => Promise<T>,
): Promise<T> {
  const server = await chromium.launchServer({
    executablePath: ensureChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const context = await browser.newContext({
      baseURL: baseUrl,
      viewport: { width: 1440, height: 900 },
      locale: "en-GB",
      storageState: await toStored(baseUrl, token),
    });
    return await act(await openPage(context, server.process().pid ?? 0));
  } finally {
    await server.close();
  }
}

type Stored = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The session as the page itself keeps it; the token outlives the measurement, so nothing asks for another. */
async function toStored(baseUrl: string, token: string): Promise<Stored> {
  const { path } = routes.getMe;
  const reply = await fetch(`${baseUrl}${API_BASE_PATH}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!reply.ok) throw new Error(`getMe answered ${reply.status}: ${await reply.text()}`);
  const localStorage = Object.entries({
    user: await reply.text(),
    refreshToken: "unused",
    tokenExpiry: new Date(Date.now() + 3_600_000).toISOString(),
    accessToken: token,
  }).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: baseUrl, localStorage }] };
}

async function openPage(context: BrowserContext, pid: number): Promise<Reader> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  let arrived = 0;
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      const text = String(payload);
      const news = text.split('"event":"message_new"').length - 1;
      const own = text.split(`"content":"${OWN} `).length - 1;
      arrived += news - Math.min(news, own);
    });
  });
  await page.addInitScript(installProbe);
  await page.addInitScript(installKeys);
  const input = await context.newCDPSession(page);
  return { page, input, arrived: () => arrived, cpuS: () => readTreeCpuS(pid) };
}

export async function goTo({ page }: Reader, slug: string): Promise<void> {
  await page.goto(`/chat/${slug}`);
  await page.getByText("Connected", { exact: true }).waitFor();
  await page.getByRole("log").getByRole("article").last().waitFor();
}

/** Clicks on the row of a room, wherever in the list it stands, and waits for the room. */
export async function switchTo({ page }: Reader, slug: string): Promise<Effect | undefined> {
  const point = await page.evaluate((path) => {
    const { probe } = window as unknown as ProbedWindow;
    const link = document.querySelector(`nav li a[href="${path}"]`);
    if (!link) return undefined;
    const { x, y, width, height } = link.getBoundingClientRect();
    const at = { x: x + width / 2, y: y + height / 2 };
    if (document.elementFromPoint(at.x, at.y)?.closest("a") !== link) return undefined;
    probe.armSwitch();
    return at;
  }, `/chat/${slug}`);
  if (!point) return undefined;
  await page.mouse.click(point.x, point.y);
  return readEffect(page);
}

/** Writes a text at once and presses Enter a little later. */
export async function sendOwn({ page }: Reader, text: string): Promise<Effect> {
  await page.keyboard.insertText(text);
  await sleep(150);
  await page.evaluate((sent) => (window as unknown as ProbedWindow).probe.armSend(sent), text);
  await page.keyboard.press("Enter");
  return readEffect(page);
}

export async function readEffect(page: Page): Promise<Effect> {
  const effect = page.evaluate(() => (window as unknown as ProbedWindow).probe.armed);
  const timeout = sleep(PATIENCE_MS, undefined, { ref: false });
  const found = await Promise.race([effect, timeout]);
  if (!found)
    throw new Error(`Nothing came into sight: ${await page.getByRole("main").innerText()}`);
  return found;
}

/** Presses a key without waiting for the page: a person's fingers do not wait either. */
export function pressKey({ input }: Reader, key: string): Promise<unknown> {
  const name = { key, code: `Key${key.toUpperCase()}`, text: key };
  return Promise.all([
    input.send("Input.dispatchKeyEvent", { ...name, type: "keyDown" }),
    input.send("Input.dispatchKeyEvent", { ...name, type: "keyUp" }),
  ]);
}

/** Takes the times of the keys since this was asked last. */
export function takeKeys({ page }: Reader): Promise<{ keys: number[]; timedKeys: number[] }> {
  return page.evaluate(() => {
    const { keys, timedKeys } = (window as unknown as ProbedWindow).probe;
    return { keys: keys.splice(0), timedKeys: timedKeys.splice(0) };
  });
}
