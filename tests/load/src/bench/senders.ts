import { startGenerator, type LoadGenerator } from "../generator/generator.ts";
import type { World } from "../seed.ts";
import type { BenchServer } from "./server.ts";

export interface Senders {
  readonly world: World;
  /** One socket each: its ticket, and the rooms that it hears and sends into by their place in the world. */
  readonly entries: readonly { readonly token: string; readonly rooms: readonly number[] }[];
  /** Of so many sockets one reads what it gets. */
  readonly decodeEvery: number;
}

/** Lets people of a world into a running server by raw sockets of a generator, for as long as the measurement takes. */
export async function withSenders<T>(
  server: BenchServer,
  { world, entries, decodeEvery }: Senders,
  act: (generator: LoadGenerator) => Promise<T>,
): Promise<T> {
  const generator = startGenerator();
  try {
    await generator.call("open", {
      dialect: "colbin",
      port: Number(new URL(server.baseUrl).port),
      slugs: world.rooms.map(({ slug }) => slug),
      entries,
      decodeEvery,
    });
    return await act(generator);
  } finally {
    await generator.end();
  }
}

/** Throws where a send was not acknowledged, or a socket did not stay. */
export function requireAcknowledged({ lost, closed }: { lost: number; closed: number }): void {
  if (lost + closed > 0) throw new Error(`${lost} sends were lost, ${closed} sockets closed`);
}
