import { seedWorld } from "../seed.ts";
import { timeAnswers, toTimesRow, type Tries } from "./answer-times.ts";
import type { BenchReport } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";

/* What the time of an answer tells about whether an address has an account (rules-identity 8, 21, 22). */

interface IdentifierSizes {
  /** Of each kind, by each call. */
  readonly tries: number;
}

const FULL: IdentifierSizes = { tries: 2_000 };
/** The limits of speed would end the measurement; each account is asked about once by each call. */
const settings = { PASSWORD_SIGN_IN: "on", API_RATE_ANONYMOUS: "1000000" };

export function benchIdentifiers({ tries }: IdentifierSizes = FULL): Promise<BenchReport> {
  return withServer(settings, async (server) => {
    // Chance gives one kind a few more than the other.
    const people = Math.round(tries * 1.6);
    await seedWorld(server.database, { people, rooms: 0, roomsOf: () => [] });
    const known = await givePasswords(server);
    const toTries = (path: string, more: object): Tries => {
      const ask = (identifier: string) =>
        post(`${server.baseUrl}/v1${path}`, { identifier, ...more });
      const addresses = known.values();
      let strangers = 0;
      return {
        known: () => ask(addresses.next().value ?? ""),
        unknown: () => ask(`nobody-${(strangers += 1)}@example.org`),
      };
    };
    const calls = [
      { what: "asking for a code", path: "/identifier/send-otp", more: {} },
      { what: "asking for a password link", path: "/auth/forgot-password", more: {} },
      { what: "a wrong password", path: "/auth/signin", more: { password: "a wrong sentence" } },
    ];
    const rows = [];
    for (const { what, path, more } of calls) {
      const times = await timeAnswers(toTries(path, more), tries, ({ code }) => code);
      const words = { id: "identifiers", what: `${what}: p50 with an account`, beside: "without" };
      rows.push(toTimesRow(words, times));
    }
    const notes = [
      `${tries} of each kind in an order by chance, one request at a time, each about another address`,
      await readDatabaseVersion(server.database),
    ];
    return { title: "Addresses with and without an account", rows, notes };
  });
}

/** All of them have one that nobody knows; returns their addresses. */
async function givePasswords({ database }: BenchServer): Promise<string[]> {
  const hash = `$argon2id$v=19$m=65536,t=3,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;
  await database.query(
    "insert into passwords (user_id, hash, set_at) select id, $1, now() from users",
    [hash],
  );
  await database.query("vacuum analyze");
  const { rows } = await database.query<{ email: string }>(
    "select email from users where email is not null order by email",
  );
  return rows.map(({ email }) => email);
}

function post(url: string, body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}
