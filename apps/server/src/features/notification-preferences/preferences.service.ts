import type {
  InputOf,
  NotificationChannel,
  NotificationPreferences,
  QuietHours,
  ReplyOf,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { numberPersonalEvent } from "#server/features/personal-events/personal-events.service.ts";
import { requireSubscribedRoom } from "#server/features/rooms/rooms.access.ts";
import { isTimeZone } from "#server/features/users/users.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { listChannels, refusalOf, withChoices } from "./channels.rules.ts";
import { readDeliverySettings } from "./delivery-settings.service.ts";
import { isPausable, wholeDays } from "./quiet-hours.rules.ts";
import {
  deleteSettings,
  findOpenPeer,
  findSettingsForChange,
  listOwnWorkspaces,
  listSettings,
  updateChannels,
  updatePause,
  updateQuiet,
  type SettingsRow,
} from "./settings.queries.ts";
import { toQuietHours } from "./settings.view.ts";

/** In the transaction of a change of what a person wants, or of their time zone: recomputes what waits for them. */
export type SettingsListener = (tx: Tx, userId: UserId) => Promise<void>;

export interface PreferencesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Pick<Live, "sendToPerson">;
  /** The levels of the person for their rooms in the active workspace (features/subscriptions). */
  readonly listRoomSettings: (actor: Actor) => Promise<ReplyOf<"listNotificationSettings">>;
  /** There is something to send SMS with. */
  readonly canSendSms: boolean;
  /** Called one after the other (rules-notifications 18). */
  readonly settingsListeners: readonly SettingsListener[];
}

/** The whole table of the caller, with their rooms. */
export async function getPreferences(
  deps: PreferencesDeps,
  actor: Actor,
): Promise<NotificationPreferences> {
  const { channels, mutedWorkspaces } = requirePresent(
    (await listSettings(deps.db, [actor.userId]))[0],
  );
  const { all, results } = await deps.listRoomSettings(actor);
  return {
    channels: [...listChannels(channels, isOffered(deps))],
    mutedWorkspaces: [...mutedWorkspaces],
    all,
    rooms: results,
  };
}

/**
 * Changes only what is sent. NOTIFICATION_CHANNEL_REQUIRED for what nobody can switch off; VALIDATION_ERROR for a channel that a type does
 * not have, and for a workspace that the caller is not in.
 */
export async function updatePreferences(
  deps: PreferencesDeps,
  actor: Actor,
  { channels, workspaces }: InputOf<"updateNotificationPreferences">["body"],
): Promise<NotificationPreferences> {
  for (const [at, change] of channels.entries()) {
    const refusal = refusalOf(change, isOffered(deps));
    if (refusal === "unknown") throw notAllowed(`channels.${at}.channel`);
    if (refusal === "required") throw new AppError("NOTIFICATION_CHANNEL_REQUIRED");
  }
  await changeSettings(deps, actor, async (tx, row) => {
    const muted = await withWorkspaces(tx, row, workspaces);
    await updateChannels(tx, actor.userId, withChoices(row.channels, channels), muted);
  });
  return getPreferences(deps, actor);
}

/** One that the person is in no more can still be taken off the list. */
async function withWorkspaces(
  tx: Tx,
  { userId, mutedWorkspaces }: SettingsRow,
  changes: readonly { readonly workspaceId: WorkspaceId; readonly isMuted: boolean }[],
): Promise<WorkspaceId[]> {
  const muted = new Set(mutedWorkspaces);
  const own = await listOwnWorkspaces(
    tx,
    userId,
    changes.map(({ workspaceId }) => workspaceId),
  );
  for (const [at, { workspaceId, isMuted }] of changes.entries()) {
    if (!isMuted) muted.delete(workspaceId);
    else if (own.includes(workspaceId)) muted.add(workspaceId);
    else throw notAllowed(`workspaces.${at}.workspaceId`);
  }
  return [...muted];
}

/** When the caller is quiet, and how it is now. */
export async function getQuietHours(
  { db, clock }: PreferencesDeps,
  { userId }: Actor,
): Promise<QuietHours> {
  return toQuietHours(requirePresent((await listSettings(db, [userId]))[0]), clock.now());
}

/** Chooses the hours; VALIDATION_ERROR for a whole day that is not confirmed, and for an unknown time zone. */
export async function updateQuietHours(
  deps: PreferencesDeps,
  actor: Actor,
  { isWholeDayConfirmed, ...hours }: InputOf<"updateQuietHours">["body"],
): Promise<QuietHours> {
  if (!isTimeZone(hours.timeZone)) throw notAllowed("timeZone");
  const whole = wholeDays(hours);
  if (whole.length > 0 && !isWholeDayConfirmed) throw notAllowed(...whole);
  await changeSettings(deps, actor, (tx) => updateQuiet(tx, actor.userId, hours));
  return getQuietHours(deps, actor);
}

/** Makes it quiet until then; null ends a pause, not the quiet hours. VALIDATION_ERROR for a moment that has passed or is over a week away. */
export async function pauseNotifications(
  deps: PreferencesDeps,
  actor: Actor,
  end: string | null,
): Promise<QuietHours> {
  const until = end === null ? null : new Date(end);
  if (until && !isPausable(until, deps.clock.now())) throw notAllowed("until");
  await changeSettings(deps, actor, (tx) => updatePause(tx, actor.userId, until));
  return getQuietHours(deps, actor);
}

/** Until when nothing rings for the other person of a direct room, as far as they show it (rules-notifications 19). */
export async function getPeerQuiet(
  { db, clock }: PreferencesDeps,
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"getPeerQuiet">> {
  const room = await requireSubscribedRoom(db, actor, slug);
  const peer = await findOpenPeer(db, room.id, actor.userId);
  const settings = peer && (await readDeliverySettings(db, [peer], clock.now())).get(peer);
  return { quietUntil: settings?.heldUntil?.toISOString() ?? null };
}

/** Of somebody who is gone. */
export function forgetNotificationSettings(tx: Tx, userId: UserId): Promise<void> {
  return deleteSettings(tx, userId);
}

/** One change after the other; what waits is recomputed with it, and all devices of the person hear of it after the commit. */
async function changeSettings(
  { db, live, settingsListeners }: PreferencesDeps,
  { userId }: Actor,
  write: (tx: Tx, row: SettingsRow) => Promise<void>,
): Promise<void> {
  const rev = await runTransaction(db, async (tx) => {
    await write(tx, requirePresent(await findSettingsForChange(tx, userId)));
    for (const listener of settingsListeners) await listener(tx, userId);
    return numberPersonalEvent(tx, userId);
  });
  const event = "notification_settings_changed";
  live.sendToPerson(userId, { type: "SERVER_PERSONAL_EVENT", event, rev, data: {} });
}

function isOffered({ canSendSms }: PreferencesDeps): (channel: NotificationChannel) => boolean {
  return (channel) => channel !== "WEBHOOK" && (channel !== "SMS" || canSendSms);
}

function requirePresent(row: SettingsRow | undefined): SettingsRow {
  if (!row) throw new AppError("USER_NOT_FOUND");
  return row;
}
