import {
  defaultPreferences,
  type NotificationType,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import type { Db } from "#server/platform/db/database.ts";
import { isOn, type AskedChannel } from "./channels.rules.ts";
import { heldUntil, QuietClock } from "./quiet-hours.rules.ts";
import { listSettings } from "./settings.queries.ts";
import { toQuietSettings, zoneOf } from "./settings.view.ts";

/** The wishes of a person about notifications, as they are at one moment. */
export interface DeliverySettings {
  /**
   * Is a type wanted on a channel? False as well where the type has no such channel, and for what is not IN_APP of a workspace that is
   * muted. DESKTOP shares the choices of PUSH, under the person's switch of the desktop.
   */
  readonly isOn: (
    type: NotificationType,
    channel: AskedChannel,
    workspaceId?: WorkspaceId | null,
  ) => boolean;
  /** The end of the quiet hours or of the pause, the later one; null where it is not quiet. URGENT does not ask for it. */
  readonly heldUntil: Date | null;
  /** A push says no more than that there is a message. */
  readonly hidesText: boolean;
}

/** Of all these people, in one statement; people who are not there are missing. */
export async function readDeliverySettings(
  db: Db,
  userIds: readonly UserId[],
  now: Date,
): Promise<Map<UserId, DeliverySettings>> {
  const clock = new QuietClock();
  const rows = userIds.length === 0 ? [] : await listSettings(db, userIds);
  return new Map(
    rows.map((row) => [
      row.userId,
      {
        isOn: (type, channel, workspaceId) => isOn(row, type, channel, workspaceId),
        heldUntil: heldUntil(toQuietSettings(row), zoneOf(row), now, clock),
        hidesText: row.preferences.hidePushText ?? defaultPreferences.hidePushText,
      },
    ]),
  );
}
