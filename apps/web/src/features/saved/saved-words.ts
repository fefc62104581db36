import type { SavedMessage } from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { laterTexts } from "./later-texts.ts";

/** Names a saved message in one line: its note, else its text. */
export function wordsOfSaved({ note, message }: SavedMessage): string {
  if (note !== "") return note;
  return whyHidden(message) ?? textOfSaved(message).replaceAll(/\s+/g, " ");
}

/** Its text as it is read: with names in the place of its mentions. */
export function textOfSaved(message: SavedMessage["message"]): string {
  return message?.metadata.plainText ?? message?.content ?? "";
}

/** Why nothing of a message is shown; undefined where it is. */
export function whyHidden(message: SavedMessage["message"]): string | undefined {
  if (message?.removedBy) return t(laterTexts.removed);
  if (message?.isDeleted) return t(laterTexts.deleted);
  return message ? undefined : t(laterTexts.hidden);
}

/** The message in its room; undefined where the person may not read it now. */
export function messagePath({ room, message }: SavedMessage): string | undefined {
  return room && message ? `${roomPath(room.sessionRoomSlug)}?message=${message.id}` : undefined;
}
