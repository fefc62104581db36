import type { Subscription } from "@colbin/protocol";
import { claim } from "#web/features/sound/claim.ts";
import { findHeard } from "#web/features/sound/hearing.ts";
import { listenToNews } from "#web/features/sound/listen-to-news.ts";
import type { News } from "#web/features/sound/news.ts";
import { chat } from "#web/lib/api/chat.ts";

/** A room is told of so often at most, as by pushes (rules-notifications 20). */
const ROOM_GAP_MS = 10_000;
/** A mention by name is told by a frame of its own, which is there by then. */
const MENTION_MS = 1_500;

type Show = (room: Subscription) => Promise<void>;

/**
 * Calls back with the room of a new message that the person is told of, in one tab, unless it was claimed as told before
 * (rules-notifications 12, 13).
 */
export function followDesktopMessages({
  isOn,
  show,
}: {
  readonly isOn: () => boolean;
  readonly show: Show;
}): void {
  listenToNews((news) => {
    if (isOn()) void tell(news, show).catch(() => undefined);
  });
}

/** True once for each message, in one tab. */
export function claimMessage(messageId: string): Promise<boolean> {
  return claim(`colbin-desktop:${messageId}`, ROOM_GAP_MS);
}

async function tell(all: readonly News[], show: Show): Promise<void> {
  const { subscriptions } = chat.store.getSnapshot();
  const isCall = ({ roomId, isMention }: News): boolean =>
    isMention && subscriptions.get(roomId)?.roomType === "channel";
  if (all.some(isCall)) await new Promise((resolve) => setTimeout(resolve, MENTION_MS));
  const news = await findHeard(all, "desktop");
  const room = news && chat.store.getSnapshot().subscriptions.get(news.roomId);
  if (!room || !(await claim(`colbin-desktop:${room.roomId}`, ROOM_GAP_MS))) return;
  if (await claimMessage(news.messageId)) await show(room);
}
