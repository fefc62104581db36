import type { Log, LogEntry } from "../history.ts";

/** A log with the ways into it that the rules need. */
export interface IndexedLog {
  readonly log: Log;
  find(room: string, seq: number): LogEntry | undefined;
  /** Messages of people under their intent; more than one is a double. */
  copies(send: {
    readonly room: string;
    readonly author: string;
    readonly clientMessageId: string;
  }): readonly LogEntry[];
  headOf(room: string): number;
}

export function indexLog(log: Log): IndexedLog {
  const bySeq = new Map<string, Map<number, LogEntry>>();
  const byIntent = new Map<string, LogEntry[]>();
  for (const [room, { entries }] of log) {
    const seqs = new Map<number, LogEntry>();
    bySeq.set(room, seqs);
    for (const entry of entries) {
      seqs.set(entry.seq, entry);
      const { message } = entry;
      if (!message || message.isSystem) continue;
      const key = keyOf(room, message.author, message.clientMessageId);
      const known = byIntent.get(key);
      if (known) known.push(entry);
      else byIntent.set(key, [entry]);
    }
  }
  return {
    log,
    find: (room, seq) => bySeq.get(room)?.get(seq),
    copies: ({ room, author, clientMessageId }) =>
      byIntent.get(keyOf(room, author, clientMessageId)) ?? [],
    headOf: (room) => log.get(room)?.lastSeq ?? 0,
  };
}

function keyOf(room: string, author: string, clientMessageId: string): string {
  return `${room} ${author} ${clientMessageId}`;
}
