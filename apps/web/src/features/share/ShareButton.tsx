import { Share2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { useOffer } from "#web/lib/actions/offer.ts";
import { ariaShortcut, shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import { openShare, sharing } from "./actions.ts";
import type { Shared } from "./ShareDialog.tsx";
import { shareTexts } from "./texts.ts";

const ShareDialog = lazyPart(() => import("./ShareDialog.tsx"), "ShareDialog");

interface ShareButtonProps extends Shared {
  /** The button belongs to the room on the screen: the keys open it. */
  isMain?: boolean;
}

export function ShareButton({ isMain = false, ...shared }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useOffer(sharing, isMain ? open : undefined);
  return (
    <>
      <IconButton
        label={t(shareTexts.share, { room: shared.room.roomName })}
        aria-haspopup="dialog"
        onClick={open}
        {...(isMain && {
          shortcut: shortcutLabel(openShare.shortcut),
          "aria-keyshortcuts": ariaShortcut(openShare.shortcut),
        })}
      >
        <Share2 aria-hidden="true" />
      </IconButton>
      {isOpen && <ShareDialog {...shared} onClose={() => setOpen(false)} />}
    </>
  );
}
