import type { RoomId } from "@colbin/protocol";
import { account } from "#web/lib/api/account.ts";

/** A poll that is being written. */
export interface PollDraft {
  readonly question: string;
  /** With fields that are still empty. */
  readonly answers: readonly string[];
  readonly multiple: boolean;
  readonly anonymous: boolean;
}

const empty: PollDraft = { question: "", answers: ["", ""], multiple: false, anonymous: false };

/** By room, until the page is left: a dialog that is closed by mistake has lost nothing. */
const drafts = new Map<RoomId, PollDraft>();
account.onSignOut(async () => drafts.clear());

export function readPollDraft(roomId: RoomId): PollDraft {
  return drafts.get(roomId) ?? empty;
}

/** Undefined once it is sent. */
export function keepPollDraft(roomId: RoomId, draft: PollDraft | undefined): void {
  if (draft) drafts.set(roomId, draft);
  else drafts.delete(roomId);
}
