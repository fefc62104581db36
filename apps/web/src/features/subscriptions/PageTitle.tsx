import { countThreadMentions } from "@colbin/client";
import { badgeText } from "#web/design/identity/badge-text.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";

/** Title of the tab, with the unread messages of all rooms that are not muted in front, and the mentions in their threads. */
export function PageTitle({ children }: { children: string }) {
  const unread = useStore(chat.store, (state) => state.totalUnread + countThreadMentions(state));
  return <title>{unread > 0 ? `(${badgeText(unread)}) ${children}` : children}</title>;
}
