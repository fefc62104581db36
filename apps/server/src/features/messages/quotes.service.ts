import type { Forward, MessageMetadataInput, Quote, RoomId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { MessagePart } from "./messages.view.ts";
import { listForwardedAuthors, listQuoted } from "./quotes.queries.ts";

/** A quote shows its message as it is at the moment of reading: an edited or deleted one is what it is now. */
export const quotePart: MessagePart<Quote> = {
  bit: 16,
  async load(db, rows) {
    const quoting = rows.flatMap(({ id, roomId, metadata: { quote } }) =>
      quote ? [{ id, roomId, messageId: quote.messageId }] : [],
    );
    const quotes = await readQuotes(
      db,
      quoting.map(({ roomId, messageId }) => ({ roomId, id: messageId })),
    );
    return new Map(
      quoting.flatMap(({ id, messageId }) => {
        const found = quotes.get(messageId);
        return found ? [[id, found]] : [];
      }),
    );
  },
};

/** Of a forwarded message: by whom it was. Its room is named to those alone who see it, who ask for its card. */
export const forwardPart: MessagePart<Forward> = {
  bit: 32,
  async load(db, rows) {
    const copies = rows.flatMap(({ id, metadata: { forward } }) =>
      forward ? [{ id, authorId: forward.authorId }] : [],
    );
    const authors = await listForwardedAuthors(
      db,
      copies.map(({ authorId }) => authorId),
    );
    return new Map(
      copies.flatMap(({ id, authorId }) => {
        const author = authors.get(authorId);
        return author ? [[id, author]] : [];
      }),
    );
  },
};

type QuotedKey = Parameters<typeof listQuoted>[1][number];

async function readQuotes(db: Db, keys: readonly QuotedKey[]) {
  const rows = await listQuoted(db, keys);
  return new Map(
    rows.map(({ createdAt, removedBy, ...row }): [string, Quote] => [
      row.messageId,
      { ...row, createdAt: createdAt.toISOString(), ...(removedBy && { removedBy }) },
    ]),
  );
}

/** The quote of a message that is sent to this room; what is not one of its messages is QUOTE_NOT_ALLOWED. */
export async function requireQuote(
  db: Db,
  roomId: RoomId,
  { quote }: MessageMetadataInput,
): Promise<Quote | undefined> {
  if (!quote) return undefined;
  const { messageId: id } = quote;
  const found = (await readQuotes(db, [{ roomId, id }])).get(id);
  if (!found) throw new AppError("QUOTE_NOT_ALLOWED");
  return found;
}
