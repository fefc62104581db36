import { fromTimeCursor, toTimeCursor } from "#server/platform/http/time-cursor.rules.ts";

/** A place in a list of reports; opaque to clients. */
export interface ReportPlace {
  readonly createdAt: Date;
  readonly id: string;
}

export function toCursor({ createdAt: at, id }: ReportPlace): string {
  return toTimeCursor({ at, id });
}

/** Undefined for what is no cursor of ours. */
export function fromCursor(text: string): ReportPlace | undefined {
  const place = fromTimeCursor(text);
  return place && { createdAt: place.at, id: place.id };
}
