import { createLocalBus, type LocalExchange } from "#server/platform/realtime/local-bus.ts";
import { createTestClock } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import { startTestApp, type TestApp, type TestAppOptions } from "./harness.ts";

/** Two servers on one database and one bus, with the same clock. */
export interface TwoServers {
  readonly one: TestApp;
  readonly two: TestApp;
  readonly close: () => Promise<void>;
}

export async function startTwoServers(
  options: Pick<TestAppOptions, "receiptPushMs" | "environment"> = {},
): Promise<TwoServers> {
  const database = await createTestDatabase();
  const exchange: LocalExchange = new Set();
  const clock = createTestClock();
  const start = () => startTestApp({ ...options, database, clock, bus: createLocalBus(exchange) });
  const [one, two] = [await start(), await start()];
  return {
    one,
    two,
    async close() {
      await Promise.all([one.close(), two.close()]);
      await database.close();
    },
  };
}
