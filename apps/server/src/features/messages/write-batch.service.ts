import type { Message, RoomId, UserId } from "@colbin/protocol";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import { tracepoint } from "#server/platform/points.ts";
import type { Live, Origin } from "#server/platform/realtime/live.ts";
import type { NewMessage, SendRefusal } from "./messages.queries.ts";
import { toMessage, type Decoration } from "./messages.view.ts";
import { insertBatch, type NewFollower, type SendRow } from "./writer.queries.ts";
import { planBatch, type PlannedSend } from "./writer.rules.ts";

/* One batch of the writer, from the plan to what every sender is told. */

/** A message on its way to the log. */
export interface Send extends PlannedSend {
  readonly message: NewMessage;
  /** What the message shows beside its row. */
  readonly decoration?: Decoration | undefined;
  readonly origin: Origin | undefined;
}

export type SendOutcome =
  | { readonly outcome: "sent"; readonly message: Message }
  | { readonly outcome: "duplicate"; readonly seq: number }
  | { readonly outcome: SendRefusal };

/** Or somebody else holds a lock that the send needs. */
export type BatchOutcome = SendOutcome | { readonly outcome: "busy" };

/** A conversation comes back, with the event of this seq, into the lists of people who had hidden it (rules-rooms 41). */
export interface Shown {
  readonly roomId: RoomId;
  readonly userIds: readonly UserId[];
  readonly seq: number;
}

export interface BatchDeps {
  readonly connection: DedicatedConnection;
  readonly live: Pick<Live, "publish">;
  /** Called after the commit and the publishing; never throws. */
  readonly tellShown: (shown: Shown) => void;
  /** As tellShown: of the people who follow a thread from now on. */
  readonly tellFollowers: (followers: readonly NewFollower[]) => void;
  /** As tellShown: an author has read the room up to their own message. */
  readonly tellRead: (roomId: RoomId, userId: UserId, msgNo: number) => void;
}

/**
 * Writes a batch and publishes its messages after the commit; outcomes in the order of the batch. Doubles within it never reach
 * the database, which judges doubles by what was committed before.
 */
export async function writeBatch(deps: BatchDeps, batch: readonly Send[]): Promise<BatchOutcome[]> {
  const { sends, places } = planBatch(batch);
  tracepoint("beforeCommit");
  const rows = await insertBatch(
    deps.connection,
    sends.map(({ message }) => message),
  );
  tracepoint("afterCommit");
  const written = sends.map((send, place) => ({
    send,
    outcome: rows.busy.has(send.message.roomId)
      ? ({ outcome: "busy" } as const)
      : toSendOutcome(send, rows.sends.get(place), rows.at),
  }));
  for (const { send, outcome } of written) publish(deps, send, outcome);
  for (const [place, { message }] of sends.entries()) {
    const { outcome, shown, seq, msgNo } = rows.sends.get(place) ?? {};
    if (outcome !== "sent" || seq === undefined || !shown || shown.length === 0) continue;
    // A conversation comes back with a message of its own.
    if (msgNo !== null) deps.tellShown({ roomId: message.roomId, userIds: shown, seq });
  }
  if (rows.followers.length > 0) deps.tellFollowers(rows.followers);
  return batch.map((send, index) => {
    const first = written[places[index] ?? -1];
    if (!first) throw new Error("Every send of a batch has a place in its plan");
    return send === first.send ? first.outcome : asRepeated(send, first.send, first.outcome);
  });
}

function toSendOutcome(send: Send, row: SendRow | undefined, at: Date): BatchOutcome {
  // Where the room or the author is there no more.
  if (!row) return { outcome: "NOT_SUBSCRIBED" };
  const { outcome, roomSlug, shown: _shown, ...columns } = row;
  if (outcome === "duplicate") return { outcome, seq: row.seq };
  if (outcome !== "sent") return { outcome };
  const fresh = {
    stateSeq: row.seq,
    createdAt: at,
    updatedAt: at,
    isEdited: false,
    isDeleted: false,
  };
  const stored = {
    ...send.message,
    ...columns,
    ...fresh,
    isSilent: send.message.extra?.isSilent ?? false,
    removedBy: null,
    isScheduled: send.message.extra?.isScheduled ?? false,
  };
  return { outcome, message: toMessage(stored, roomSlug, send.decoration) };
}

function publish(
  { live, tellRead }: Pick<BatchDeps, "live" | "tellRead">,
  send: Send,
  written: BatchOutcome,
): void {
  if (written.outcome !== "sent") return;
  const { message } = written;
  live.publish(
    {
      roomId: send.message.roomId,
      roomSlug: message.sessionRoomSlug,
      name: "message_new",
      seq: message.seq,
      data: { message, clientMessageId: send.message.clientMessageId },
    },
    send.origin ? { origin: send.origin } : {},
  );
  if (message.msgNo !== null) tellRead(send.message.roomId, send.message.authorId, message.msgNo);
}

/** The same intent twice in one batch: the second is a duplicate of the first, or a conflict with it. */
function asRepeated({ message }: Send, first: Send, written: BatchOutcome): BatchOutcome {
  if (written.outcome !== "sent" && written.outcome !== "duplicate") return written;
  if (!message.sentHash.equals(first.message.sentHash)) return { outcome: "IDEMPOTENCY_CONFLICT" };
  return written.outcome === "sent" ? { outcome: "duplicate", seq: written.message.seq } : written;
}
