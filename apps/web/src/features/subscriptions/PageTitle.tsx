import { badgeText } from "#web/design/identity/badge-text.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { titleCount } from "./title-count.ts";
import { unreadOf } from "./unread-total.ts";

/** Title of the tab, with what is unread in front, unless the person wants none. */
export function PageTitle({ children }: { children: string }) {
  const unread = useStore(chat.store, unreadOf);
  const isCounted = useStore(titleCount, (value) => value);
  return <title>{isCounted && unread > 0 ? `(${badgeText(unread)}) ${children}` : children}</title>;
}
