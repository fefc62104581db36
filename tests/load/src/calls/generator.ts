import { createHistogram } from "../bench/histogram.ts";
import { openConnection, type HttpConnection } from "./http-connection.ts";
import { prepareRequest, refresh, type PreparedRequest } from "./http-request.ts";
import type { CallAnswer, CallFigures, CallPlan } from "./plan.ts";

/*
 * The load generator for calls: a process of its own, with so many connections that are kept, each with one request under
 * way. It decodes one answer in fifty.
 */

const WARM_S = 2;
const DECODED_ONE_IN = 50;

interface Run {
  readonly requests: readonly PreparedRequest[];
  readonly isOnce: boolean;
  readonly expected: number | undefined;
  readonly times: ReturnType<typeof createHistogram>;
  asked: number;
  bytes: number;
  decoded: number;
  wrong: number;
  isCounting: boolean;
  isOver: boolean;
}

async function callOn(connection: HttpConnection, run: Run): Promise<void> {
  while (!run.isOver) {
    const request = takeRequest(run);
    const isDecoded = run.asked % DECODED_ONE_IN === 0;
    const startedAt = performance.now();
    const { status, bytes, body } = await connection.ask(request, isDecoded);
    if (status < 200 || status > 299) run.wrong += 1;
    if (body) checkBody(body, run);
    if (!run.isCounting) continue;
    run.times.record(performance.now() - startedAt);
    run.bytes += bytes;
  }
}

function takeRequest(run: Run): Buffer {
  const { requests, isOnce } = run;
  if (isOnce && run.asked >= requests.length)
    throw new Error(`${requests.length} requests were too few`);
  const request = requests[run.asked % requests.length];
  if (!request) throw new Error("A plan has requests");
  run.asked += 1;
  return refresh(request);
}

function checkBody(body: Buffer, run: Run): void {
  const list = Object.values(JSON.parse(body.toString()) as object).find(Array.isArray);
  run.decoded += 1;
  if (run.expected !== undefined && list?.length !== run.expected) run.wrong += 1;
}

async function measure(plan: CallPlan): Promise<CallFigures> {
  const run: Run = {
    requests: plan.requests.map((request) => prepareRequest(plan.port, request)),
    isOnce: plan.isOnce ?? false,
    expected: plan.expected,
    times: createHistogram(),
    asked: 0,
    bytes: 0,
    decoded: 0,
    wrong: 0,
    isCounting: false,
    isOver: false,
  };
  const connections = await Promise.all(
    Array.from({ length: plan.inFlight }, () => openConnection(plan.port)),
  );
  const running = Promise.all(connections.map((connection) => callOn(connection, run)));
  await pause((plan.warmUpS ?? WARM_S) * 1000);
  answer({ type: "warm" });
  run.isCounting = true;
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await pause(plan.seconds * 1000);
  run.isCounting = false;
  const used = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1000;
  run.isOver = true;
  await running;
  for (const connection of connections) connection.close();
  return {
    answers: run.times.count,
    seconds,
    p50: run.times.percentile(0.5),
    p99: run.times.percentile(0.99),
    bytesPerAnswer: run.bytes / run.times.count,
    generatorShare: (used.user + used.system) / 1e6 / seconds,
    decoded: run.decoded,
    wrong: run.wrong,
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function answer(message: CallAnswer): void {
  process.send?.(message);
}

process.once("message", (plan) => {
  void measure(plan as CallPlan).then((figures) => {
    answer({ type: "done", figures });
    process.disconnect?.();
  });
});
