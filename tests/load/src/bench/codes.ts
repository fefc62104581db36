import { randomBytes, randomInt } from "node:crypto";
import { seedWorld, signAccessTokens } from "../seed.ts";
import { timeAnswers, toTimesRow, type Tries } from "./answer-times.ts";
import type { BenchReport } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";

/*
 * What the time of an answer tells about the code of an invitation: one that was revoked, beside one that nobody ever gave out, one
 * after the other, as whoever tries codes would see it (rules-identity 69, 72).
 */

export interface CodesSizes {
  /** Invitations that were revoked, each tried in turn. */
  readonly codes: number;
  /** Of each kind, by each call. */
  readonly tries: number;
}

const FULL: CodesSizes = { codes: 100, tries: 3_000 };
/** As many letters and digits as a code has. */
const CODE_BYTES = 16;

type Try = (code: string) => Promise<Response>;

export function benchCodes(sizes: CodesSizes = FULL): Promise<BenchReport> {
  return withServer({ INVITATION_VALIDATE_RATE: "1000000" }, async (server) => {
    const world = await seedWorld(server.database, { people: 2, rooms: 0, roomsOf: () => [] });
    const [owner = "", stranger = ""] = await signAccessTokens(
      server.database,
      world,
      world.people,
    );
    const revoked = await makeRevoked(server, owner, sizes.codes);
    const url = `${server.baseUrl}/v1/auth`;
    const look: Try = (code) => fetch(`${url}/validate-org-invitation/${code}`);
    const accept: Try = (inviteCode) =>
      post(`${url}/accept-org-invitation`, stranger, { inviteCode });
    const timeRow = async (what: string, run: Try) => {
      const times = await timeAnswers(toTries(run, revoked), sizes.tries, (body) => body);
      const words = { what: `${what}: p50 of a revoked code`, beside: "unknown code" };
      return toTimesRow({ id: "codes", ...words }, times);
    };
    return {
      title: "Trying codes of invitations",
      rows: [
        await timeRow("looking at an invitation, signed out", look),
        await timeRow("accepting it", accept),
      ],
      notes: [
        `${sizes.codes} revoked codes, each try with one of them or with one that nobody gave out, by chance; one request at a time, ${sizes.tries} of each kind`,
        await readDatabaseVersion(server.database),
      ],
    };
  });
}

function post(url: string, token: string, body: object): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function makeRevoked(
  { baseUrl, database }: BenchServer,
  token: string,
  count: number,
): Promise<string[]> {
  const url = `${baseUrl}/v1/organizations`;
  const { id } = await readAs<{ id: string }>(await post(url, token, { title: "Nordlicht" }));
  const codes: string[] = [];
  while (codes.length < count) {
    const reply = await post(`${url}/${id}/invitations/generate-link`, token, {});
    codes.push((await readAs<{ code: string }>(reply)).code);
  }
  await database.query("update invitations set status = 'REVOKED'");
  await database.query("vacuum analyze invitations");
  return codes;
}

async function readAs<T>(reply: Response): Promise<T> {
  if (!reply.ok) throw new Error(`Answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

function toTries(run: Try, revoked: readonly string[]): Tries {
  return {
    known: () => run(revoked[randomInt(revoked.length)] ?? ""),
    unknown: () => run(randomBytes(CODE_BYTES).toString("base64url")),
  };
}
