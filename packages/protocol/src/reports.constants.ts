// Apart from the schemas of the feature, so that a client can read it without loading them.

export const reportReasons = ["spam", "harassment", "illegal", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

/** A report is open until somebody who leads has decided: they dismiss it, or the message was removed. */
export const reportStatuses = ["open", "dismissed", "removed"] as const;
export type ReportStatus = (typeof reportStatuses)[number];
