import type { UserId } from "@colbin/protocol";
import type { Db } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";

export * from "#server/features/typing/typing.queries.ts";

export function findTypist(
  db: Db,
  userId: UserId,
): Promise<{ readonly fullName: string; readonly isShown: boolean } | undefined> {
  const handle = handleOf(db);
  return handle.run(() => {
    const user = handle.store.users.get(userId);
    return user && { fullName: user.name, isShown: true };
  });
}
