import { MESSAGE_MAX_CHARS } from "@colbin/protocol";
import { chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../../../tools/setup/chromium.mjs";
import { hostileMarkdown, hostileTexts } from "./hostile-texts.ts";
import type { BenchRow } from "./report.ts";
import { withServer } from "./server.ts";
import { buildPage } from "./web-reader.ts";

/*
 * How long one hostile message keeps a reader's tab from everything else: the longest time between two turns of the page's
 * event loop while the message comes in and is drawn, in a real Chromium with the product's page as it is served. A person
 * reads a room in which another device of theirs sends each text, a few times, and after each a word that shows when it was
 * drawn. The middle of the times counts, since whatever else runs on the machine takes its turns between ours.
 */

const BAR_MS = 50;
const SHOWN = 3;
/** Below the longest message by what tells one sending of a text from the next. */
const CHARS = MESSAGE_MAX_CHARS - 100;
const ROOM = "hostile";

interface Drawn {
  readonly text: string;
  readonly blockMs: number;
}

interface HostilePage {
  readonly rows: readonly BenchRow[];
  readonly note: string;
}

/** The worst of the hostile texts, one row each. */
export async function measureHostilePage(times: number): Promise<HostilePage> {
  await buildPage();
  const drawn = await withServer({}, async ({ baseUrl }) => {
    const browser = await chromium.launch({
      executablePath: ensureChromium(),
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
    try {
      const page = await browser.newPage({ baseURL: baseUrl });
      await page.addInitScript(measureTurns);
      await enterRoom(page);
      return await drawAll(page, times);
    } finally {
      await browser.close();
    }
  });
  return {
    rows: toRows(drawn),
    note: `the reader's page: the worst ${SHOWN} of ${drawn.length} messages, each the middle of ${times} times`,
  };
}

async function enterRoom(page: Page): Promise<void> {
  await page.goto("/chat");
  await page.getByLabel("Email or Phone Number").fill("reader@example.org");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await page.getByRole("button", { name: "Skip for now" }).click();
  await page.getByLabel("Room name").fill(ROOM);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("textbox", { name: /^Message #/ }).waitFor();
}

async function drawAll(page: Page, times: number): Promise<readonly Drawn[]> {
  const texts = [...hostileMarkdown(CHARS), ...hostileTexts(CHARS)];
  // What is drawn first is compiled first.
  await draw(page, "**Hello** [you](https://example.org), `a` and ~~b~~", "warm");
  const drawn: Drawn[] = [];
  for (const [text, content] of texts) {
    const blocks: number[] = [];
    // Other words each time, or the page would remember what it had read.
    for (let count = 0; count < times; count += 1)
      blocks.push(await draw(page, `${content} ${count}`, `drawn ${drawn.length} ${count}`));
    const middle = blocks.toSorted((one, other) => one - other)[Math.floor(blocks.length / 2)];
    drawn.push({ text, blockMs: middle ?? Number.NaN });
  }
  return drawn;
}

/** Sends a text and then the mark; the longest time between two turns until both are drawn. */
async function draw(page: Page, content: string, mark: string): Promise<number> {
  await page.evaluate(readLongestTurn);
  await send(page, content);
  await send(page, mark);
  await page.getByRole("log").getByText(mark, { exact: true }).waitFor();
  return page.evaluate(readLongestTurn);
}

async function send(page: Page, content: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem("accessToken"));
  const answer = await page.request.post(`/v1/session-room/${ROOM}/messages`, {
    headers: { authorization: `Bearer ${token}` },
    data: { content },
  });
  if (!answer.ok()) throw new Error(`Sending answered ${answer.status()}: ${await answer.text()}`);
}

/** Runs in the page, from its start on: a message to itself is a turn of its own, and waits for no clock. */
function measureTurns(): void {
  const channel = new MessageChannel();
  const turns = { longestMs: 0, last: performance.now() };
  channel.port1.addEventListener("message", () => {
    const now = performance.now();
    turns.longestMs = Math.max(turns.longestMs, now - turns.last);
    turns.last = now;
    channel.port2.postMessage(null);
  });
  channel.port1.start();
  channel.port2.postMessage(null);
  Object.assign(window, { turns });
}

/** Runs in the page: the longest turn since this was asked last, once another frame was painted. */
async function readLongestTurn(): Promise<number> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });
  const { turns } = window as unknown as { turns: { longestMs: number } };
  const { longestMs } = turns;
  turns.longestMs = 0;
  return longestMs;
}

function toRows(drawn: readonly Drawn[]): readonly BenchRow[] {
  const worst = drawn.toSorted((one, other) => other.blockMs - one.blockMs).slice(0, SHOWN);
  return worst.map(({ text, blockMs }, place) => ({
    id: "R5",
    what: `the reader's page: ${text}`,
    ours: `${blockMs.toFixed(0)} ms`,
    ...(place === 0 && { bar: `${BAR_MS} ms`, met: blockMs <= BAR_MS }),
  }));
}
