import { badgeText } from "#web/design/badge-text.ts";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";

/** Title of the tab, with the unread messages of all rooms that are not muted in front. */
export function PageTitle({ children }: { children: string }) {
  const unread = useStore(chat.store, ({ totalUnread }) => totalUnread);
  return <title>{unread > 0 ? `(${badgeText(unread)}) ${children}` : children}</title>;
}
