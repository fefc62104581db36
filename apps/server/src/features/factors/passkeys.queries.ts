import type { SessionId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { FactorRow } from "./factors.queries.ts";

export interface PasskeyRow {
  readonly id: string;
  readonly userId: UserId;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

const columns = sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports`;

export async function listPasskeys(db: Db, userId: UserId): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select ${columns} from passkeys where user_id = ${userId}`.execute(db);
  return rows;
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await sql<PasskeyRow>`
    select ${columns} from passkeys where credential_id = ${credentialId}`.execute(db);
  return rows[0];
}

/** Undefined where the authenticator is known already, with whomever. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<PasskeyRow, "userId"> & { readonly userId: UserId; readonly name: string },
  now: Date,
): Promise<FactorRow | undefined> {
  const { rows } = await sql<FactorRow>`
    insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, added_at)
    values (${passkey.id}, ${passkey.userId}, ${passkey.name}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.counter}, ${[...passkey.transports]}::text[], ${now})
    on conflict (credential_id) do nothing
    returning id, 'passkey' as kind, name, added_at as "addedAt", used_at as "usedAt"`.execute(tx);
  return rows[0];
}

/** False where another answer with this count, or with a later one, was quicker: the authenticator was copied (WebAuthn, 7.2). */
export async function updatePasskeyUsed(
  db: Db,
  id: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, used_at = ${now}
    where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0) returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The person and the session that a challenge is for. */
export interface ChallengeScope {
  readonly userId: UserId | null;
  readonly sessionId: SessionId | null;
  readonly isNewPasskey: boolean;
}

export async function insertPasskeyChallenge(
  db: Db,
  challenge: ChallengeScope & { readonly challengeHash: Uint8Array; readonly expiresAt: Date },
): Promise<void> {
  await sql`
    insert into passkey_challenges (challenge_hash, user_id, session_id, is_new_passkey, expires_at)
    values (${challenge.challengeHash}, ${challenge.userId}, ${challenge.sessionId}, ${challenge.isNewPasskey}, ${challenge.expiresAt})`.execute(
    db,
  );
}

/** Single use, whatever comes of it: whether it was made for this. */
export async function deletePasskeyChallenge(
  db: Db,
  challengeHash: Uint8Array,
  { userId, sessionId, isNewPasskey }: ChallengeScope,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    delete from passkey_challenges where challenge_hash = ${challengeHash} and expires_at > ${now}
    returning user_id is not distinct from ${userId}::uuid and session_id is not distinct from ${sessionId}::uuid
      and is_new_passkey = ${isNewPasskey} as "isRight"`.execute(db);
  return rows[0]?.isRight ?? false;
}
