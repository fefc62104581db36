import { runsInstance } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";

/** Refuses everybody but those who run the server, wherever their session works (rules-identity 3). */
export function requireOperator({ instanceRole }: Pick<Actor, "instanceRole">): void {
  if (!runsInstance(instanceRole)) throw new AppError("FORBIDDEN");
}
