import { randomBytes, randomInt } from "node:crypto";
import { seedWorld, signAccessTokens } from "../seed.ts";
import { createHistogram, type LatencyHistogram } from "./histogram.ts";
import { formatLatency, type BenchReport, type BenchRow } from "./report.ts";
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
/** The first of each are not counted: code is compiled and pages are cached for both alike. */
const WARM_UP_SHARE = 0.2;
/** By which the medians may differ. */
const BAR = 0.05;
/** As many letters and digits as a code has. */
const CODE_BYTES = 16;

const kinds = ["revoked", "unknown"] as const;
type Kind = (typeof kinds)[number];
type Times = Readonly<Record<Kind, LatencyHistogram>>;
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
    return {
      title: "Trying codes of invitations",
      rows: [
        toRow("looking at an invitation, signed out", await timeTries(look, revoked, sizes)),
        toRow("accepting it", await timeTries(accept, revoked, sizes)),
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

async function timeTries(
  run: Try,
  revoked: readonly string[],
  { tries }: CodesSizes,
): Promise<Times> {
  const times: Times = { revoked: createHistogram(), unknown: createHistogram() };
  const answers = new Set<string>();
  const warmUp = Math.round(2 * tries * WARM_UP_SHARE);
  for (let count = -warmUp; count < 2 * tries; count += 1) {
    const kind = kinds[randomInt(kinds.length)] ?? "unknown";
    const code =
      kind === "revoked"
        ? (revoked[randomInt(revoked.length)] ?? "")
        : randomBytes(CODE_BYTES).toString("base64url");
    const begin = performance.now();
    const reply = await run(code);
    const body = (await reply.json()) as Record<string, unknown>;
    if (count >= 0) times[kind].record(performance.now() - begin);
    const { requestId: _requestId, ...rest } = body;
    answers.add(`${reply.status} ${JSON.stringify(rest)}`);
  }
  if (answers.size !== 1) throw new Error(`The answers differ: ${[...answers].join(", ")}`);
  return times;
}

function toRow(what: string, times: Times): BenchRow {
  const [revoked, unknown] = [times.revoked, times.unknown].map((each) => ({
    p50: each.percentile(0.5),
    p99: each.percentile(0.99),
  }));
  if (!revoked || !unknown) throw new Error("Both were measured");
  const ratio = revoked.p50 / unknown.p50;
  return {
    id: "codes",
    what: `${what}: p50 of a revoked code`,
    ours: `${revoked.p50.toFixed(3)} ms`,
    peers: [{ name: "unknown code", figure: `${unknown.p50.toFixed(3)} ms`, ratio }],
    latency: formatLatency(revoked),
    bar: `${BAR * 100} % apart`,
    met: Math.abs(ratio - 1) <= BAR,
  };
}
