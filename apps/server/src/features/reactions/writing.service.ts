import type { ReplyOf } from "@colbin/protocol";
import { createBatcher, heldBack } from "#server/platform/db/batcher.ts";
import type { Db } from "#server/platform/db/database.ts";
import { waitingForNoLock } from "#server/platform/db/write-batches.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { writeReactions, type AskedReaction, type WrittenReaction } from "./reactions.queries.ts";
import {
  reactionAddedKind,
  reactionRemovedKind,
  reactionsPart,
  toReactionData,
  toReactions,
} from "./reactions.view.ts";

/*
 * Reactions are judged, written and told by one statement, so that the sends into their rooms wait for no round trip of it. Those that
 * come while others are being written share the next one. It waits for no lock either, as the writer of messages.
 */

/** Reactions of one statement: the rooms of all of them are locked until it ends. */
const MAX_BATCH = 50;
/** Reactions that may wait; one more is refused with RATE_LIMITED. */
const MAX_WAITING = 10_000;
/** A busy server lets more of them gather, as the writer of messages does. */
const REST_MAX_MS = 20;
const BUSY_RETRY_MAX_MS = 40;

export interface Reactions {
  /**
   * Writes a reaction or takes it back, and returns after the commit with all reactions of the message; its event is published by then.
   * Undefined where nothing was written, whatever the reason.
   */
  write(asked: AskedReaction): Promise<ReplyOf<"addReaction"> | undefined>;
  /** Resolves when nothing waits: for a drain. */
  idle(): Promise<void>;
}

/** The reactions of one process, on these connections. */
export function createReactions(db: Db, live: Pick<Live, "publish">): Reactions {
  const batcher = createBatcher<AskedReaction, ReplyOf<"addReaction"> | null>({
    async run(asked) {
      const answers = await writeReactions(db, asked, reactionsPart.bit);
      return asked.map((each, at) => {
        const answer = answers[at] ?? null;
        if (answer === "busy") return heldBack;
        return answer && tell(live, each, answer);
      });
    },
    ...waitingForNoLock(({ workspaceId, slug }) => `${workspaceId}/${slug}`, BUSY_RETRY_MAX_MS),
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    restMaxMs: REST_MAX_MS,
  });
  return {
    write: async (asked) => (await batcher.add(asked)) ?? undefined,
    idle: () => batcher.idle(),
  };
}

/** Publishes the event; returns what the message shows now. */
function tell(
  live: Pick<Live, "publish">,
  { id: messageId, userId, emoji, isAdding }: AskedReaction,
  { roomId, seq, slug: roomSlug, fullName: userName, entries }: WrittenReaction,
): ReplyOf<"addReaction"> {
  const reactions = toReactions(entries);
  const data = toReactionData({ messageId, emoji, userId, userName }, reactions);
  const { name } = isAdding ? reactionAddedKind : reactionRemovedKind;
  live.publish({ roomId, roomSlug, name, seq, data });
  return { messageId, reactions, seq };
}
