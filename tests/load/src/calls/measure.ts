import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { BenchServer } from "../bench/server.ts";
import { cpuBetween, type CpuReading } from "../bench/usage.ts";
import type { CallAnswer, CallFigures, CallPlan } from "./plan.ts";

const generator = fileURLToPath(new URL("generator.ts", import.meta.url));

export interface MeasuredCalls {
  readonly figures: CallFigures;
  /** Seconds of processor in the measured time. */
  readonly cpu: CpuReading;
  /** Of one core. */
  readonly serverShare: number;
  readonly databaseShare: number;
}

/** Makes calls to a running server by the generator of calls, and says what that cost. */
export async function makeCalls(
  server: BenchServer,
  plan: Omit<CallPlan, "port">,
): Promise<MeasuredCalls> {
  const child = fork(generator);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`The generator ended with code ${String(code)} before it was done`);
  });
  failed.catch(() => undefined);
  const next = async (): Promise<CallAnswer> => {
    const [answer] = (await Promise.race([once(child, "message"), failed])) as [CallAnswer];
    return answer;
  };
  child.send({ ...plan, port: Number(new URL(server.baseUrl).port) });
  await next();
  const before = server.cpu();
  const done = await next();
  const cpu = cpuBetween(before, server.cpu());
  if (done.type !== "done") throw new Error("The generator is done after it was warm");
  const { figures } = done;
  return {
    figures,
    cpu,
    serverShare: cpu.serverS / figures.seconds,
    databaseShare: cpu.databaseS / figures.seconds,
  };
}
