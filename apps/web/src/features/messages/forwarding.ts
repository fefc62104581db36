import { addressOf, toApiError } from "@colbin/client";
import type { MessageId, RoomId, Subscription } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";

/** The people who would read the copy and cannot read the original. */
export interface Audience {
  readonly newReaders: number;
  readonly guests: number;
}

interface Wish {
  readonly room: Subscription;
  /** Stands before the first copy. */
  readonly comment: string;
  /** More people may read the copies than the originals. */
  readonly confirmed: boolean;
}

interface Outcome {
  /** The question that must be answered first; what was forwarded before it stays. */
  readonly audience?: Audience;
  /** So many could not be forwarded any more. */
  readonly refused: number;
}

/** A message with one of these is left out, and the others go on. */
const REFUSALS: readonly string[] = ["MESSAGE_NOT_FORWARDABLE", "MESSAGE_NOT_FOUND"];

/** Forwards messages of a room one after the other. Another try leaves out those that were forwarded, and doubles none whose answer was lost. */
export function createForwarding(roomId: RoomId) {
  const done = new Set<string>();
  const clientIds = new Map<string, string>();

  async function one(id: MessageId, { room, comment, confirmed }: Wish): Promise<void> {
    const place = `${room.roomId} ${id}`;
    if (done.has(place)) return;
    // With another comment it is another message, and the server would refuse it under the same id.
    const intent = `${place} ${comment}`;
    const clientMessageId = clientIds.get(intent) ?? `temp_${account.runtime.uuid()}`;
    clientIds.set(intent, clientMessageId);
    const params = { slug: addressOf(chat.store.getSnapshot(), roomId), id };
    const body = { targetSlug: room.sessionRoomSlug, comment, clientMessageId, confirmed };
    await account.call("forwardMessage", { params, body });
    done.add(place);
  }

  return {
    /** Rejects with the ApiError where it stopped, and where none could be forwarded. */
    async forward(ids: readonly MessageId[], wish: Wish): Promise<Outcome> {
      let { comment } = wish;
      let refused = 0;
      for (const id of ids) {
        try {
          await one(id, { ...wish, comment });
          comment = "";
        } catch (cause) {
          const { code, details } = toApiError(cause);
          if (code === "AUDIENCE_GROWS")
            return { refused, audience: details as unknown as Audience };
          if (!REFUSALS.includes(code)) throw cause;
          refused += 1;
          if (refused === ids.length) throw cause;
        }
      }
      return { refused };
    },
  };
}
