import type { BenchRow } from "./report.ts";
import { switchTo, type Reader } from "./web-reader.ts";

/*
 * How often the scripts of the page make the browser lay it out before a frame asks for it, while a room is opened that was open
 * before: each of these layouts is done again for the frame itself.
 */

const SWITCHES = 10;
const BAR = 1;
/** The frames after the first one belong to a switch: rows that fill the list, and observers that look at them. */
const REST_MS = 500;

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly beginData?: { readonly stackTrace?: readonly { url: string }[] } };
}

/** Nothing else is to happen on the page meanwhile. */
export async function measureLayouts(reader: Reader, slugs: readonly string[]): Promise<BenchRow> {
  const counts: number[] = [];
  for (let turn = 0; counts.length < SWITCHES; turn += 1) {
    const events = await trace(reader, slugs[turn % slugs.length] ?? "");
    if (events) counts.push(events.filter(isForced).length);
  }
  const most = Math.max(...counts);
  const mean = counts.reduce((sum, each) => sum + each, 0) / counts.length;
  return {
    id: "W3",
    what: `layouts that scripts force in a switch to a room that was open before; ${counts.length} times`,
    ours: `at most ${most}, on average ${mean.toFixed(1)}`,
    bar: `at most ${BAR}`,
    met: most <= BAR,
  };
}

/** Nothing where the room was on the screen already. */
async function trace(reader: Reader, slug: string): Promise<readonly TraceEvent[] | undefined> {
  const { page } = reader;
  const browser = page.context().browser();
  await browser?.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline.stack"],
  });
  const effect = await switchTo(reader, slug);
  await page.waitForTimeout(REST_MS);
  const buffer = await browser?.stopTracing();
  if (!effect?.counts || !buffer) return undefined;
  return (JSON.parse(buffer.toString()) as { traceEvents: TraceEvent[] }).traceEvents;
}

/** By a script of the app: the probe of this benchmark has no address. */
function isForced({ name, args }: TraceEvent): boolean {
  return name === "Layout" && args.beginData?.stackTrace?.some(({ url }) => url !== "") === true;
}
