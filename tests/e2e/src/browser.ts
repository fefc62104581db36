import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from "playwright-core";
import { afterEach, beforeAll, expect, inject } from "vitest";
import { findCutOff } from "./overflow.ts";
import { findRefusal, type Refusal } from "./refusals.ts";
import type { Session } from "./sessions.ts";

interface WindowOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  readonly isTouch?: boolean;
  /** Who is signed in from the start, on their server; nobody unless named. */
  readonly as?: Pick<Session, "url" | "stored">;
  /** Another server than the one that all stories share. */
  readonly serverUrl?: string;
  /** What the browser may complain about in this story, as a lost connection. */
  readonly mayComplain?: RegExp;
  /** What the server may refuse in this story, since the app handles it. */
  readonly mayBeRefused?: readonly Refusal[];
  /** Origins that a window of the story leads to, as those of a provider. */
  readonly mayVisit?: readonly string[];
}

export interface Stories {
  /** A browser of its own for one person: nothing is shared with the others. Ends with the story. */
  readonly openBrowser: (options?: WindowOptions) => Promise<BrowserContext>;
  /** The same, with its first tab. */
  readonly openTab: (options?: WindowOptions) => Promise<Page>;
  /** The same for somebody who is signed in, at this place and connected. */
  readonly enter: (as: Session, place: string, options?: WindowOptions) => Promise<Page>;
}

/** How long a story waits for something: a browser on a busy machine needs it. */
export const PATIENCE_MS = 15_000;
export const desk = { viewport: { width: 1440, height: 900 } } as const;
export const phone = { viewport: { width: 390, height: 844 }, isTouch: true } as const;

/** What Chromium writes when the connection is gone. */
export const connectionComplaints =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED|SOCKET_NOT_CONNECTED)|WebSocket connection to/;

/** The browser of this worker, which its files use one after the other; it ends with the worker. */
let launched: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  // Root has no sandbox to give; the pages are our own.
  const args = ["--no-sandbox", "--disable-dev-shm-usage"];
  // A microphone that beeps, and nobody who is asked for it.
  args.push("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream");
  launched ??= chromium.launch({ executablePath: inject("chromiumPath"), args });
  return launched;
}

/**
 * To be called once in each file of stories. Fails a story whose page wrote an error to the console, was refused a call that the
 * story does not declare, was refused something by the policy of the server, threw, or asked another origin for anything; and one
 * that ends on a page of which something is cut off on a narrower screen.
 */
export function tellStories(): Stories {
  let browser: Browser | undefined;
  let problems: string[] = [];
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async ({ task }) => {
    for (const page of contexts.flatMap((context) => context.pages())) {
      // A page on which a story fails is seldom the one that it was to be.
      if (task.result?.state === "fail") problems.push(await describePage(page));
      else
        problems.push(...(await findCutOff(page)).map((cut) => `cut off ${cut} (${page.url()})`));
    }
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const found = problems;
    problems = [];
    expect(found).toEqual([]);
  });

  async function openBrowser(options: WindowOptions = {}): Promise<BrowserContext> {
    if (!browser) throw new Error("Browsers are opened in stories only");
    const { viewport = desk.viewport, colorScheme = "light", isTouch, as } = options;
    const baseURL = options.serverUrl ?? as?.url ?? inject("serverUrl");
    const context = await browser.newContext({
      baseURL,
      viewport,
      colorScheme,
      locale: "en-GB",
      reducedMotion: "reduce",
      ...(as && { storageState: as.stored }),
      ...(isTouch && { hasTouch: true, isMobile: true }),
    });
    context.setDefaultTimeout(PATIENCE_MS);
    contexts.push(context);
    watch(context, baseURL, options, (problem) => problems.push(problem));
    return context;
  }

  const openTab: Stories["openTab"] = async (options) => (await openBrowser(options)).newPage();
  return {
    openBrowser,
    openTab,
    async enter(as, place, options) {
      const page = await openTab({ ...options, as });
      await page.goto(place);
      await expectVisible(page.getByText("Connected", { exact: true }));
      return page;
    },
  };
}

const LINE_CHARS = 100;

/** Where a story failed, for failures that do not come again: it stands beside the failure, at the end of what a run writes. */
async function describePage(page: Page): Promise<string> {
  const body = await page.locator("body").ariaSnapshot().catch(String);
  const lines = body.split("\n").map((line) => line.slice(0, LINE_CHARS));
  const scrolled = await page
    .locator("[role=log]")
    .evaluateAll((lists) => lists.map((list) => [list.scrollTop, list.scrollHeight]))
    .catch(String);
  const shown = [...lines.slice(0, 10), "…", ...lines.slice(-30)].join("\n");
  return `failed on ${page.url()}, lists at ${JSON.stringify(scrolled)}:\n${shown}`;
}

/** Chromium writes this for each response from 400 on; `findRefusal` names the call. */
const refusalLine = /^Failed to load resource: the server responded with a status of \d/;
/** A ticket whose session has ended meanwhile; of a handshake that is refused nothing but this line is told. */
const endedHandshake = /^WebSocket connection to \S+ failed: HTTP Authentication failed/;

function watch(
  context: BrowserContext,
  origin: string,
  {
    mayComplain,
    mayBeRefused = [],
    mayVisit = [],
  }: Pick<WindowOptions, "mayComplain" | "mayBeRefused" | "mayVisit">,
  report: (problem: string) => void,
): void {
  context.on("response", (response) => {
    const refusal = findRefusal(response, mayBeRefused);
    if (refusal !== undefined) report(`refused: ${refusal}`);
  });
  context.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    if (refusalLine.test(message.text())) return;
    if (endedHandshake.test(message.text()) && mayBeRefused.includes("any 401")) return;
    const text = `${message.text()} (${message.location().url})`;
    if (!mayComplain?.test(text)) report(`console: ${text}`);
  });
  context.on("weberror", (error) => report(`thrown: ${error.error().stack ?? "without a stack"}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === origin || url.protocol === "data:" || url.protocol === "blob:";
    const isVisit = request.isNavigationRequest() && mayVisit.includes(url.origin);
    if (!isOwn && !isVisit) report(`asked another origin: ${request.url()}`);
  });
}

/**
 * Fails unless it is visible once; a second look could find that it has gone again, as a toast does. Looks ten times as often as
 * Playwright, which comes to twice a second.
 */
export async function expectVisible(locator: Locator): Promise<void> {
  const message = `${String(locator)} is visible`;
  await expect
    .poll(() => locator.first().isVisible(), { timeout: PATIENCE_MS, interval: 50, message })
    .toBe(true);
}

/** The title of a page that has come: while it is being read its title says so. */
export function pageTitle(page: Page): Locator {
  return page.getByRole("heading", { level: 1, name: /^(?!Loading$)/ });
}
