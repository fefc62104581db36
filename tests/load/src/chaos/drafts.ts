import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  createClient,
  DraftSync,
  programRuntime,
  type ChatClient,
  type DraftMark,
} from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { signIn } from "../people.ts";
import { insist } from "./insist.ts";
import { createRandom, type Random } from "./random.ts";
import { openSystem, type System } from "./system.ts";

/*
 * `npm run chaos-drafts -- --seed S [--people 50] [--faults 12]`: each person writes on four devices at once in one room, and
 * has messages scheduled, while servers and the database are killed and connections are cut. At the end each word that a server has
 * acknowledged is in the draft or its other text, and each scheduled message is in the room once. The same seed draws the same faults.
 */

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "50" },
    faults: { type: "string", default: "12" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

const DEVICES = 4;
const SCHEDULED = 3;
const KEYS_MS = 700;
/** The earliest moment that the server takes, with what a slow machine needs to ask for it. */
const FIRST_DUE_MS = 75_000;
const LAST_DUE_MS = 100_000;
/** A message that was left by a killed server is taken again after a minute, by a look of every minute. */
const PATIENCE_MS = 240_000;

interface Writer {
  readonly slug: string;
  /** Of the first device. */
  readonly call: ChatClient["call"];
  readonly devices: readonly Device[];
  /** Words of texts that a server has acknowledged. */
  readonly acknowledged: Set<string>;
  readonly scheduled: Map<string, string>;
}

interface Device {
  readonly write: (word: string) => void;
  readonly swap: () => void;
}

const wordsOf = (text: string | null): string[] => (text ?? "").split(/\s+/).filter(Boolean);

async function openWriter(baseUrl: string, number: number): Promise<Writer> {
  const slug = `desk-${number}`;
  const acknowledged = new Set<string>();
  // The tabs of one browser have one session; their drafts know nothing of each other.
  const { storage, locks } = programRuntime();
  const runtime = { ...programRuntime(), storage, locks };
  const first = createClient({ baseUrl, runtime });
  await insist(() => signIn(first, `writer-${number}`));
  first.connection.connect();
  await insist(() => first.rooms.join(slug));
  const { roomId } = await insist(() => first.call("getRoom", { params: { slug } }));
  const others = Array.from({ length: DEVICES - 1 }, () => createClient({ baseUrl, runtime }));
  for (const { connection } of others) connection.connect();
  const devices = [first, ...others].map((client) => openDevice(client, roomId, acknowledged));
  return { slug, call: first.call, devices, acknowledged, scheduled: new Map() };
}

/** A device that only ever adds words, so that no text makes another one needless. */
function openDevice(client: ChatClient, roomId: RoomId, acknowledged: Set<string>): Device {
  const place = { roomId, threadId: null };
  let [text, mark]: [string, DraftMark | undefined] = ["", undefined];
  const lists: ChatClient["lists"] = {
    ...client.lists,
    call: async (name, input, options) => {
      const reply = await client.lists.call(name, input, options);
      if (name === "putDraft") {
        const { body } = input as { readonly body: { readonly content: string } };
        for (const word of wordsOf(body.content)) acknowledged.add(word);
      }
      return reply;
    },
  };
  const sync = new DraftSync(
    { ...lists, startTimer: programRuntime().startTimer },
    {
      places: () => [place],
      text: () => text,
      setText: (_, next) => void (text = next),
      mark: () => mark,
      setMark: (_, next) => void (mark = next),
    },
  );
  return {
    write(word) {
      text = `${text} ${word}`.trim();
      sync.changed(place);
    },
    swap: () => sync.takeOther(place),
  };
}

async function schedule(writer: Writer, random: Random): Promise<void> {
  for (let n = 0; n < SCHEDULED; n += 1) {
    const clientMessageId = `temp_${crypto.randomUUID()}`;
    const content = `later ${clientMessageId}`;
    const sendAt = new Date(Date.now() + random.whole(FIRST_DUE_MS, LAST_DUE_MS)).toISOString();
    const body = { sessionRoomSlug: writer.slug, content, sendAt, clientMessageId };
    await insist(() => writer.call("scheduleMessage", { body }));
    writer.scheduled.set(content, sendAt);
  }
}

async function fail(system: System, random: Random): Promise<string> {
  const kind = random.pick(["kill", "database", "cut"]);
  if (kind === "kill") await system.nodes[0]?.kill();
  else if (kind === "database") await system.killDatabase();
  else system.proxyOf("clients", 0)?.inject({ kind: "reset" }, 1)();
  return kind;
}

/** Resolves with what is wrong; each thing is looked for until it is there, or patience is over. */
async function check({ slug, call, acknowledged, scheduled }: Writer): Promise<string[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const wrong: string[] = [];
    const { results } = await insist(() => call("listDrafts", {}));
    const kept = new Set(results.flatMap(({ content, other }) => wordsOf(`${content} ${other}`)));
    for (const word of acknowledged) if (!kept.has(word)) wrong.push(`${slug}: lost ${word}`);
    const page = await insist(() =>
      call("listMessages", { params: { slug }, query: { limit: "100" } }),
    );
    for (const [content, sendAt] of scheduled) {
      const sent = page.messages.filter((message) => message.content === content);
      if (sent.length !== 1) wrong.push(`${slug}: sent ${sent.length} times: ${content}`);
      if (sent.some(({ createdAt }) => createdAt < sendAt))
        wrong.push(`${slug}: early: ${content}`);
    }
    if (wrong.length === 0 || Date.now() > until) return wrong;
    await sleep(2_000);
  }
}

async function main(): Promise<number> {
  const [seed, people, faults] = [values.seed, values.people, values.faults].map(Number) as [
    number,
    number,
    number,
  ];
  console.log(
    `Drafts with seed ${seed}: ${people} people, ${people * DEVICES} devices, ${faults} faults`,
  );
  const folder = await mkdtemp(join(tmpdir(), "colbin-chaos-drafts-"));
  await chmod(folder, 0o711);
  const random = createRandom(seed);
  const system = await openSystem({ folder, nodes: 1, random: random.fork("system") });
  const writers: Writer[] = [];
  for (let n = 0; n < people; n += 1) writers.push(await openWriter(system.baseUrl, n));
  for (const writer of writers) await schedule(writer, random);
  const isOver = new AbortController();
  let words = 0;
  const writing = writers.map(async ({ devices }) => {
    while (!isOver.signal.aborted) {
      const device = devices[random.whole(0, DEVICES - 1)];
      if (random.isHit(0.05)) device?.swap();
      else device?.write(`w${(words += 1)}`);
      await sleep(random.whole(KEYS_MS / 2, KEYS_MS));
    }
  });
  const faultRandom = random.fork("faults");
  for (let n = 0; n < faults; n += 1) {
    await sleep(faultRandom.whole(4_000, 9_000));
    console.log(`  ${(performance.now() / 1000).toFixed(0)} s ${await fail(system, faultRandom)}`);
  }
  isOver.abort();
  await Promise.all(writing);
  const wrong = (await Promise.all(writers.map(check))).flat();
  const saved = writers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  console.log(
    `${words} words written, ${saved} acknowledged, ${people * SCHEDULED} messages scheduled`,
  );
  for (const text of wrong.slice(0, 30)) console.log(`  VIOLATION ${text}`);
  console.log(`${wrong.length} lost, doubled or missing (seed ${seed})`);
  for (const node of system.nodes) await node.stop();
  await system.close();
  await rm(folder, { recursive: true, force: true });
  return wrong.length === 0 ? 0 : 1;
}

// Left-over timers of clients must not keep the process.
process.exit(await main());
