import { setTimeout as sleep } from "node:timers/promises";
import { seedWorld, type World } from "../seed.ts";
import { createHistogram } from "./histogram.ts";
import type { BenchRow } from "./report.ts";
import type { BenchServer } from "./server.ts";
import type { ProbedWindow } from "./web-probe.ts";
import { goTo, pressKey, readEffect, type Reader } from "./web-reader.ts";

/*
 * How soon the list of people stands there, from each key of a mention to the end of the frame, in a room of all members of a large
 * workspace, by what the page knows; and how often the server is asked meanwhile.
 */

const MEMBERS = 10_000;
const WORD = "@crow";
const WORDS = 60;
const BAR_MS = 50;
/** Between two keys: shorter than the pause after which the server is asked. */
const KEY_MS = 110;
/** After a word: longer than that pause, with the answer. */
const PAUSE_MS = 700;

/** The first person of the world reads. */
export async function measureMentions(
  reader: Reader,
  { database }: BenchServer,
  { world, slower }: { readonly world: World; readonly slower: number },
): Promise<BenchRow> {
  const plan = { people: MEMBERS, rooms: 1, roomsOf: () => [0], prefix: "crowd" } as const;
  const [room] = (await seedWorld(database, plan)).rooms;
  await database.query(
    `insert into participants (room_id, user_id, access_level, access_status, join_method)
     values ($1, $2, 'WRITE', 'ACCEPTED', 'DIRECT')`,
    [room?.id, world.people[0]?.userId],
  );
  await database.query("update rooms set member_count = member_count + 1 where id = $1", [
    room?.id,
  ]);
  await database.query(
    `insert into messages (room_id, seq, msg_no, id, author_id, client_message_id, sent_hash, content, type, metadata, created_at, updated_at)
     select $1, 1, 1, gen_random_uuid(), $2, 'temp_first', '', 'First', 'text', '{}', now(), now()`,
    [room?.id, world.people[0]?.userId],
  );
  await database.query("update rooms set last_seq = 1, last_msg_no = 1 where id = $1", [room?.id]);
  await reader.input.send("Emulation.setCPUThrottlingRate", { rate: slower });
  await goTo(reader, room?.slug ?? "");
  const asked = { lists: 0, names: 0 };
  reader.page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith("/suggested-people")) asked.names += 1;
    if (pathname.endsWith("/participants")) asked.lists += 1;
  });
  // The first mention loads the people that the page knows at the others.
  await writeWord(reader);
  asked.names = 0;
  const times = createHistogram();
  for (let word = 0; word < WORDS; word += 1)
    for (const ms of await writeWord(reader)) times.record(ms);
  const share = (part: number): string => times.percentile(part).toFixed(0);
  return {
    id: "mentions",
    what: `each key of "${WORD}" to the list of people painted, in a room of ${MEMBERS} people, with 1/${slower} of the processor; ${times.count} keys`,
    ours: `p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms; in ${WORDS} pauses asked ${asked.names} times for a name, and ${asked.lists} times for a page of the room's people`,
    bar: `p95 ${BAR_MS} ms, asked once a pause`,
    met: times.percentile(0.95) <= BAR_MS && asked.names <= WORDS,
  };
}

/** Milliseconds of each key; the field is empty before and after. */
async function writeWord(reader: Reader): Promise<number[]> {
  const field = reader.page.getByRole("textbox", { name: /^Message #/ });
  await field.fill("");
  await field.focus();
  const times: number[] = [];
  for (const key of WORD) {
    await reader.page.evaluate(armList);
    await pressKey(reader, key);
    times.push((await readEffect(reader.page)).ms);
    await sleep(KEY_MS);
  }
  await sleep(PAUSE_MS);
  await field.fill("");
  await sleep(KEY_MS);
  return times;
}

/** Runs in the page: of the next key, until people are listed for it. */
function armList(): void {
  const { probe } = window as unknown as ProbedWindow;
  probe.armWith("keydown", async (event) => ({
    ms: await probe.whenDrawn(
      event.timeStamp,
      () => document.querySelector('[role="listbox"] [role="option"]') !== null,
    ),
    counts: true,
  }));
}
