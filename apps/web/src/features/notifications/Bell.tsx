import { Bell as BellIcon } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { badgeText } from "#web/design/identity/badge-text.ts";
import { placeOf } from "#web/design/menu/landmark.ts";
import { useSurface } from "#web/design/menu/use-surface.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { bellTexts } from "./bell-texts.ts";

const NotificationsSurface = lazyPart(
  () => import("./NotificationsSurface.tsx"),
  "NotificationsSurface",
);

/** How much the person was told and has not read; a press shows it. */
export function Bell() {
  const unreadCount = useStore(chat.store, ({ notifications }) => notifications.unreadCount);
  const { isOpen, place, need, ask, open, close } = useSurface();
  const count = badgeText(unreadCount);
  return (
    <span className="relative flex">
      <IconButton
        label={unreadCount > 0 ? t(bellTexts.unread, { count }) : t(bellTexts.title)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={ask}
        onFocus={ask}
        onClick={(event) => (isOpen ? close() : open(placeOf(event.currentTarget)))}
      >
        <BellIcon aria-hidden="true" />
      </IconButton>
      {unreadCount > 0 && (
        <span
          aria-hidden="true"
          data-mark=""
          className="pointer-events-none absolute -end-1 -top-1 grid h-4 min-w-4 place-items-center rounded-full bg-mention px-1 text-2xs font-strong text-on-mention tabular-nums ring-2 ring-canvas"
        >
          {count}
        </span>
      )}
      <NotificationsSurface need={need} isOpen={isOpen} place={place} onClose={close} />
    </span>
  );
}
