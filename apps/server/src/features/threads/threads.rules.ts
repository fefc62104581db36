/** Place of a thread in a list: unread ones first, then the latest reply. */
export interface ThreadPlace {
  readonly isUnread: boolean;
  readonly lastReplyAt: string;
  readonly rootId: string;
}

/** Times of four-digit years: the database reads no others. */
const cursorForm = /^([01])_(\d{1,14})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place of a thread in a list; opaque to clients. Times are whole milliseconds. */
export function toThreadCursor(row: {
  readonly isUnread: boolean;
  readonly lastReplyAt: Date;
  readonly rootId: string;
}): string {
  return `${row.isUnread ? 1 : 0}_${row.lastReplyAt.getTime()}_${row.rootId}`;
}

/** Undefined for any other text. */
export function fromThreadCursor(text: string): ThreadPlace | undefined {
  const [, isUnread, at, rootId] = cursorForm.exec(text) ?? [];
  if (rootId === undefined) return undefined;
  return { isUnread: isUnread === "1", lastReplyAt: new Date(Number(at)).toISOString(), rootId };
}
