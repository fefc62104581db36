/** A place in a list by time; rows of the same millisecond are in the order of their ids. */
interface TimePlace {
  readonly at: Date;
  /** A UUID. */
  readonly id: string;
}

const FORM = /^([0-9a-z]{1,9})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The cursor of a place, opaque to clients. */
export function toTimeCursor({ at, id }: TimePlace): string {
  return `${at.getTime().toString(36)}_${id}`;
}

/** The place of a cursor; undefined for a text that is no cursor of ours. */
export function fromTimeCursor(text: string): TimePlace | undefined {
  const [, time, id] = FORM.exec(text) ?? [];
  if (time === undefined || id === undefined) return undefined;
  return { at: new Date(Number.parseInt(time, 36)), id };
}
