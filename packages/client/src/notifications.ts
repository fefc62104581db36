import type { FeedState } from "@colbin/protocol";
import type { ChatState } from "./chat-state.ts";
import type { ListHost } from "./list-host.ts";

/** How many notifications are unread, as a change of the feed says; an older one changes nothing. */
export function withUnreadNotifications(
  state: ChatState,
  { rev, unreadCount }: FeedState,
): ChatState {
  if (rev <= (state.notifications.rev ?? -1)) return state;
  return { ...state, notifications: { rev, unreadCount } };
}

/** The same by an answer, unless it is older than what was told meanwhile. */
export async function counted<R extends FeedState>(
  { store, owner }: Pick<ListHost, "store" | "owner">,
  ask: () => Promise<R>,
): Promise<R> {
  const [asked, before] = [owner(), store.getSnapshot().notifications.rev];
  const reply = await ask();
  const { rev, unreadCount } = reply;
  store.update((state) => {
    const known = state.notifications.rev;
    // A number that stayed where it was may be beyond that of the answer: the log began anew.
    const isNewest = known === before || rev >= (known ?? -1);
    return isNewest && owner() === asked
      ? { ...state, notifications: { rev, unreadCount } }
      : state;
  });
  return reply;
}
