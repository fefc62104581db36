import { chat } from "#web/lib/api/chat.ts";
import { deviceSetting } from "#web/lib/device/setting.ts";
import { unreadOf } from "./unread-total.ts";

/** Does the icon of the tab have a dot while something is unread? */
export const faviconMark = deviceSetting("faviconMark", (kept) => kept !== "false", true);

const PLAIN = "/favicon.svg";
const MARKED = "/favicon-unread.svg";
let isFollowing = false;

/** From now on the icon of this tab shows what is unread, as long as the page is there. */
export function followFavicon(): void {
  if (isFollowing) return;
  isFollowing = true;
  for (const store of [chat.store, faviconMark]) store.subscribe(show);
  show();
}

function show(): void {
  const isMarked = faviconMark.getSnapshot() && unreadOf(chat.store.getSnapshot()) > 0;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const href = isMarked ? MARKED : PLAIN;
  if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}
