import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { toLocalUrl } from "./config-kinds.ts";
import { listAdvice, type Config } from "./config.ts";
import { getLogEpoch } from "./features/instance/instance.service.ts";
import { systemClock } from "./platform/clock/clock.ts";
import { openDatabase, type Database } from "./platform/db/database.ts";
import { migrate } from "./platform/db/migrate.ts";
import type { Http } from "./platform/http/http.ts";
import { openFileStore } from "./platform/files/open-store.ts";
import { openWebApp } from "./platform/http/web-app.ts";
import { keepRelease } from "./platform/http/web-releases.ts";
import { createJobQueue } from "./platform/jobs/job-queue.ts";
import type { Logger } from "./platform/log/log.ts";
import { createMail } from "./platform/mail/mail.ts";
import { OUTBOX_PATH } from "./platform/mail/outbox-path.ts";
import type { Bus, BusMetrics } from "./platform/realtime/bus.ts";
import { createLocalBus } from "./platform/realtime/local-bus.ts";
import { createBusMetrics } from "./platform/realtime/metrics.ts";
import { StartError } from "./platform/start-error.ts";

/*
 * Start and stop in order: what is opened later is closed earlier, and the database comes first and goes last. The job
 * queue starts when the server already listens: nobody waits for it.
 */

export interface RunningServer {
  /** Where people open it. */
  readonly url: string;
  /** Where mail waits under dev delivery. */
  readonly outboxUrl: string | undefined;
  /** As wire.md, Delivery 8; idempotent, never rejects, and leaves nothing running. */
  stop(): Promise<void>;
}

const SOCKETS_MS = 10_000;
const WEB_FOLDER = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Starts everything; when a step fails, what was opened before is closed again and the failure is thrown. */
export async function startServer(given: Config, log: Logger): Promise<RunningServer> {
  const closers: (() => Promise<void> | void)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= closeAll(closers, log));
  try {
    const config = await withPort(given);
    for (const sentence of listAdvice(config)) log.warn(sentence);
    await open(config, log, closers);
    const { publicUrl: url, otpDelivery } = config;
    return { url, outboxUrl: otpDelivery === "dev" ? `${url}${OUTBOX_PATH}` : undefined, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  config: Config,
  log: Logger,
  closers: (() => Promise<void> | void)[],
): Promise<void> {
  // Code is loaded while the database starts: together they take no longer than the slower one.
  const loading = Promise.all([import("./app.ts"), import("./platform/metrics/metrics.ts")]);
  loading.catch(() => undefined);
  const database = await openDatabase(config, log);
  closers.push(database.close);
  await migrate(database.pool, { log });
  const [{ buildApp }, { createMetrics }] = await loading;
  const metrics = createMetrics();
  const bus = await openBus(config, database, log, createBusMetrics(metrics));
  closers.push(() => bus.close());
  const mail = createMail(config, systemClock);
  closers.push(() => mail.mailer.close());
  const jobs = createJobQueue(database, log);
  closers.push(() => jobs.stop());
  const releases = { webFolder: WEB_FOLDER, keptFolder: join(config.dataDir, "web-app") };
  const app = await buildApp({
    config,
    log,
    clock: systemClock,
    database,
    bus,
    jobs,
    mail,
    fileStore: await openFileStore(config),
    metrics,
    webApp: openWebApp(WEB_FOLDER, await keepRelease(releases, log)),
    isStrict: false,
  });
  closers.push(() => app.drain(SOCKETS_MS));
  await listen(app.http, config);
  jobs.start(app.workers).catch((error: unknown) => {
    log.error({ err: error }, "The job queue did not start; nothing that waits for it is done");
  });
}

/**
 * NATS where NATS_URL names one; it is not waited for. The name of the log keeps apart what shares a NATS server, and a
 * restored copy from what it was copied from.
 */
async function openBus(
  { natsUrl: url }: Config,
  { kysely }: Database,
  log: Logger,
  metrics: BusMetrics,
): Promise<Bus> {
  if (url === undefined) return createLocalBus(undefined, metrics);
  const { createNatsBus } = await import("./platform/realtime/nats-bus.ts");
  return createNatsBus({ url, prefix: `colbin.${await getLogEpoch(kysely)}`, metrics, log });
}

/** Last opened, first closed; one that fails does not keep the others open. */
async function closeAll(
  closers: readonly (() => Promise<void> | void)[],
  log: Logger,
): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      log.error({ err: error }, "A part of the server did not close");
    }
  }
}

/** With PORT=0 a free port is chosen before anything needs to know the address of the server. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = createServer().listen(0, config.host);
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  const isOwnUrl = config.publicUrl === toLocalUrl(config.host, 0);
  return {
    ...config,
    port,
    publicUrl: isOwnUrl ? toLocalUrl(config.host, port) : config.publicUrl,
  };
}

/**
 * Connections that the system has accepted and we have not: when a network comes back, all of it stands here, and who finds
 * no place tries again after 1, 3, 7 and more seconds. The system's own limit (somaxconn, 4,096 as a rule) may be lower.
 */
const LISTEN_BACKLOG = 65_535;

async function listen({ app }: Http, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog: LISTEN_BACKLOG });
  } catch (error) {
    const { code } = error as { code?: unknown };
    const sentences: Readonly<Record<string, string>> = {
      EADDRINUSE: `PORT=${port} is in use by another program on ${host}. Stop that program, or choose another port. Example: PORT=${port === 65_535 ? 4000 : port + 1}`,
      EACCES: `PORT=${port} may not be used by this account. Choose one above 1023. Example: PORT=4000`,
      EADDRNOTAVAIL: `HOST=${host} is no address of this machine. Example: HOST=127.0.0.1`,
      ENOTFOUND: `HOST=${host} is a name that is not known here. Example: HOST=127.0.0.1`,
    };
    const sentence = sentences[String(code)];
    throw sentence === undefined ? error : new StartError(sentence);
  }
}
