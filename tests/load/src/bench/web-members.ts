import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { insertOrganization, type World } from "../seed.ts";
import type { BenchRow } from "./report.ts";
import type { BenchServer } from "./server.ts";
import type { Reader } from "./web-reader.ts";

/*
 * What keeps the page of an organization's members from everything else while its OWNER, who may change every row, turns the wheel
 * over one page of the list after the other: tasks that the browser itself calls long.
 */

const MEMBERS = 120;
/** As the screen asks for them (LIST_PAGE_SIZE). */
const PER_PAGE = 20;
const BAR_MS = 50;
const NOTCH_PX = 120;
const NOTCH_MS = 50;
/** Until the browser has told of the last task. */
const TOLD_MS = 300;

type TaskedWindow = Window & { longTasks: number[] };

/** A row for the whole processor, and one for this part of it. The first person of the world reads. */
export async function measureMembers(
  { page, input }: Reader,
  { database }: BenchServer,
  { world, slower }: { readonly world: World; readonly slower: number },
): Promise<readonly BenchRow[]> {
  const orgId = await insertOrganization(database, world.people.slice(0, MEMBERS));
  await page.addInitScript(observeTasks);
  const rows: BenchRow[] = [];
  for (const rate of [1, slower]) {
    await input.send("Emulation.setCPUThrottlingRate", { rate });
    await page.goto(`/settings/organizations/${orgId}/members`);
    await waitForPage(page, 1);
    await page.waitForLoadState("networkidle");
    rows.push(toRow(rate, await readThrough(page)));
  }
  return rows;
}

interface Reading {
  readonly rows: number;
  readonly notches: number;
  /** Milliseconds of each long task, under the wheel and on the way to another page. */
  readonly scrolling: readonly number[];
  readonly leafing: readonly number[];
}

async function readThrough(page: Page): Promise<Reading> {
  const [scrolling, leafing]: [number[], number[]] = [[], []];
  let [rows, notches] = [0, 0];
  await takeTasks(page);
  for (let from = 1; from <= MEMBERS; from += PER_PAGE) {
    if (from > 1) {
      await page.getByRole("button", { name: "Next page" }).click();
      await waitForPage(page, from);
      leafing.push(...(await takeTasks(page)));
    }
    notches += await turnWheel(page);
    scrolling.push(...(await takeTasks(page)));
    rows += (await page.getByRole("row").count()) - 1;
  }
  return { rows, notches, scrolling, leafing };
}

async function waitForPage(page: Page, from: number): Promise<void> {
  await page.getByText(`${from}–${from + PER_PAGE - 1} of ${MEMBERS}`).waitFor();
  await page.getByRole("row").nth(PER_PAGE).waitFor();
}

/** From the first row to the last one; answers by how many notches. */
async function turnWheel(page: Page): Promise<number> {
  const last = page.getByRole("row").nth(PER_PAGE);
  await page.getByRole("row").nth(3).hover();
  let notches = 0;
  while (!(await last.evaluate(isScrolledTo))) {
    await page.mouse.wheel(0, NOTCH_PX);
    await sleep(NOTCH_MS);
    notches += 1;
  }
  return notches;
}

async function takeTasks(page: Page): Promise<number[]> {
  await sleep(TOLD_MS);
  return page.evaluate(() => (window as unknown as TaskedWindow).longTasks.splice(0));
}

/** Runs in the page, from its start on. */
function observeTasks(): void {
  const longTasks: number[] = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
  Object.assign(window, { longTasks });
}

/** Runs in the page. */
function isScrolledTo(row: Element): boolean {
  const list = row.closest(".scroll-area");
  return list !== null && row.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom;
}

function toRow(rate: number, { rows, notches, scrolling, leafing }: Reading): BenchRow {
  const tell = (tasks: readonly number[]): string =>
    tasks.length === 0 ? "none" : `${tasks.length}, up to ${Math.max(...tasks).toFixed(0)} ms`;
  const speed = rate === 1 ? "at full speed" : `with 1/${rate} of the processor`;
  return {
    id: "members",
    what: `tasks over ${BAR_MS} ms while ${rows} rows of the members page pass under ${notches} notches of the wheel, ${speed}`,
    ours: `${tell(scrolling)}; to the next page: ${tell(leafing)}`,
    bar: "none under the wheel",
    met: rows === MEMBERS && scrolling.length === 0,
  };
}
