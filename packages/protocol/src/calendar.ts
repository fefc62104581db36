export const eventLocationTypes = [
  "phone",
  "google_meet",
  "zoom",
  "teams",
  "colbin_session",
  "offline",
  "other",
] as const;
export type EventLocationType = (typeof eventLocationTypes)[number];

export const calendarProviders = [
  "google",
  "microsoft",
  "apple",
  "outlook",
  "office365",
  "exchange",
  "caldav",
] as const;
export type CalendarProvider = (typeof calendarProviders)[number];

export const conflictResolutions = ["colbin_wins", "external_wins", "skip", "manual"] as const;
export type ConflictResolution = (typeof conflictResolutions)[number];

export const syncStatuses = ["idle", "syncing", "success", "error", "partial"] as const;
export type SyncStatus = (typeof syncStatuses)[number];

export const calendarAccesses = ["read", "write", "owner"] as const;
export type CalendarAccess = (typeof calendarAccesses)[number];

/** Sunday is 0. */
export const daysOfWeek = [0, 1, 2, 3, 4, 5, 6] as const;
export type DayOfWeek = (typeof daysOfWeek)[number];
