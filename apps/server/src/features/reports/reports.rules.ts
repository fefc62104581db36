/** A place in a list of reports; opaque to clients. */
export interface ReportPlace {
  readonly createdAt: Date;
  readonly id: string;
}

export function toCursor({ createdAt, id }: ReportPlace): string {
  return `${createdAt.getTime().toString(36)}_${id}`;
}

/** Undefined for what is no cursor of ours. */
export function fromCursor(text: string): ReportPlace | undefined {
  const match = /^([0-9a-z]{1,9})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  const [, time, id] = match ?? [];
  if (time === undefined || id === undefined) return undefined;
  return { createdAt: new Date(Number.parseInt(time, 36)), id };
}
