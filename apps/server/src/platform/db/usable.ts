import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { StartError } from "../start-error.ts";

/* What a database must be before the server starts on it; every refusal tells the operator what to do. */

const VERSION_MIN = 180_000;
const STARTING_MS = 30_000;
/** Unique violation and duplicate object: `if not exists` does not see what another session has not committed yet. */
const MADE_MEANWHILE: ReadonlySet<string> = new Set(["23505", "42710"]);
const EXAMPLE = "Example: DATABASE_URL=postgres://colbin:password@db.example.org:5432/colbin";

/** Where the database is, in words that hold no password. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number | string;
  readonly user: string;
  readonly database: string;
}

/** Connects, and throws StartError unless this is a PostgreSQL 18 or later in which text in any language can be found. */
export async function requireUsableDatabase(pool: Pool, address: DatabaseAddress): Promise<void> {
  await waitUntilItAnswers(pool, address);
  const { rows } = await pool.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  const version = rows[0];
  if (!version || version.number < VERSION_MIN) {
    throw new StartError(
      `The database at ${toPlace(address)} is PostgreSQL ${version?.name}; Colbin needs 18 or later. Upgrade it, or leave DATABASE_URL out to use the embedded one.`,
    );
  }
  await requireTrigrams(pool, address);
}

async function waitUntilItAnswers(pool: Pool, address: DatabaseAddress): Promise<void> {
  const giveUpAt = Date.now() + STARTING_MS;
  for (;;) {
    try {
      await pool.query("select");
      return;
    } catch (error) {
      const starting = codeOf(error) === "57P03";
      if (!starting || Date.now() > giveUpAt) throw toConnectError(error, address);
      await sleep(200);
    }
  }
}

/** Search takes text apart into trigrams by the character type of the database; with the type C it would find only ASCII. */
async function requireTrigrams(pool: Pool, address: DatabaseAddress): Promise<void> {
  await makeTrigrams(pool, address);
  const { rows } = await pool.query<{ found: boolean }>(
    "select cardinality(show_trgm('日本')) > 0 as found",
  );
  if (rows[0]?.found === true) return;
  throw new StartError(
    `Search would find nothing but English in the database at ${toPlace(address)}, because its LC_CTYPE is not a UTF-8 one. Make a new one: create database colbin template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C.UTF-8';`,
  );
}

async function makeTrigrams(pool: Pool, address: DatabaseAddress): Promise<void> {
  try {
    await pool.query("create extension if not exists pg_trgm");
  } catch (error) {
    // Another server that starts on the same empty database has made it meanwhile.
    if (MADE_MEANWHILE.has(codeOf(error) ?? "")) return;
    throw new StartError(
      `The extension pg_trgm cannot be made in the database at ${toPlace(address)}: ${messageOf(error)}. Let its administrator run there: create extension pg_trgm;`,
    );
  }
}

function toConnectError(error: unknown, address: DatabaseAddress): StartError {
  const place = toPlace(address);
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: `Nothing answers at ${place}. Start the database, or correct host and port in DATABASE_URL.`,
    ENOENT: `There is no socket at ${place}. Start the database, or correct the folder in DATABASE_URL.`,
    ENOTFOUND: `The host name of ${place} is not known. Correct it in DATABASE_URL.`,
    EAI_AGAIN: `The host name of ${place} cannot be resolved at the moment. Correct it in DATABASE_URL, or check the name server.`,
    ETIMEDOUT: `${place} does not answer. Check host, port and firewall.`,
    EHOSTUNREACH: `${place} cannot be reached from this machine. Check host and network.`,
    ENETUNREACH: `${place} cannot be reached from this machine. Check host and network.`,
    "28P01": `The database at ${place} refuses the password of ${address.user}. Correct user and password in DATABASE_URL.`,
    "28000": `The database at ${place} does not let ${address.user} in: ${messageOf(error)}. Correct the user in DATABASE_URL, or pg_hba.conf of the database.`,
    "3D000": `There is no database "${address.database}" at ${place}. Make it (create database ${address.database}), or correct the name in DATABASE_URL.`,
    "53300": `The database at ${place} has no connection left. Raise its max_connections.`,
    "57P03": `The database at ${place} is still starting up. Try again in a moment.`,
  };
  const timedOut = /timeout/i.test(messageOf(error)) ? reasons["ETIMEDOUT"] : undefined;
  const sentence =
    reasons[codeOf(error) ?? ""] ??
    timedOut ??
    `The database at ${place} cannot be used: ${messageOf(error)}.`;
  return new StartError(`${sentence} ${EXAMPLE}`);
}

function toPlace({ host, port }: DatabaseAddress): string {
  return host.startsWith("/") ? host : `${host}:${port}`;
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
