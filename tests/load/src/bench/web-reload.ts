import { createHistogram, type LatencyHistogram } from "./histogram.ts";
import type { BenchRow } from "./report.ts";
import type { Reader } from "./web-reader.ts";
import type { ProbedWindow } from "./web-probe.ts";

/*
 * How soon a page that is loaded anew shows the list of rooms and the messages of the room that was open: from the start of the
 * navigation to the end of the frame in which both stand, with what the page of before has kept on the device and without.
 */

const RELOADS = 12;
/** Under this name a tab knows that its device keeps nothing. */
const KEEPS_NOTHING = "keepsNothing";
/** In which a page comes to rest. */
const REST_MS = 500;

export async function measureReloads({ page }: Reader): Promise<readonly BenchRow[]> {
  await page.addInitScript((name) => {
    if (sessionStorage.getItem(name) === null) return;
    IDBFactory.prototype.open = () => {
      throw new Error("This device keeps nothing");
    };
  }, KEEPS_NOTHING);
  await page.waitForTimeout(REST_MS);
  const kept = await reload(page);
  await page.evaluate((name) => sessionStorage.setItem(name, "yes"), KEEPS_NOTHING);
  const empty = await reload(page);
  await page.evaluate((name) => sessionStorage.removeItem(name), KEEPS_NOTHING);
  return [toRow("with what was kept on the device", kept), toRow("with nothing kept", empty)];
}

async function reload(page: Reader["page"]): Promise<LatencyHistogram> {
  const times = createHistogram();
  for (let turn = 0; turn < RELOADS; turn += 1) {
    await page.reload();
    times.record(await page.evaluate(() => (window as unknown as ProbedWindow).probe.painted));
    await page.getByText("Connected", { exact: true }).waitFor();
    await page.waitForTimeout(REST_MS);
  }
  return times;
}

function toRow(how: string, times: LatencyHistogram): BenchRow {
  const [p50, p95] = [0.5, 0.95].map((share) => times.percentile(share).toFixed(0));
  return {
    id: "reload",
    what: `reload to list of rooms and messages painted, ${how}; ${times.count} times`,
    ours: `p50 ${p50} ms, p95 ${p95} ms`,
  };
}
