import {
  AtSign,
  Copy,
  Mail,
  MessageCircle,
  Send,
  Share2,
  Smartphone,
  ThumbsUp,
  type LucideIcon,
} from "lucide-react";
import { useRef } from "react";
import { IconButton } from "#web/design/IconButton.tsx";
import { Menu } from "#web/design/Menu.tsx";
import type { MenuEntry } from "#web/design/menu-entry.ts";
import { toast } from "#web/design/toast.ts";
import { copyText } from "#web/lib/clipboard.ts";
import { t } from "#web/lib/i18n.ts";
import { useOffer } from "#web/lib/offer.ts";
import { ariaShortcut, shortcutLabel } from "#web/lib/shortcut.ts";
import { openShare, sharing } from "./actions.ts";
import { SHARE_TOAST_MS } from "./constants.ts";
import {
  roomLink,
  shareHref,
  shareTargets,
  type Inviter,
  type ShareTarget,
} from "./share-links.ts";
import { shareTexts } from "./texts.ts";

interface ShareMenuProps {
  room: { readonly sessionRoomSlug: string; readonly roomName: string };
  productName: string;
  inviter: Inviter;
  /** Of the room that is on the screen: the keys open it. */
  isMain?: boolean;
}

const icons: Record<ShareTarget, LucideIcon> = {
  twitter: AtSign,
  facebook: ThumbsUp,
  whatsapp: MessageCircle,
  telegram: Send,
  email: Mail,
};

export function ShareMenu({ room, productName, inviter, isMain = false }: ShareMenuProps) {
  const place = useRef<HTMLDivElement>(null);
  useOffer(sharing, isMain ? () => place.current?.querySelector("button")?.click() : undefined);
  const link = roomLink(window.location.origin, room.sessionRoomSlug, inviter);
  const words = t(shareTexts.invitation, { room: room.roomName, product: productName });
  const label = t(shareTexts.share, { room: room.roomName });
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
  return (
    <div ref={place} className="contents">
      <Menu label={label} entries={entries}>
        {(button) => (
          <IconButton
            {...button}
            label={label}
            {...(isMain && {
              shortcut: shortcutLabel(openShare.shortcut),
              "aria-keyshortcuts": ariaShortcut(openShare.shortcut),
            })}
          >
            <Share2 aria-hidden="true" />
          </IconButton>
        )}
      </Menu>
    </div>
  );
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
