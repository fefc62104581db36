import { shownMessages } from "@colbin/client";
import clsx from "clsx";
import { Check } from "lucide-react";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useRoom } from "./room-context.ts";
import { selectTo, toggleSelected } from "./select.ts";
import { selectTexts } from "./select-texts.ts";

interface SelectBoxProps {
  messageKey: string;
  isSelected: boolean;
  maySelect: boolean;
  /** Beside an avatar. */
  isFirst: boolean;
}

/** Lies over the message: a press anywhere on it selects it, with Shift also all that are in between. */
export function SelectBox({ messageKey, isSelected, maySelect, isFirst }: SelectBoxProps) {
  const room = useRoom();
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-disabled={!maySelect}
      aria-label={t(selectTexts.one)}
      // From message to message lead the arrows, and the keys of the message select it.
      tabIndex={-1}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
        if (!maySelect) return;
        if (!event.shiftKey) toggleSelected(messageKey);
        else selectTo(messageKey, shownMessages(chat.store.getSnapshot(), room.roomId), room);
      }}
      className={clsx(
        "absolute inset-0 z-float rounded-md select-none aria-disabled:cursor-default",
        maySelect && "cursor-pointer",
      )}
    >
      <span
        className={clsx(
          "absolute start-3 grid size-4 place-items-center rounded-xs inset-ring",
          isFirst ? "top-3.5" : "top-1.5",
          isSelected
            ? "bg-accent text-on-accent inset-ring-accent"
            : maySelect
              ? "bg-field inset-ring-line-strong"
              : "bg-hover inset-ring-line",
        )}
      >
        {isSelected && <Check className="icon-xs" aria-hidden="true" />}
      </span>
    </button>
  );
}
