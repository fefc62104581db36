import type { Latency } from "../generator/run.ts";
import { makeTickets, type World } from "../seed.ts";
import { requireAcknowledged, withSenders } from "./senders.ts";
import type { BenchServer } from "./server.ts";

const PATIENCE_S = 60;

/** So many sends, one at a time; rejects where one is not acknowledged. */
export type SendAlone = (count: number) => Promise<Latency>;

/** Lets the first person of a world in, by a raw socket that hears all rooms, to send into the first one. */
export async function withLoneSender<T>(
  server: BenchServer,
  world: World,
  act: (send: SendAlone) => Promise<T>,
): Promise<T> {
  const [token = ""] = await makeTickets(server.database, world, world.people.slice(0, 1));
  const entries = [{ token, rooms: world.rooms.map((_, room) => room) }];
  return withSenders(server, { world, entries, decodeEvery: 1 }, (generator) =>
    act(async (count) => {
      const plan = { inFlight: 1, warmUpS: 0, seconds: PATIENCE_S, count };
      const result = await generator.call("acks", plan);
      requireAcknowledged(result);
      return result.latency;
    }),
  );
}
