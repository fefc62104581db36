import { X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { ListedMessage } from "./message-rows.ts";
import { rightsOn } from "./message-rights.ts";
import { PreviewCard } from "./PreviewCard.tsx";
import { removePreviews } from "./remove-previews.ts";
import { useRoom } from "./room-context.ts";
import { toolTexts } from "./tool-texts.ts";
import { useQuietPlace } from "./use-quiet-place.ts";

interface LinkPreviewsProps {
  message: ListedMessage;
  /** They came when the message was on the page already. */
  isLate: boolean;
  isTabStop: boolean;
}

/** The links of a message as their sites describe them; its author may take them away. */
export function LinkPreviews({ message, isLate, isTabStop }: LinkPreviewsProps) {
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom();
  const isShown = useQuietPlace(place, isLate);
  const { mayDelete: mayRemove } = rightsOn(message, room);
  return (
    <div ref={place}>
      {isShown &&
        message.previews?.map((preview, index) => (
          <div key={preview.url} className="relative mt-1.75 w-125 max-w-full">
            <PreviewCard preview={preview} />
            {mayRemove && index === 0 && (
              <IconButton
                label={t(toolTexts.removePreviews)}
                tabIndex={isTabStop ? 0 : -1}
                className="absolute inset-e-1 top-1 bg-sheet opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden"
                onClick={(event) => {
                  // The button goes with the cards.
                  const row = event.currentTarget.closest<HTMLElement>("[data-message]");
                  row?.focus({ preventScroll: true });
                  void removePreviews(room.roomId, message.id);
                }}
              >
                <X className="icon-sm" aria-hidden="true" />
              </IconButton>
            )}
          </div>
        ))}
    </div>
  );
}
