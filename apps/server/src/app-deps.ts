import type { Config } from "./config.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { Database } from "./platform/db/database.ts";
import type { FileStore } from "./platform/files/file-store.ts";
import type { WebApp } from "./platform/http/web-app.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Logger } from "./platform/log/log.ts";
import type { MailService } from "./platform/mail/mail.ts";
import type { Metrics } from "./platform/metrics/metrics.ts";
import type { Bus } from "./platform/realtime/bus.ts";

/** The parts of a server; main.ts and the tests open them. */
export interface AppDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  /** Migrated. */
  readonly database: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly mail: MailService;
  readonly fileStore: FileStore;
  readonly metrics: Metrics;
  readonly webApp: WebApp;
  /** Tests: the contract is held against every reply and error. */
  readonly isStrict: boolean;
  /** Authors are told of reading no oftener than this (features/receipts). */
  readonly receiptPushMs?: number | undefined;
  /** A document is stored after a rest of so long; by default as long as the rules say. */
  readonly documentRestMs?: number | undefined;
}
