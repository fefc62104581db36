import type { Pool } from "pg";
import { loadConfig, type Config } from "#server/config.ts";
import {
  createAuthenticator,
  findActor,
  requireElevation,
} from "#server/features/auth/auth.access.ts";
import { authJobs } from "#server/features/auth/auth.jobs.ts";
import { claimJobs } from "#server/features/auth/claims.jobs.ts";
import { authRoutes } from "#server/features/auth/auth.routes.ts";
import { openAuth, type Auth } from "#server/features/auth/auth.service.ts";
import { isInvited, requireInvitation } from "#server/features/invitations/accepting.service.ts";
import { readDeliverySettings } from "#server/features/notification-preferences/delivery-settings.service.ts";
import { createUnsubscribeLinks } from "#server/features/notifications/unsubscribe-links.service.ts";
import { notificationsJobs } from "#server/features/notifications/notifications.jobs.ts";
import { usersRoutes } from "#server/features/users/users.routes.ts";
import type { Authenticator } from "#server/platform/actor.ts";
import { createJobQueue } from "#server/platform/jobs/job-queue.ts";
import { renderMail, type RenderedMail } from "#server/platform/mail/mail-view.ts";
import { createOutgoing } from "#server/platform/outgoing/outgoing.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { createTestDatabase } from "./database.ts";
import { openDoor } from "./door.ts";
import { captureLog } from "./log-lines.ts";

/** Sign-in and people alone, on a database of their own: what stands around them is real but for the mail server. */
export interface SignInServer extends AsyncDisposable {
  readonly app: Awaited<ReturnType<typeof openDoor>>["app"];
  readonly config: Config;
  readonly auth: Auth;
  readonly authenticator: Authenticator;
  readonly clock: TestClock;
  readonly pool: Pool;
  /** What the mail server was given, oldest first. */
  readonly mails: readonly RenderedMail[];
  /** Sessions whose sockets were closed, in order. */
  readonly closed: readonly string[];
  /** Does a job here and now, whatever the queue does. */
  run(job: string, data: unknown): Promise<void>;
  close(): Promise<void>;
}

/** Opens it with these variables; dev delivery unless they say otherwise. */
export async function openSignInServer(
  environment: Readonly<Record<string, string>> = {},
): Promise<SignInServer> {
  const database = await createTestDatabase();
  const config = loadConfig({ PORT: "0", ...environment });
  const clock = createTestClock();
  const mails: RenderedMail[] = [];
  const closed: string[] = [];
  const { log } = captureLog();
  const jobs = createJobQueue(database, log);
  const auth = await openAuth({
    config,
    db: database.kysely,
    pool: database.pool,
    clock,
    jobs,
    mailer: {
      canSend: config.otpDelivery !== "webhook",
      send: async (mail) => void mails.push(renderMail(config.productName, mail)),
      close: () => undefined,
    },
    live: { refreshActor: () => undefined, endSessions: (ids) => void closed.push(...ids) },
    log,
    isInvited: (email, now) => isInvited(database.kysely, email, now),
    requireInvitation: (caller, code) =>
      requireInvitation({ ...config, db: database.kysely, clock }, caller, code),
  });
  const live = { sendToPerson: () => undefined };
  const told = {
    ...config,
    ...auth,
    live,
    unsubscribeLinks: createUnsubscribeLinks(auth.keys.otpSecret, config.publicUrl),
    outgoing: createOutgoing({ ...config, clock }),
    enqueueWebhooks: async () => undefined,
    readWishes: readDeliverySettings,
  };
  const workers = [...authJobs(auth), ...claimJobs(auth), ...notificationsJobs(told)];
  await jobs.start(workers);
  const authenticator = createAuthenticator(auth);
  const presence = { changed: () => undefined, noteActive: () => undefined };
  const refreshReceipts = (): void => undefined;
  const noteZoneChange = (): Promise<void> => Promise.resolve();
  const usersDeps = { db: database.kysely, clock, presence, refreshReceipts, noteZoneChange };
  const users = usersRoutes(usersDeps);
  const handlers = {
    ...authRoutes(auth, (context) => findActor(authenticator, context)),
    ...users,
  };
  const door = await openDoor({
    handlers,
    authenticator,
    requireElevation: (actor, token) => requireElevation(auth, actor, token),
    environment,
  });
  const close = async () => {
    await door.close();
    await jobs.stop();
    await database.close();
  };
  return {
    app: door.app,
    config,
    auth,
    authenticator,
    clock,
    pool: database.pool,
    mails,
    closed,
    async run(job, data) {
      const found = workers.find(({ kind }) => kind.name === job);
      if (!found) throw new Error(`Nothing works on ${job}`);
      await found.run(data);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
