import { Dialog } from "radix-ui";
import { useRef } from "react";
import { t } from "#web/lib/i18n.ts";
import type { FilledMenu } from "./menu-place.ts";
import { SheetLine } from "./SheetLine.tsx";
import { designTexts } from "./texts.ts";
import { useChosen } from "./use-chosen.ts";
import { useWayBack } from "./use-way-back.ts";

/** For fingers, at the lower edge: the lines of a menu as large rows. Escape, a press beside it and the way back close it. */
export function MenuSheet({ label, entries, isOpen, onClose, opener }: FilledMenu) {
  const content = useRef<HTMLDivElement>(null);
  const { choose, onCloseAutoFocus } = useChosen(opener);
  useWayBack(isOpen, onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(isWanted) => isWanted || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="animate-appear fixed inset-0 z-dialog bg-scrim" />
        <Dialog.Content
          ref={content}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // As a whole: a ring around its first button would point at one of many.
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          data-surface=""
          className="animate-lift scroll-area fixed inset-x-0 bottom-0 z-dialog mx-auto max-h-[85dvh] max-w-120 rounded-t-xl bg-raised px-2 pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-ink shadow-dialog focus:outline-none"
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          {entries.map((entry) => (
            <SheetLine
              key={entry.id}
              entry={entry}
              onSelect={(act) => {
                choose(act);
                onClose();
              }}
            />
          ))}
          <Dialog.Close className="flex min-h-touch w-full items-center rounded-md px-2.5 not-focus-visible:sr-only">
            {t(designTexts.close)}
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
