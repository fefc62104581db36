import { sessionId, userId, workspaceId } from "@colbin/protocol";
import { errors, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import { SIGNING_ALGORITHM, type AuthKeys } from "./keys.service.ts";

const TOKEN_TYPE = "at+jwt";
const ISSUER = "colbin";
const REMEMBERED_TOKENS = 10_000;

const claims = z.object({ sub: userId, sid: sessionId, wid: workspaceId, exp: z.int() });

/** What a token names. It proves who asks, and gives no right: those are looked up as they are now. */
interface AccessClaims {
  readonly userId: z.infer<typeof userId>;
  readonly sessionId: z.infer<typeof sessionId>;
  readonly workspaceId: z.infer<typeof workspaceId>;
  readonly expiresAt: Date;
}

export interface AccessTokens {
  issue(named: AccessClaims): Promise<string>;
  /** Throws TOKEN_EXPIRED for a token of ours whose time is over, UNAUTHORIZED for everything else. */
  read(token: string): Promise<AccessClaims>;
}

/**
 * Signed tokens of this instance. A signature that was right stays right, so the claims of the tokens seen last are kept:
 * checking one costs more than all the rest of a small request. Time is judged at every reading.
 */
export function createAccessTokens(keys: AuthKeys, clock: Clock): AccessTokens {
  const verified = new LRUCache<string, AccessClaims>({ max: REMEMBERED_TOKENS });
  return {
    issue: (named) =>
      new SignJWT({ sid: named.sessionId, wid: named.workspaceId })
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE })
        .setIssuer(ISSUER)
        .setSubject(named.userId)
        .setIssuedAt(clock.now())
        .setExpirationTime(named.expiresAt)
        .sign(keys.signing),
    async read(token) {
      const known = verified.get(token);
      const found = known ?? (await verify(keys, clock, token));
      if (found.expiresAt <= clock.now()) throw new AppError("TOKEN_EXPIRED");
      if (!known) verified.set(token, found);
      return found;
    },
  };
}

async function verify(keys: AuthKeys, clock: Clock, token: string): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, keys.verifying, {
      algorithms: [SIGNING_ALGORITHM],
      typ: TOKEN_TYPE,
      issuer: ISSUER,
      currentDate: clock.now(),
    });
    const named = claims.parse(payload);
    const expiresAt = new Date(named.exp * 1000);
    return { userId: named.sub, sessionId: named.sid, workspaceId: named.wid, expiresAt };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError("TOKEN_EXPIRED");
    if (error instanceof errors.JOSEError || error instanceof z.ZodError)
      throw new AppError("UNAUTHORIZED");
    throw error;
  }
}
