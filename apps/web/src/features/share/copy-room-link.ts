import { toast } from "#web/design/overlay/toast.ts";
import { chat } from "#web/lib/api/chat.ts";
import { copyText } from "#web/lib/device/clipboard.ts";
import { t } from "#web/lib/language/i18n.ts";
import { activeWorkspace } from "#web/lib/routing/paths.ts";
import { SHARE_TOAST_MS } from "./constants.ts";
import { roomLink } from "./share-links.ts";
import { shareTexts } from "./texts.ts";

/** The link by which the person passes the room on, into the clipboard; and says so. */
export async function copyRoomLink(slug: string): Promise<void> {
  const me = chat.store.getSnapshot().currentUser;
  const link = me && roomLink(window.location.origin, slug, { ...me, org: activeWorkspace() });
  const isCopied = link !== null && (await copyText(link));
  toast({
    title: t(isCopied ? shareTexts.copied : shareTexts.copyFailed),
    durationMs: SHARE_TOAST_MS,
    ...(!isCopied && { variant: "warning" }),
  });
}
