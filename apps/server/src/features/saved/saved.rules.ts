import { PLAN_MAX_MS, PLAN_MIN_MS, type MessageId } from "@colbin/protocol";
import { fromTimeCursor, toTimeCursor } from "#server/platform/http/time-cursor.rules.ts";

/** A place in the list of a workspace; opaque to clients. */
export interface SavedPlace {
  readonly movedAt: Date;
  readonly messageId: MessageId;
}

export function toCursor({ movedAt: at, messageId: id }: SavedPlace): string {
  return toTimeCursor({ at, id });
}

/** Undefined for what is no cursor of ours. */
export function fromCursor(text: string): SavedPlace | undefined {
  const place = fromTimeCursor(text);
  return place && { movedAt: place.at, messageId: place.id as MessageId };
}

/** From a minute to a year ahead (rules-messages 37). */
export function isPlannable(at: Date, now: Date): boolean {
  const ahead = at.getTime() - now.getTime();
  return ahead >= PLAN_MIN_MS && ahead <= PLAN_MAX_MS;
}
