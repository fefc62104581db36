import type { Db } from "#server/platform/db/database.ts";
import { makeVapidKey, openVapidKey, type VapidKey } from "#server/platform/push/vapid.ts";
import { findKey, insertMissingKey } from "./keys.queries.ts";

/** The key of pushes, made by whichever process asks first; later ones and all restarts get the same. */
export async function loadPushKey(db: Db): Promise<VapidKey> {
  const known = await findKey(db);
  if (known) return openVapidKey(known);
  await insertMissingKey(db, await makeVapidKey());
  const stored = await findKey(db);
  if (!stored) throw new Error("The key of pushes is never removed");
  return openVapidKey(stored);
}
