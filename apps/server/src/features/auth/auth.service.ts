import type { Pool } from "pg";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/platform/log/log.ts";
import type { Mailer } from "#server/platform/mail/mailer.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { createSocialClients, type SocialClients } from "../social/providers.service.ts";
import { createAccessTokens, type AccessTokens } from "./access-tokens.service.ts";
import { loadKeys, type AuthKeys } from "./keys.service.ts";

/** What sign-in takes from the server around it. */
export interface AuthParts {
  readonly config: Config;
  readonly db: Db;
  /** For the one statement that runs with every request. */
  readonly pool: Pool;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly live: Pick<Live, "endSessions" | "refreshActor">;
  readonly log: Logger;
  /** Is somebody waited for at this address: they may open an account where others may not (rules-identity 6). */
  readonly isInvited: (email: string, now: Date) => Promise<boolean>;
  /** Throws where this is the code of no live invitation, and RATE_LIMITED for a network address that asked too often. */
  readonly requireInvitation: (
    caller: Pick<Caller, "address" | "isLocal">,
    code: string,
  ) => Promise<void>;
}

/** Sign-in, ready to work: the parts and the keys of this instance. */
export interface Auth extends AuthParts {
  readonly keys: AuthKeys;
  readonly accessTokens: AccessTokens;
  readonly social: SocialClients;
}

/** Opens sign-in on a migrated database; the first process makes the keys, all others read them. */
export async function openAuth(parts: AuthParts): Promise<Auth> {
  const keys = await loadKeys(parts.db);
  const accessTokens = createAccessTokens(keys, parts.clock);
  return { ...parts, keys, accessTokens, social: createSocialClients(parts.config, parts.log) };
}

/** Secrets that a browser keeps in HttpOnly cookies. */
export type CookieName = "colbin_challenge" | "colbin_device" | "colbin_refresh";

/** A cookie to set with the reply; a life of 0 removes it. */
export interface KeptSecret {
  readonly cookie: CookieName;
  readonly value: string;
  readonly maxAgeS: number;
}

/** Who calls, as far as sign-in may know. */
export interface Caller {
  readonly address: string;
  /** A program of this machine that talks to the server directly. */
  readonly isLocal: boolean;
  readonly userAgent: string | undefined;
  /** The page that calls, one of ours; undefined where no browser says it. */
  readonly origin: string | undefined;
  /** A page in a browser: its secrets live in cookies and nowhere else (rules-identity 9, 33). */
  readonly isBrowser: boolean;
  /** Asked for cookie delivery of the refresh token without being a page. */
  readonly wantsCookie: boolean;
  cookie(name: CookieName): string | undefined;
}

/** A reply together with what the browser keeps. */
export interface Kept<T> {
  readonly reply: T;
  readonly secrets: readonly KeptSecret[];
}
