import { setTimeout as sleep } from "node:timers/promises";
import { seedWorld, signAccessTokens, type World } from "../seed.ts";
import { fillRooms } from "../seed-messages.ts";
import { createHistogram, type LatencyHistogram } from "./histogram.ts";
import type { BenchReport, BenchRow } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { swapLists } from "./web-floor.ts";
import { startSenders, underLoad, type Phase, type WebLoad, type WebPlace } from "./web-load.ts";
import { measureMembers } from "./web-members.ts";
import { measureMentions } from "./web-mentions.ts";
import { measureReloads } from "./web-reload.ts";
import { measureLayouts } from "./web-trace.ts";
import {
  buildPage,
  goTo,
  OWN,
  pressKey,
  sendOwn,
  switchTo,
  takeKeys,
  withReader,
} from "./web-reader.ts";

/*
 * W0, W3, W4 and W5: how soon the page of somebody in many rooms answers to a click, a key and Enter while messages arrive, in a real
 * Chromium whose page has a quarter of the processor. The page itself measures, from the stamp of the browser on the event. Then
 * how soon a page that is loaded anew is there, the long tasks of the members page, and the people who are suggested for a mention.
 */

const FULL: WebLoad = { rooms: 1000, visited: 5, perSecond: 50, warmUpS: 2, seconds: 40 };
const SLOWER = 4;
/** In which every room is opened for the first time, at full speed. */
const VISITS_S = 6;
const MESSAGES_PER_ROOM = 200;
const TYPED = "the quick brown fox jumps over the lazy dog".replaceAll(" ", "");
/** A line of this length is taken back, or it would be as long as no message. */
const LINE_CHARS = 200;

/** Each in milliseconds, or in medians of W0, which is what the machine gives in the same minutes. */
interface Bar {
  readonly share: number;
  readonly ms?: number;
  readonly floors?: number;
}

interface Goal {
  readonly bars: readonly Bar[];
  readonly goal?: string;
}

const goals = {
  W0: { bars: [] },
  W3: {
    bars: [
      { share: 0.5, floors: 2.5 },
      { share: 0.95, floors: 3.5 },
    ],
    goal: "1.5 x W0",
  },
  W4: { bars: [{ share: 0.98, ms: 50 }], goal: "p98 24 ms" },
  W5: { bars: [{ share: 0.95, floors: 2 }], goal: "next frame" },
} as const satisfies Record<string, Goal>;

interface Figure {
  readonly id: keyof typeof goals;
  readonly what: string;
  readonly times: LatencyHistogram;
  readonly phase: Phase;
  /** It has no bar. */
  readonly explains?: boolean;
}

export async function benchWeb(load: WebLoad = FULL): Promise<BenchReport> {
  await buildPage();
  return withServer({}, async (server) => {
    const world = await seedWorld(server.database, {
      people: load.rooms + 1,
      rooms: load.rooms,
      roomsOf: (person) =>
        person === 0 ? Array.from({ length: load.rooms }, (_, room) => room) : [person - 1],
    });
    await fillRooms(
      server.database,
      { rooms: world.rooms.slice(0, load.visited) },
      MESSAGES_PER_ROOM,
    );
    const { figures, more } = await measure(server, world, load);
    const report = toReport(figures, load, await readDatabaseVersion(server.database));
    return { ...report, rows: [...report.rows, ...more] };
  });
}

async function measure(
  server: BenchServer,
  world: World,
  load: WebLoad,
): Promise<{ readonly figures: readonly Figure[]; readonly more: readonly BenchRow[] }> {
  const [token = ""] = await signAccessTokens(server.database, world, world.people.slice(0, 1));
  const generators = await startSenders(server, world, load);
  try {
    return await withReader(server.baseUrl, token, async (reader) => {
      const place = { server, reader, generators };
      const slugs = world.rooms.slice(0, load.visited).map(({ slug }) => slug);
      await goTo(reader, slugs[0] ?? "");
      // The first messages bring these rooms to the top of the list.
      await measureSwitches(place, { ...load, seconds: VISITS_S }, slugs);
      await reader.input.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      const switched = await measureSwitches(place, load, slugs);
      const typed = await measureKeys(place, load);
      const figures = [...switched, ...typed, await measureSends(place, load)];
      const layouts = await measureLayouts(reader, slugs);
      const reloads = await measureReloads(reader);
      const members = await measureMembers(reader, server, { world, slower: SLOWER });
      const mentions = await measureMentions(reader, server, { world, slower: SLOWER });
      return { figures, more: [layouts, ...reloads, ...members, mentions] };
    });
  } finally {
    for (const generator of generators) await generator.end();
  }
}

async function measureSwitches(
  place: WebPlace,
  load: WebLoad,
  slugs: readonly string[],
): Promise<readonly Figure[]> {
  const [times, floor] = [createHistogram(), createHistogram()];
  let elsewhere = 0;
  const phase = await underLoad(place, load, async (isOver) => {
    for (let turn = 1; !isOver(); turn += 1) {
      const effect = await switchTo(place.reader, slugs[turn % slugs.length] ?? "");
      if (effect?.counts) times.record(effect.ms);
      else elsewhere += 1;
      await pause(200);
      if (times.count < 2) continue;
      floor.record((await swapLists(place.reader)).ms);
      await pause(200);
    }
  });
  const what = `click on a room that was open before, to painted (${elsewhere} more met another row)`;
  return [
    {
      id: "W0",
      what: "click to painted, where two such lists are ready elements",
      times: floor,
      phase,
    },
    { id: "W3", what, times, phase },
  ];
}

async function measureKeys(place: WebPlace, load: WebLoad): Promise<readonly Figure[]> {
  const { reader } = place;
  const field = reader.page.getByRole("textbox", { name: /^Message #/ });
  await field.click();
  await takeKeys(reader);
  const pressed: Promise<unknown>[] = [];
  const phase = await underLoad(place, load, async (isOver) => {
    for (let turn = 0; !isOver(); turn += 1) {
      pressed.push(pressKey(reader, TYPED.charAt(turn % TYPED.length)));
      if (turn % LINE_CHARS === LINE_CHARS - 1) await field.fill("");
      await pause(90);
    }
  });
  await Promise.all(pressed);
  await field.fill("");
  const { keys, timedKeys } = await takeKeys(reader);
  const [times, timed] = [createHistogram(), createHistogram()];
  for (const ms of keys) times.record(ms);
  // Event Timing leaves out the short ones: they are taken for as long as they may be.
  const short = Array.from({ length: Math.max(0, keys.length - timedKeys.length) }, () => 16);
  for (const ms of [...timedKeys, ...short]) timed.record(ms);
  const missed = pressed.length - keys.length;
  const reason = phase.void ?? (missed === 0 ? undefined : `${missed} keys were not seen`);
  const judged = { ...phase, void: reason };
  return [
    { id: "W4", what: "key to shown in the composer, Event Timing", times: timed, phase: judged },
    { id: "W4", what: "the same to the end of the frame", times, phase: judged, explains: true },
  ];
}

async function measureSends(place: WebPlace, load: WebLoad): Promise<Figure> {
  await place.reader.page.getByRole("textbox", { name: /^Message #/ }).click();
  const times = createHistogram();
  const phase = await underLoad(place, load, async (isOver) => {
    while (!isOver()) {
      const { ms } = await sendOwn(place.reader, `${OWN} message ${times.count + 1}.`);
      times.record(ms);
      await pause(200);
    }
    return times.count;
  });
  return { id: "W5", what: "Enter to the own message in sight", times, phase };
}

/** Of uneven length, so that acts and messages do not keep step. */
function pause(ms: number): Promise<void> {
  return sleep(ms * (1 + Math.random() / 2));
}

function toRow({ id, what, times, phase, explains }: Figure, floor: number): BenchRow {
  const { bars, goal }: Goal = goals[id];
  const shares = [...new Set([0.5, ...bars.map(({ share }) => share), 0.95, 0.99])].toSorted(
    (a, b) => a - b,
  );
  const figures = shares.map((share) => {
    const ms = times.percentile(share);
    return `${nameOf(share)} ${ms.toFixed(0)} ms${id === "W0" ? "" : ` (${(ms / floor).toFixed(2)} x W0)`}`;
  });
  const isMet = bars.every(
    ({ share, ms = 0, floors = 0 }) => times.percentile(share) <= ms + floors * floor,
  );
  return {
    id,
    what: `${what}; ${times.count} times`,
    ours: `${phase.void === undefined ? "" : `void: ${phase.void}; `}${figures.join(", ")}`,
    cpu: phase.shares,
    ...(!explains &&
      bars.length > 0 && {
        bar: bars
          .map(({ share, ms, floors }) => `${nameOf(share)} ${ms ? `${ms} ms` : `${floors} x W0`}`)
          .join(", "),
        ...(goal !== undefined && { goal }),
        met: phase.void === undefined && isMet,
      }),
  };
}

function nameOf(share: number): string {
  return `p${(share * 100).toFixed(0)}`;
}

function toReport(figures: readonly Figure[], load: WebLoad, version: string): BenchReport {
  const { rooms, visited, perSecond, seconds } = load;
  const floor = figures.find(({ id }) => id === "W0")?.times.percentile(0.5) ?? Number.NaN;
  const arrived = figures.map(({ phase }) => phase.arrivedPerS.toFixed(1));
  return {
    title: `The page of a person in ${rooms} rooms, ${perSecond} msg/s, ${SLOWER}x CPU throttle (W0, W3, W4, W5)`,
    rows: figures.map((figure) => toRow(figure, floor)),
    notes: [
      `${seconds} s each; half of the messages in the ${visited} rooms that are visited, of ${MESSAGES_PER_ROOM} messages each before, half in the others; came to the page a second: ${arrived.join(", ")}`,
      "measured in the page, from the browser's stamp on the event to the end of the frame that shows it; Event Timing has steps of 8 ms, and what it leaves out counts as 16; the driver listens to the socket, too",
      "void where a message was lost, late or did not come to the page; others on the machine make the figures longer, never shorter, and CPU says how much they used of a core",
      `${version}; Chromium, server, database and generators share the cores`,
    ],
  };
}
