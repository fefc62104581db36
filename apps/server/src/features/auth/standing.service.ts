import type { UserId } from "@colbin/protocol";
import type { Auth, Caller } from "./auth.service.ts";
import { findStanding } from "./challenges.queries.ts";
import type { Scope } from "./limits.rules.ts";
import { toScope } from "./limits.service.ts";
import { hashSecret } from "./secrets.service.ts";

/** The relation of a caller and an identifier. */
export interface Standing {
  /** Whose account it is; for the server's own use. */
  readonly userId: UserId | null;
  /** Of the caller's device, where the account knows it. */
  readonly deviceHash: Uint8Array | null;
  readonly scope: Scope;
}

/** The same work whether an account exists or not. `callerHash` as in toScope. */
export async function readStanding(
  auth: Auth,
  caller: Caller,
  identifier: string,
  callerHash: Uint8Array | null,
): Promise<Standing> {
  const deviceSecret = caller.cookie("colbin_device");
  const askedHash = deviceSecret === undefined ? null : hashSecret(deviceSecret);
  const { userId, isKnownDevice } = await findStanding(auth.db, identifier, askedHash);
  const deviceHash = isKnownDevice ? askedHash : null;
  return {
    userId,
    deviceHash,
    scope: toScope(auth, caller, { identifier, callerHash, deviceHash }),
  };
}
