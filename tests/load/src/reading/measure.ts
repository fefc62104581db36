import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { BenchServer } from "../bench/server.ts";
import type { ReadAnswer, ReadFigures, ReadPlan } from "./plan.ts";

const generator = fileURLToPath(new URL("generator.ts", import.meta.url));

export interface MeasuredReads {
  readonly figures: ReadFigures;
  /** Of one core. */
  readonly serverShare: number;
  readonly databaseShare: number;
}

/** Reads from a running server by the generator of reads, and says what that cost. */
export async function readPages(
  server: BenchServer,
  plan: Omit<ReadPlan, "port">,
): Promise<MeasuredReads> {
  const child = fork(generator);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`The generator ended with code ${String(code)} before it was done`);
  });
  failed.catch(() => undefined);
  const next = async (): Promise<ReadAnswer> => {
    const [answer] = (await Promise.race([once(child, "message"), failed])) as [ReadAnswer];
    return answer;
  };
  child.send({ ...plan, port: Number(new URL(server.baseUrl).port) });
  await next();
  const before = server.cpu();
  const done = await next();
  const after = server.cpu();
  if (done.type !== "done") throw new Error("The generator is done after it was warm");
  const { figures } = done;
  return {
    figures,
    serverShare: (after.serverS - before.serverS) / figures.seconds,
    databaseShare: (after.databaseS - before.databaseS) / figures.seconds,
  };
}
