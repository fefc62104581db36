import type { SavedMark, MessageId, RoomId } from "@colbin/protocol";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { laterTexts } from "./later-texts.ts";
import { saved } from "./saved.ts";

interface Markable {
  readonly id: MessageId;
  readonly personal?: { readonly saved?: SavedMark | undefined };
}

/** Keeps a message for later, or takes it out again. */
export function toggleSaved(roomId: RoomId, { id, personal }: Markable): void {
  const isSaved = personal?.saved !== undefined;
  const failure = isSaved ? laterTexts.removeFailed : laterTexts.saveFailed;
  void tellFailure(failure, saved.set(roomId, id, !isSaved));
}
