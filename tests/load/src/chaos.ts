import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { visibleMessages, type ChatClient } from "@colbin/client";
import { checkLog, type LoggedMessage } from "./log-check.ts";
import { createPerson } from "./people.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

/*
 * Sends under kill -9. People send through the real client while the server is killed and started again and PostgreSQL is
 * killed under it; then the log must hold every message once, in the order of its author, without a gap, and every
 * observer must have seen exactly that. Exit code 1 on any violation.
 */

const { values } = parseArgs({
  options: {
    sends: { type: "string", default: "10000" },
    people: { type: "string", default: "10" },
    rooms: { type: "string", default: "20" },
    "server-kills": { type: "string", default: "3" },
    "database-kills": { type: "string", default: "1" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    keep: { type: "boolean", default: false },
  },
});

/** What every person sends into every room. */
const each = Math.ceil(Number(values.sends) / Number(values.people) / Number(values.rooms));
const sends = each * Number(values.people) * Number(values.rooms);
const seed = Number(values.seed);
const STALL_MS = 120_000;
const SETTLE_MS = 15_000;

/** Park and Miller: the same seed makes the same faults at the same counts of acknowledged sends. */
function createRandom(start: number): () => number {
  let state = (start % 2_147_483_646) + 1;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Fault {
  readonly kind: "server" | "database";
  readonly after: number;
}

function planFaults(random: () => number): Fault[] {
  const kinds: Fault["kind"][] = [
    ...Array.from({ length: Number(values["server-kills"]) }, () => "server" as const),
    ...Array.from({ length: Number(values["database-kills"]) }, () => "database" as const),
  ];
  // Spread over the run, so that each meets a server that works.
  const slots = kinds.map(
    (_, place) => ((place + 0.2 + random() * 0.6) / kinds.length) * 0.9 * sends,
  );
  const order = kinds.map((kind) => ({ kind, key: random() })).toSorted((a, b) => a.key - b.key);
  return order.map(({ kind }, place) => ({ kind, after: Math.floor(slots[place] ?? 0) }));
}

interface Run {
  readonly people: readonly ChatClient[];
  readonly slugs: readonly string[];
}

function contentOf(person: number, room: number, number: number): string {
  return `person ${person} room ${room} number ${number}`;
}

/** Every person writes everything into the outbox at once; the outbox sends it room by room, in order. */
async function writeAll(run: Run, onWritten: (count: number) => void): Promise<void> {
  let written = 0;
  for (let number = 0; number < each; number += 1) {
    for (const [room, slug] of run.slugs.entries()) {
      await Promise.all(
        run.people.map((client, person) =>
          client.messages.send(slug, contentOf(person, room, number)),
        ),
      );
      written += run.people.length;
      onWritten(written);
    }
  }
}

function countUnsent({ people }: Run): number {
  let unsent = 0;
  for (const client of people) {
    for (const pending of client.store.getSnapshot().pending.values()) unsent += pending.length;
  }
  return unsent;
}

/** Each fault comes when so many sends were acknowledged. */
async function injectFaults(
  server: ServerProcess,
  run: Run,
  faults: readonly Fault[],
  total: () => number,
): Promise<number> {
  let injected = 0;
  for (const fault of faults) {
    while (total() - countUnsent(run) < fault.after) {
      if (server.hasEnded()) return injected;
      await sleep(5);
    }
    if (fault.kind === "server") {
      console.log(`  kill -9 of the server after ${total() - countUnsent(run)} acknowledged sends`);
      await server.kill();
      await server.start();
    } else {
      console.log(`  kill -9 of PostgreSQL after ${total() - countUnsent(run)} acknowledged sends`);
      await server.killDatabase();
    }
    injected += 1;
  }
  return injected;
}

/** Waits until nothing is unsent; gives up when nothing was acknowledged for long, or something was refused for good. */
async function untilSent(server: ServerProcess, run: Run): Promise<string[]> {
  let last = countUnsent(run);
  let since = Date.now();
  while (last > 0) {
    await sleep(100);
    const now = countUnsent(run);
    if (server.hasEnded()) return [`the server ended by itself, ${now} sends are left`];
    if (now !== last) since = Date.now();
    last = now;
    if (Date.now() - since > STALL_MS)
      return [`${last} sends were never acknowledged`, ...listFailures(run)];
  }
  return [];
}

function listFailures({ people }: Run): string[] {
  return people.flatMap((client) =>
    [...client.store.getSnapshot().pending.values()]
      .flat()
      .flatMap(({ content, failure }) =>
        failure ? [`"${content}" was refused: ${failure.code}`] : [],
      ),
  );
}

/** Everything written is in the log, once, and each author's messages are in the order of writing. */
function checkMessages(logged: readonly LoggedMessage[], run: Run, expected: number): string[] {
  const violations: string[] = [];
  if (logged.length !== expected)
    violations.push(`${expected} sends were acknowledged, the log has ${logged.length}`);
  const contents = new Set(logged.map(({ content }) => content));
  for (const [room] of run.slugs.entries()) {
    for (const [person] of run.people.entries()) {
      for (let number = 0; number < each; number += 1) {
        if (!contents.has(contentOf(person, room, number)))
          violations.push(`lost: ${contentOf(person, room, number)}`);
      }
    }
  }
  const last = new Map<string, number>();
  for (const { slug, author, content } of logged) {
    const key = `${slug} ${author}`;
    const number = Number(content.split(" ").at(-1));
    if (number <= (last.get(key) ?? -1)) violations.push(`out of order: ${content} in ${slug}`);
    last.set(key, number);
  }
  return violations;
}

/** What an observer has of a room is the end of its log, the same for all. */
function checkObservers(logged: readonly LoggedMessage[], run: Run): string[] {
  const violations: string[] = [];
  for (const slug of run.slugs) {
    const truth = logged
      .filter((message) => message.slug === slug)
      .map(({ seq, content }) => `${seq} ${content}`);
    for (const [person, client] of run.people.entries()) {
      const seen = visibleMessages(client.store.getSnapshot(), slug)
        .filter(({ type }) => type === "text")
        .map(({ seq, content }) => `${seq} ${content}`);
      const end = truth.slice(truth.length - seen.length);
      if (seen.length === 0 || seen.some((line, place) => line !== end[place]))
        violations.push(`person ${person} sees another log of ${slug}`);
    }
  }
  return violations;
}

/** Signs everybody in, lets them join and opens every room, so that each client keeps the whole log. */
async function gather(server: ServerProcess): Promise<Run> {
  const slugs = Array.from({ length: Number(values.rooms) }, (_, room) => `chaos-${room}`);
  const people: ChatClient[] = [];
  for (let person = 0; person < Number(values.people); person += 1) {
    people.push(await createPerson(server.baseUrl, `person-${person}`, slugs));
  }
  for (const client of people) for (const slug of slugs) await client.rooms.open(slug);
  return { people, slugs };
}

/** Sends everything under the faults and returns what is wrong afterwards. */
async function sendUnderFaults(server: ServerProcess, run: Run): Promise<string[]> {
  const startedAt = performance.now();
  let written = 0;
  const faulting = injectFaults(server, run, planFaults(createRandom(seed)), () => written);
  await writeAll(run, (count) => (written = count));
  const injected = await faulting;
  const unsent = await untilSent(server, run);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`  ${written} sends in ${seconds.toFixed(1)} s, ${injected} faults`);
  if (unsent.length > 0) return unsent;
  const log = await checkLog(server.dataDir);
  await untilSettled(run, log.messages);
  return [
    ...log.violations,
    ...checkMessages(log.messages, run, written),
    ...checkObservers(log.messages, run),
  ];
}

/** Live copies of the last messages may still be on their way. */
async function untilSettled(run: Run, logged: readonly LoggedMessage[]): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  while (Date.now() < deadline && checkObservers(logged, run).length > 0) await sleep(50);
}

async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-chaos-"));
  const server = await createServerProcess(join(folder, "data"));
  console.log(
    `Chaos with seed ${seed}: ${sends} sends, kill -9 of the server ${values["server-kills"]} times, of PostgreSQL ${values["database-kills"]} times`,
  );
  await server.start();
  const run = await gather(server);
  const violations = await sendUnderFaults(server, run);
  for (const client of run.people) client.close();
  const code = await server.stop();
  if (code !== 0) violations.push(`the server ended with code ${code} after SIGTERM`);
  for (const violation of violations.slice(0, 20)) console.log(`  VIOLATION ${violation}`);
  const isGood = violations.length === 0;
  console.log(
    isGood
      ? `0 lost, 0 doubled, 0 out of order, no gap in seq (seed ${seed})`
      : `${violations.length} violations (seed ${seed})`,
  );
  if (values.keep || !isGood) console.log(`  kept: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
  return isGood ? 0 : 1;
}

process.exitCode = await main();
