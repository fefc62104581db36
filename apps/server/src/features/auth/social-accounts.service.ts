import type { ReplyOf, SocialAccount, SocialProvider } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import {
  link,
  listSocialAccounts as listAccounts,
  unlink,
  type SocialAccountRow,
} from "../social/social.service.ts";
import { findAccountForChange, nameLogin } from "../users/accounts.service.ts";
import { noteIdentifierChange } from "./alerts.service.ts";
import type { Auth, AuthParts, Caller } from "./auth.service.ts";
import { readGrant, type Grant } from "./social-sign-in.service.ts";

/* The accounts at other services of a person. The door has asked for an elevation where something changes. */

/** The accounts of the caller, in the order in which they were connected. */
export async function listSocialAccounts(
  { db }: Pick<AuthParts, "db">,
  { userId }: Actor,
): Promise<ReplyOf<"listSocialAccounts">> {
  return { accounts: (await listAccounts(db, userId)).map(toSocialAccount) };
}

/** In the place of another one of that provider; SOCIAL_ACCOUNT_TAKEN where it is connected to somebody else. Otherwise as `readGrant`. */
export async function linkSocialAccount(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
  grant: Grant,
): Promise<SocialAccount> {
  const profile = await readGrant(auth, caller, grant);
  const now = auth.clock.now();
  return runTransaction(auth.db, async (tx) => {
    const user = await findAccountForChange(tx, userId);
    const row = user && (await link(tx, userId, profile, now));
    if (!row) throw new AppError("SOCIAL_ACCOUNT_TAKEN");
    await nameLogin(tx, userId, await firstLogin(tx, userId));
    const details = { change: "connected", of: grant.provider };
    const kind = "account-connected";
    await noteIdentifierChange(tx, auth, caller, { user, kind, sessionId, details, now });
    return toSocialAccount(row);
  });
}

/** LAST_SIGN_IN_METHOD where no verified address and no other account is left to sign in by. */
export async function unlinkSocialAccount(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
  provider: SocialProvider,
): Promise<void> {
  const now = auth.clock.now();
  await runTransaction(auth.db, async (tx) => {
    const user = await findAccountForChange(tx, userId);
    if (!user || !(await unlink(tx, userId, provider))) return;
    const others = await listAccounts(tx, userId);
    if (others.length === 0 && !user.isEmailVerified && !user.isPhoneNumberVerified)
      throw new AppError("LAST_SIGN_IN_METHOD");
    await nameLogin(tx, userId, await firstLogin(tx, userId));
    const details = { change: "disconnected", of: provider };
    const kind = "account-disconnected";
    await noteIdentifierChange(tx, auth, caller, { user, kind, sessionId, details, now });
  });
}

/** The name at the provider that was connected first (rules-identity 41). */
async function firstLogin(db: AuthParts["db"], userId: Actor["userId"]): Promise<string | null> {
  return (await listAccounts(db, userId))[0]?.login ?? null;
}

function toSocialAccount({ provider, login, linkedAt, usedAt }: SocialAccountRow): SocialAccount {
  return { provider, login, linkedAt: linkedAt.toISOString(), usedAt: usedAt.toISOString() };
}
