import {
  AtSign,
  Copy,
  Mail,
  MessageCircle,
  Send,
  Smartphone,
  ThumbsUp,
  type LucideIcon,
} from "lucide-react";
import type { MenuEntry } from "#web/design/menu-entry.ts";
import type { MenuPlace } from "#web/design/menu-place.ts";
import { MenuSurface } from "#web/design/MenuSurface.tsx";
import { toast } from "#web/design/toast.ts";
import { copyText } from "#web/lib/clipboard.ts";
import { t } from "#web/lib/i18n.ts";
import { activeWorkspace } from "#web/lib/room-path.ts";
import { SHARE_TOAST_MS } from "./constants.ts";
import {
  roomLink,
  shareHref,
  shareTargets,
  type Inviter,
  type ShareTarget,
} from "./share-links.ts";
import { shareTexts } from "./texts.ts";

export interface Shared {
  room: { readonly sessionRoomSlug: string; readonly roomName: string };
  productName: string;
  inviter: Omit<Inviter, "org">;
}

const icons: Record<ShareTarget, LucideIcon> = {
  twitter: AtSign,
  facebook: ThumbsUp,
  whatsapp: MessageCircle,
  telegram: Send,
  email: Mail,
};

/** A link to the room, and the ways on which it is passed on. */
export function ShareMenuSurface(props: MenuPlace & Shared) {
  const { room, productName, inviter, ...place } = props;
  const link = roomLink(window.location.origin, room.sessionRoomSlug, {
    ...inviter,
    org: activeWorkspace(),
  });
  const words = t(shareTexts.invitation, { room: room.roomName, product: productName });
  const entries: MenuEntry[] = [
    {
      kind: "action",
      id: "copy",
      label: t(shareTexts.copy),
      icon: Copy,
      onSelect: () => void copyLink(link),
    },
  ];
  if ("share" in navigator) {
    entries.push({
      kind: "action",
      id: "device",
      label: t(shareTexts.device),
      icon: Smartphone,
      onSelect: () => void shareWithApp(link, words),
    });
  }
  entries.push({ kind: "separator", id: "sites" });
  for (const target of shareTargets) {
    const href = shareHref(target, link, words);
    entries.push({
      kind: "link",
      id: target,
      label: t(shareTexts[target]),
      icon: icons[target],
      href,
    });
  }
  return <MenuSurface {...place} entries={entries} />;
}

async function copyLink(link: string): Promise<void> {
  const isCopied = await copyText(link);
  toast({
    title: t(isCopied ? shareTexts.copied : shareTexts.copyFailed),
    variant: isCopied ? "default" : "warning",
    durationMs: SHARE_TOAST_MS,
  });
}

async function shareWithApp(url: string, text: string): Promise<void> {
  try {
    await navigator.share({ url, text });
  } catch (error) {
    // Closing the system's own dialog is a choice, not a failure.
    if (error instanceof DOMException && error.name === "AbortError") return;
    await copyLink(url);
  }
}
