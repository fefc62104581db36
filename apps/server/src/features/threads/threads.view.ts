import type { ThreadSummary } from "@colbin/protocol";
import type { MessagePart } from "#server/features/messages/messages.service.ts";
import { listSummaries } from "./threads.queries.ts";

/** The thread of a message that was answered; 2 is noted by apply_replies. */
export const threadPart: MessagePart<ThreadSummary> = {
  bit: 2,
  async load(db, rows) {
    const summaries = await listSummaries(db, rows);
    return new Map(
      summaries.map(({ rootId, lastReplyAt, ...summary }) => [
        rootId,
        { ...summary, lastReplyAt: lastReplyAt.toISOString() },
      ]),
    );
  },
};
