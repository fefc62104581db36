import { QUOTE_MAX_CHARS, type Message, type RemovedBy } from "@colbin/protocol";
import type { KnownMessage } from "../chat-state.ts";

export type Original = Pick<Message, "id" | "stateSeq" | "content" | "metadata"> & {
  readonly isDeleted?: boolean;
  readonly removedBy?: RemovedBy | undefined;
};

/** Messages with their quotes of this one as it is now; undefined where nothing changes. */
export function requoted(
  list: readonly KnownMessage[] = [],
  { id, stateSeq, content, metadata, isDeleted = false, removedBy }: Original,
): readonly KnownMessage[] | undefined {
  const quotesOlder = ({ quote }: KnownMessage) =>
    quote?.messageId === id && quote.stateSeq < stateSeq;
  if (!list.some(quotesOlder)) return undefined;
  const text = Array.from(metadata.plainText ?? content)
    .slice(0, QUOTE_MAX_CHARS)
    .join("");
  const by = removedBy && { removedBy };
  return list.map((message) =>
    message.quote && quotesOlder(message)
      ? { ...message, quote: { ...message.quote, stateSeq, text, isDeleted, ...by } }
      : message,
  );
}
