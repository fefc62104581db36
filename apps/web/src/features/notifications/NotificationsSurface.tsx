import type { Place } from "#web/design/menu/landmark.ts";
import { BottomSheet } from "#web/design/overlay/BottomSheet.tsx";
import { PopoverSurface } from "#web/design/overlay/PopoverSurface.tsx";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { bellTexts } from "./bell-texts.ts";
import { NotificationList } from "./NotificationList.tsx";

interface NotificationsSurfaceProps {
  isOpen: boolean;
  place: Place | undefined;
  onClose: () => void;
}

/** Beside the bell, and on a phone at the lower edge. */
export function NotificationsSurface({ isOpen, place, onClose }: NotificationsSurfaceProps) {
  const isNarrow = useMediaQuery(narrowQuery);
  const label = t(bellTexts.title);
  const list = isOpen && <NotificationList onClose={onClose} />;
  if (isNarrow)
    return (
      <BottomSheet label={label} isOpen={isOpen} onClose={onClose} opener={place?.opener}>
        <div className="flex max-h-[75dvh] flex-col">{list}</div>
      </BottomSheet>
    );
  return (
    <PopoverSurface
      label={label}
      side="top"
      align="end"
      isOpen={isOpen}
      container={place?.container}
      opener={place?.opener}
      onClose={onClose}
    >
      <div className="flex max-h-[min(40rem,100dvh-5.25rem)] w-102 max-w-full flex-col">{list}</div>
    </PopoverSurface>
  );
}
