import { Share2 } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "#web/design/IconButton.tsx";
import { Menu } from "#web/design/Menu.tsx";
import { t } from "#web/lib/i18n.ts";
import { useOffer } from "#web/lib/offer.ts";
import { ariaShortcut, shortcutLabel } from "#web/lib/shortcut.ts";
import { openShare, sharing } from "./actions.ts";
import type { Shared } from "./ShareMenuSurface.tsx";
import { shareTexts } from "./texts.ts";

async function loadShareMenuSurface() {
  return (await import("./ShareMenuSurface.tsx")).ShareMenuSurface;
}

interface ShareMenuProps extends Shared {
  /** Of the room that is on the screen: the keys open it. */
  isMain?: boolean;
}

export function ShareMenu({ isMain = false, ...shared }: ShareMenuProps) {
  const place = useRef<HTMLDivElement>(null);
  useOffer(sharing, isMain ? () => place.current?.querySelector("button")?.click() : undefined);
  const label = t(shareTexts.share, { room: shared.room.roomName });
  return (
    <div ref={place} className="contents">
      <Menu label={label} load={loadShareMenuSurface} props={shared}>
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
