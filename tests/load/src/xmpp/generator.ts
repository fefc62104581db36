import { setTimeout as sleep } from "node:timers/promises";
import { joinRoom, openSession, type Occupant } from "./connection.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { runOpenLoop } from "./open-loop.ts";
import type { XmppAnswer, XmppGo, XmppPlan } from "./plan.ts";

/*
 * The load generator for XMPP servers: a process of its own with all occupants of all rooms on raw sockets. It counts
 * messages and decodes those of one receiver in fifty.
 */

const ENTERING = 32;
const SETTLE_MS = 500;

async function enterAll(plan: XmppPlan): Promise<Occupant[]> {
  const occupants: Occupant[] = [];
  const total = plan.rooms * plan.perRoom;
  async function enterSome(): Promise<void> {
    for (let next = occupants.length; next < total; next = occupants.length) {
      const nick = `u${next}`;
      const room = `room${next % plan.rooms}@conference.${plan.domain}`;
      // The place is taken before anything is waited for.
      occupants.length += 1;
      const socket = await openSession(plan, nick);
      await joinRoom(socket, room, nick);
      occupants[next] = { socket, room, nick };
    }
  }
  // The first of each room makes it; two at once would meet a room that is half made.
  const first = Math.min(plan.rooms, ENTERING);
  await Promise.all(Array.from({ length: first }, enterSome));
  return occupants;
}

function answer(message: XmppAnswer): void {
  process.send?.(message);
}

function untilTold(): Promise<XmppGo> {
  return new Promise((resolve) => process.once("message", (go) => resolve(go as XmppGo)));
}

async function main(): Promise<void> {
  const plan = JSON.parse(process.argv[2] ?? "") as XmppPlan;
  const occupants = await enterAll(plan);
  await sleep(SETTLE_MS);
  const told = untilTold();
  answer({ type: "entered" });
  await told;
  const onWarm = (): void => answer({ type: "warm" });
  const { load } = plan;
  const figures =
    load.kind === "open"
      ? await runOpenLoop(occupants, plan.rooms, load, onWarm)
      : await runClosedLoop(occupants, load, onWarm);
  answer({ type: "done", figures });
  for (const { socket } of occupants) socket.destroy();
  process.disconnect?.();
}

await main();
