import type { ChatState, Command, OutboxEntry, PendingEntry } from "../chat-state.ts";
import type { LoadFiles } from "../needed-files.ts";
import type { CallOptions, Http } from "../http.ts";
import type { DurableFrame } from "../room-logs.ts";
import type { WritableStore } from "../store.ts";
import type { Link } from "../sync.ts";
import type { VisibleMessage } from "../visible-message.ts";

/** The event of the command in the log; a repeated command gets that of the first. */
export type Acknowledgement = DurableFrame;

export interface CommandIo {
  readonly link: Link;
  readonly call: Http["call"];
  /** Takes what an answer tells and no event does. */
  readonly store: WritableStore<ChatState>;
  readonly files: LoadFiles;
}

export type EntryOf<K extends Command["kind"]> = Extract<OutboxEntry, { readonly kind: K }>;

/** All that the outbox and the screen have to know of a kind of command. */
export interface CommandKind<K extends Command["kind"]> {
  /** Tries it once. Undefined where the server says that nothing changed. Every failure is an ApiError. */
  readonly try: (entry: EntryOf<K>, io: CommandIo) => Promise<Acknowledgement | undefined>;
  /** A loaded message as it will be once the server has done it; absent where the command makes a message. */
  readonly show?: (
    message: VisibleMessage,
    entry: EntryOf<K> & PendingEntry,
    state: ChatState,
  ) => VisibleMessage;
  /** A refused one waits for the person, who wrote a text in it; without a text it is taken back. */
  readonly keepsText: boolean;
  /** The files that the server must have before it is sent, by their ids on this device. */
  readonly needs?: (entry: EntryOf<K>) => readonly string[];
  /**
   * As it is when the person sends it once more under its id, which makes it one for ever. Absent where the id names one call, whose
   * answer stays what it was: then it gets another id.
   */
  readonly again?: (entry: EntryOf<K>, state: ChatState) => EntryOf<K>;
}

/** The options of an entry's call: the workspace where it was written, and its id as the key that makes a repetition safe. */
export function callOptions({ clientMessageId, workspaceId }: OutboxEntry): CallOptions {
  const idempotencyKey = clientMessageId.slice("temp_".length);
  return { idempotencyKey, ...(workspaceId && { workspaceId }) };
}

/** The event of a change as the log has it; none where nothing changed. */
export function toAcknowledgement<E extends object>(
  { sessionRoomSlug }: OutboxEntry,
  seq: number | undefined,
  event: E,
) {
  if (seq === undefined) return undefined;
  return { type: "SERVER_ROOM_EVENT", sessionRoomSlug, seq, ...event } as const;
}
