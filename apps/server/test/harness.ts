import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallOf, EndpointName } from "@colbin/protocol";
import type { LightMyRequestResponse } from "fastify";
import { buildApp, type App } from "#server/app.ts";
import { loadConfig, type Config } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import { createJobQueue, type JobQueue } from "#server/platform/jobs/job-queue.ts";
import type { DevOutbox } from "#server/platform/mail/dev-outbox.ts";
import { createMail } from "#server/platform/mail/mail.ts";
import { openDiskStore } from "#server/platform/files/disk-store.ts";
import { openWebApp } from "#server/platform/http/web-app.ts";
import { createMetrics } from "#server/platform/metrics/metrics.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import { createLocalBus } from "#server/platform/realtime/local-bus.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import { findFreePort } from "./free-port.ts";
import { captureLog, type LogLines } from "./log-lines.ts";
import { toRequest } from "./world.ts";

/*
 * The whole server in the process of the test, on a database of its own: real PostgreSQL, real sockets, a clock that the
 * test turns. Replies and errors are held against the contract.
 */

export interface TestAppOptions {
  /** Variables of the configuration, as an operator would write them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Shared by several servers on one database: two nodes. */
  readonly database?: Database;
  readonly bus?: Bus;
  readonly clock?: TestClock;
  /** Authors are told of reading no oftener than this. */
  readonly receiptPushMs?: number;
  /** Documents are stored after a rest of so long. */
  readonly documentRestMs?: number;
  /** Where files are kept: of several servers the same. */
  readonly filesFolder?: string;
}

export interface TestApp extends AsyncDisposable {
  readonly app: App;
  readonly config: Config;
  readonly database: Database;
  readonly clock: TestClock;
  readonly jobs: JobQueue;
  /** Mail that would have been sent. */
  readonly outbox: DevOutbox;
  readonly lines: LogLines;
  /** Where its files are. */
  readonly filesFolder: string;
  /** `http://127.0.0.1:port`, listening. */
  readonly url: string;
  /** An operation for whoever holds this access token, with everything that came back. */
  request<N extends EndpointName>(
    name: N,
    input: CallOf<N>,
    options?: { readonly as?: string },
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

const DRAIN_MS = 1_000;
/** Shorter than the rules say, so that tests need not wait. */
const DOCUMENT_REST_MS = 100;

/** Limits that a test does not meet unless it sets them. */
const tireless = {
  API_RATE: "100000",
  SEND_RATE: "100000",
  SEND_BURST: "100000",
  EDIT_RATE: "100000",
  REACTION_RATE: "100000",
  SEARCH_RATE: "100000",
  REPORT_RATE: "100000",
  STATISTICS_RATE: "100000",
  FIND_PERSON_RATE: "100000",
  JOIN_RATE: "100000",
  IMAGE_RATE: "100000",
  UPLOADS_HOUR: "100000",
  NOTIFICATION_TESTS_HOUR: "100000",
  LINK_PREVIEW_RATE: "100000",
  OUTGOING_PER_ADDRESS_MINUTE: "100000",
  SOCKETS_PER_PERSON: "1000",
};

/** Starts a server on a free port; close it, or `await using` it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const lines = captureLog();
  const clock = options.clock ?? createTestClock();
  const database = options.database ?? (await createTestDatabase());
  const bus = options.bus ?? createLocalBus();
  const config = loadConfig({
    PORT: String(await findFreePort()),
    ...tireless,
    // Machines differ in whether they have a browser.
    PDF_BROWSER: "off",
    ...options.environment,
  });
  const mail = createMail(config, clock);
  if (!mail.outbox) throw new Error("Tests read mail from the outbox: use OTP_DELIVERY=dev");
  const jobs = createJobQueue(database, lines.log);
  const filesFolder = options.filesFolder ?? (await mkdtemp(join(tmpdir(), "colbin-files-")));
  const app = await buildApp({
    config,
    log: lines.log,
    clock,
    database,
    bus,
    jobs,
    mail,
    fileStore: openDiskStore(filesFolder),
    metrics: createMetrics(),
    webApp: openWebApp(join(tmpdir(), "colbin-no-web-app")),
    isStrict: true,
    receiptPushMs: options.receiptPushMs,
    documentRestMs: options.documentRestMs ?? DOCUMENT_REST_MS,
  });
  const url = await app.http.app.listen({ host: config.host, port: config.port });
  const working = jobs.start(app.workers);

  const close = async () => {
    await working;
    await app.drain(DRAIN_MS);
    await jobs.stop();
    if (!options.bus) await bus.close();
    if (!options.database) await database.close();
    if (options.filesFolder === undefined) await rm(filesFolder, { recursive: true, force: true });
  };
  return {
    app,
    config,
    database,
    clock,
    jobs,
    outbox: mail.outbox,
    lines,
    filesFolder,
    url,
    request(name, input, { as } = {}) {
      const headers = as === undefined ? {} : { authorization: `Bearer ${as}` };
      return app.http.app.inject(toRequest(name, input, { headers }));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
