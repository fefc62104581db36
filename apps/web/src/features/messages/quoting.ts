import type { Quote, RoomId } from "@colbin/protocol";
import { readDraft, writeDraft } from "#web/lib/device/drafts.ts";

/** The quote that waits in the composer of a room, as it is kept; undefined where there is none. */
export function readQuote(roomId: RoomId): string | undefined {
  return readDraft({ quote: roomId });
}

/** Kept with the draft of the room, until it is sent or removed. */
export function keepQuote(roomId: RoomId, quote: string | undefined): void {
  writeDraft({ quote: roomId }, quote);
}

/** As this app has written it. */
export function parseQuote(kept: string | undefined): Quote | undefined {
  return kept === undefined ? undefined : (JSON.parse(kept) as Quote);
}
