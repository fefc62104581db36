import {
  PRESENCE_AWAY_MS,
  PRESENCE_ONLINE_MS,
  type CustomStatus,
  type PresenceState,
} from "@colbin/protocol";

const LAST_SEEN_STEP_MS = 5 * 60_000;
/** Longer ago the other nodes are told that somebody is still active, before theirs counts them as away. */
const NEWS_AFTER_MS = 3 * 60_000;

/** online, away or offline by the last activity; null where none is known (rules-rooms 52). */
export function toPresence(activeAt: Date | null, now: Date): PresenceState {
  const agoMs = activeAt ? now.getTime() - activeAt.getTime() : Number.POSITIVE_INFINITY;
  if (agoMs < PRESENCE_ONLINE_MS) return "online";
  return agoMs < PRESENCE_AWAY_MS ? "away" : "offline";
}

/** To five minutes: nobody learns when exactly somebody sat at the keyboard (rules-rooms 54). */
export function toLastSeen(activeAt: Date | null): string | null {
  if (!activeAt) return null;
  const step = Math.floor(activeAt.getTime() / LAST_SEEN_STEP_MS);
  return new Date(step * LAST_SEEN_STEP_MS).toISOString();
}

/** A custom status that is due is none (rules-rooms 53). */
export function toVisibleStatus(status: CustomStatus | null, now: Date): CustomStatus | null {
  const dueAt = status?.expiresAt ? Date.parse(status.expiresAt) : Number.POSITIVE_INFINITY;
  return dueAt > now.getTime() ? status : null;
}

/** Is it news to others that somebody is active who was last active then? */
export function isNews(wasActiveAt: Date | null, now: Date): boolean {
  return !wasActiveAt || now.getTime() - wasActiveAt.getTime() >= NEWS_AFTER_MS;
}

/** When somebody looks different without doing anything; infinite where that never happens. */
export function toNextChangeMs(
  activeAt: Date | null,
  status: CustomStatus | null,
  now: Date,
): number {
  const active = activeAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const moments = [active + PRESENCE_ONLINE_MS, active + PRESENCE_AWAY_MS];
  if (status?.expiresAt) moments.push(Date.parse(status.expiresAt));
  return Math.min(...moments.filter((moment) => moment > now.getTime()));
}
