import { PLAN_MAX_MS, PLAN_MIN_MS, type MessageId } from "@colbin/protocol";

/** A place in the list of a workspace; opaque to clients. */
export interface SavedPlace {
  readonly movedAt: Date;
  readonly messageId: MessageId;
}

export function toCursor({ movedAt, messageId }: SavedPlace): string {
  return `${movedAt.getTime().toString(36)}_${messageId}`;
}

/** Undefined for what is no cursor of ours. */
export function fromCursor(text: string): SavedPlace | undefined {
  const match = /^([0-9a-z]{1,9})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  const [, time, id] = match ?? [];
  if (time === undefined || id === undefined) return undefined;
  return { movedAt: new Date(Number.parseInt(time, 36)), messageId: id as MessageId };
}

/** From a minute to a year ahead (rules-messages 37). */
export function isPlannable(at: Date, now: Date): boolean {
  const ahead = at.getTime() - now.getTime();
  return ahead >= PLAN_MIN_MS && ahead <= PLAN_MAX_MS;
}
