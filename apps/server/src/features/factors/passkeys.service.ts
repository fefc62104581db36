import type { NewPasskey, PasskeyAnswer, UserId } from "@colbin/protocol";
import { createHash, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { isLoopback } from "#server/config-kinds.ts";
import type { Db } from "#server/platform/db/database.ts";
import {
  deletePasskeyChallenge,
  findPasskey,
  insertPasskeyChallenge,
  listPasskeys,
  updatePasskeyUsed,
  type ChallengeScope,
  type PasskeyRow,
} from "./passkeys.queries.ts";

/* Passkeys (WebAuthn Level 3): what browsers are asked for, and what their answers are worth. */

/** Loaded with the first passkey: it brings the formats of all certificates, which take long to read. */
const library = () => import("@simplewebauthn/server");

const CHALLENGE_LIFE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;

interface Site {
  readonly publicUrl: string;
  readonly productName: string;
}

/**
 * The name for which browsers keep passkeys (RP ID); undefined where the address of the server is a number, which has none. A
 * server on loopback is opened as localhost for it.
 */
export function toPasskeyDomain({ publicUrl }: Pick<Site, "publicUrl">): string | undefined {
  const { hostname } = new URL(publicUrl);
  if (isLoopback(hostname)) return "localhost";
  return isIP(hostname.replaceAll(/[[\]]/g, "")) === 0 ? hostname : undefined;
}

/** Where the answer of a browser is judged. */
export interface Judging {
  readonly db: Db;
  readonly site: Site;
  /** The page that calls, one of ours. */
  readonly origin: string;
  readonly now: Date;
}

type Asking = Omit<Judging, "origin">;

/** A name on which a passkey cannot be, so that no answer fits. */
const NO_DOMAIN = "invalid";

async function makeChallenge(
  { db, now }: Asking,
  scope: ChallengeScope,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  const challengeHash = toChallengeHash(Buffer.from(challenge).toString("base64url"));
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE_MS);
  await insertPasskeyChallenge(db, { ...scope, challengeHash, expiresAt });
  return challenge;
}

function toChallengeHash(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}

/** The options by which a browser makes a passkey that signs in by itself; they name those of the person, so that none is made twice. */
export async function askForNewPasskey(
  asking: Asking,
  scope: ChallengeScope & { readonly userId: UserId },
  person: { readonly name: string; readonly fullName: string },
): Promise<Record<string, unknown>> {
  const challenge = await makeChallenge(asking, scope);
  const { site, db } = asking;
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: site.productName,
    rpID: toPasskeyDomain(site) ?? NO_DOMAIN,
    userID: new Uint8Array(Buffer.from(scope.userId)),
    userName: person.name,
    userDisplayName: person.fullName,
    challenge,
    timeout: CHALLENGE_LIFE_MS,
    attestationType: "none",
    excludeCredentials: (await listPasskeys(db, scope.userId)).map(toDescriptor),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

/** The options by which a browser answers with a passkey: one of the person, where it is known who they are. */
export async function askForPasskey(
  asking: Asking,
  scope: ChallengeScope,
): Promise<Record<string, unknown>> {
  const challenge = await makeChallenge(asking, scope);
  const known = scope.userId === null ? [] : await listPasskeys(asking.db, scope.userId);
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: toPasskeyDomain(asking.site) ?? NO_DOMAIN,
    challenge,
    timeout: CHALLENGE_LIFE_MS,
    userVerification: "required",
    allowCredentials: known.map(toDescriptor),
  });
  return { ...options };
}

function toDescriptor({ credentialId: id, transports }: PasskeyRow) {
  return { id, transports: [...transports] };
}

type Verified = Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">;

/** The passkey that a browser made; undefined where the answer does not hold, or was not asked for in this session. */
export async function readNewPasskey(
  judging: Judging,
  scope: ChallengeScope,
  passkey: NewPasskey,
): Promise<Verified | undefined> {
  const { site, origin } = judging;
  const challenge = await takeChallenge(judging, scope, passkey);
  if (challenge === undefined) return undefined;
  const { transports = [], ...made } = passkey.response;
  const { verifyRegistrationResponse } = await library();
  const verified = await judge(() =>
    verifyRegistrationResponse({
      response: { ...passkey, response: made, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: toPasskeyDomain(site) ?? NO_DOMAIN,
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/**
 * The person whose passkey answered, once; undefined where the answer does not hold. With a person in the scope it must be theirs. The person was
 * verified by their device as well: a passkey counts as both steps (rules-identity 27).
 */
export async function acceptPasskey(
  judging: Judging,
  scope: ChallengeScope,
  answer: PasskeyAnswer,
): Promise<UserId | undefined> {
  const { db, site, origin, now } = judging;
  const known = await findPasskey(db, answer.id);
  const challenge = await takeChallenge(judging, scope, answer);
  const isTheirs = known && (scope.userId === null || scope.userId === known.userId);
  if (!isTheirs || challenge === undefined) return undefined;
  const { credentialId: id, publicKey, counter } = known;
  const { userHandle: _, ...signed } = answer.response;
  const { verifyAuthenticationResponse } = await library();
  const verified = await judge(() =>
    verifyAuthenticationResponse({
      response: { ...answer, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: toPasskeyDomain(site) ?? NO_DOMAIN,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return undefined;
  const { newCounter } = verified.authenticationInfo;
  return (await updatePasskeyUsed(db, known.id, newCounter, now)) ? known.userId : undefined;
}

/** The challenge that is answered, which is used up whatever the answer is worth; undefined where it was not made for this. */
async function takeChallenge(
  { db, now }: Judging,
  scope: ChallengeScope,
  { response }: { readonly response: { readonly clientDataJSON: string } },
): Promise<string | undefined> {
  const challenge = readChallenge(response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const isRight = await deletePasskeyChallenge(db, toChallengeHash(challenge), scope, now);
  return isRight ? challenge : undefined;
}

function readChallenge(clientDataJson: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString());
    const isObject = typeof data === "object" && data !== null && "challenge" in data;
    return isObject && typeof data.challenge === "string" ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The library throws at everything that does not hold. */
async function judge<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
