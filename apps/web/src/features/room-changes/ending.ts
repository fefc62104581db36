import { roomKeyOf } from "@colbin/client";
import type { NavigateFunction } from "react-router";
import { attempt, learnRoom, tell } from "#web/features/rooms/entering.ts";
import { leaveScreen } from "#web/features/rooms/leaving.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { endingTexts } from "./ending-texts.ts";

/** Gives an archived room back to everybody in it, and says so; a refusal is said as well. */
export function unarchiveRoom(slug: string): Promise<void> {
  return giveBack("unarchiveRoom", slug);
}

/** The same of a room that the person deleted. */
export function restoreRoom(slug: string): Promise<void> {
  return giveBack("restoreRoom", slug);
}

/** Takes a conversation out of the person's own list until somebody writes in it again (rules-rooms 32). */
export function hideRoom(slug: string, navigate: NavigateFunction): Promise<unknown> {
  return attempt(endingTexts.hideFailed, async () => {
    // A room on the screen is asked for again when it goes, and asking for it shows it (rules-rooms 41).
    await leaveScreen(slug, navigate);
    await chat.rooms.leave(roomKeyOf(chat.store.getSnapshot(), slug));
    tell(endingTexts.hidden);
  });
}

const texts = {
  unarchiveRoom: { done: endingTexts.unarchived, failed: endingTexts.unarchiveFailed },
  restoreRoom: { done: endingTexts.restored, failed: endingTexts.restoreFailed },
};

function giveBack(name: keyof typeof texts, slug: string): Promise<void> {
  return attempt(texts[name].failed, async () => {
    await account.call(name, { params: { slug } });
    await learnRoom(slug);
    tell(texts[name].done);
  });
}
