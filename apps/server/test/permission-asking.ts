import type { ClientFrame, CommandType } from "@colbin/protocol";
import { expect } from "vitest";
import type { TestApp } from "./harness.ts";
import { answerTo } from "./permission-answers.ts";
import { commandRules } from "./permission-commands.ts";
import type { Cell, Kind } from "./permission-kinds.ts";
import { accessTypes, type PermissionPlaces } from "./permission-places.ts";
import type { Received, TestClient } from "./realtime/test-client.ts";
import { connect } from "./socket.ts";

/* How the cells of the permission matrix are asked: calls one after the other, frames on one socket of each kind of caller. */

/** By the names of the cells. */
export type Verdicts = Record<string, string>;

/** The socket of each kind stays open for all frames. */
export interface Sockets {
  readonly app: TestApp;
  readonly places: PermissionPlaces;
  readonly sockets: Map<Kind, TestClient>;
}

/** They change which rooms a socket hears, so that each of their cells has a socket of its own. */
const listening: readonly CommandType[] = ["CLIENT_SUBSCRIBE_ROOMS", "CLIENT_UNSUBSCRIBE_ROOMS"];

const nameOf = ({ kind, type }: Cell): string => `${kind} in a ${type} room`;
/** A refusal is the code of an error. */
const isRefusal = (verdict: string): boolean => verdict === verdict.toUpperCase();
/** What may add to the log of the room. */
const isIn = (verdict: string): boolean => ["ok", "joined", "already"].includes(verdict);

/** The verdicts of these cells, asked one after the other; `ask` is the call as one of the kinds. */
export async function judge(
  places: PermissionPlaces,
  own: readonly Cell[],
  isReading: boolean,
  ask: (cell: Cell) => Promise<string>,
): Promise<Verdicts> {
  const found: Verdicts = {};
  for (const type of accessTypes) {
    const ofType = own.filter((cell) => cell.type === type);
    if (ofType.length > 0) await places.put(type);
    let head = await places.headOf(type);
    for (const cell of ofType) {
      const verdict = await ask(cell);
      const now = isReading ? head : await places.headOf(type);
      const isUntouched = isIn(verdict) || now === head;
      found[nameOf(cell)] = isUntouched ? verdict : `${verdict}, and the room has changed`;
      if (isReading || isRefusal(verdict)) continue;
      await places.put(type, cell.kind);
      head = await places.headOf(type);
    }
    if (isReading) expect(await places.headOf(type)).toBe(head);
  }
  return found;
}

export function expectedOf(own: readonly Cell[]): Verdicts {
  return Object.fromEntries(own.map((cell) => [nameOf(cell), cell.expected]));
}

/** The verdicts of a frame. */
export function judgeFrame(
  all: Sockets,
  command: CommandType,
  own: readonly Cell[],
): Promise<Verdicts> {
  if (command === "CLIENT_TYPING") return typingSeen(all, own);
  const { rooms } = all.places;
  return judge(all.places, own, false, ({ kind, type }) =>
    withSocket(all, kind, listening.includes(command), (client) =>
      answerTo(client, command, rooms[type].slug, rooms[type].messageId),
    ),
  );
}

/** A link guest's is new each time, as is their session where the last one has ended. */
async function withSocket<T>(
  { app, places, sockets }: Sockets,
  kind: Kind,
  isFresh: boolean,
  act: (client: TestClient) => Promise<T>,
): Promise<T> {
  const person = places.people.get(kind);
  if (!person) throw new Error(`${kind} has signed in`);
  const isShared = !isFresh && kind !== "LNK";
  const known = isShared ? sockets.get(kind) : undefined;
  const client = known ?? (await connect(app, person));
  if (isShared) sockets.set(kind, client);
  try {
    return await act(client);
  } finally {
    if (!isShared) {
      client.ws.close();
      await client.closed;
    }
  }
}

/**
 * Heard by the host, who is in every room: waited for where it is expected, else given the time of some messages of theirs,
 * which take longer than what came before them.
 */
async function typingSeen(all: Sockets, own: readonly Cell[]): Promise<Verdicts> {
  const { app, places } = all;
  const found: Verdicts = {};
  const ears = await connect(app, places.host);
  for (const type of accessTypes) {
    const { slug } = places.rooms[type];
    const ofType = own.filter((cell) => cell.type === type);
    await places.put(type);
    const isOf = (kind: Kind) => (each: Received) =>
      each["event"] === "user_typing" &&
      each["sessionRoomSlug"] === slug &&
      each["userId"] === places.people.get(kind)?.user.id;
    for (const { kind, expected } of ofType)
      await withSocket(all, kind, false, async (client) => {
        const frame = commandRules.CLIENT_TYPING.frame(slug, "");
        client.send({ type: "CLIENT_TYPING", ...frame } as ClientFrame);
        if (expected === "ok") await ears.until(isOf(kind));
        await client.fence();
      });
    await hearMessages(places, ears, slug);
    for (const cell of ofType)
      found[nameOf(cell)] = ears.frames.some(isOf(cell.kind)) ? "ok" : "silent";
  }
  return found;
}

async function hearMessages(
  places: PermissionPlaces,
  ears: TestClient,
  slug: string,
): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    const marker = `marker ${Math.random()}`;
    await places.host.call("sendMessage", { params: { slug }, body: { content: marker } });
    await ears.until((each) => JSON.stringify(each).includes(marker));
  }
}
