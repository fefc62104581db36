import { Dialog } from "radix-ui";
import { useRef, type ReactNode } from "react";
import { giveFocusBack } from "#web/design/menu/landmark.ts";
import { designTexts } from "#web/design/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useWayBack } from "./use-way-back.ts";

interface BottomSheetProps {
  label: string;
  isOpen: boolean;
  onClose: () => void;
  /** Takes the focus back, unless `onCloseAutoFocus` sees to that. */
  opener: HTMLElement | undefined;
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
}

/** For fingers, at the lower edge, over everything. Escape, a press beside it and the way back close it. */
export function BottomSheet(props: BottomSheetProps) {
  const { label, isOpen, onClose, opener, children } = props;
  const content = useRef<HTMLDivElement>(null);
  useWayBack(isOpen, onClose);
  const handleCloseAutoFocus = (event: Event): void => {
    event.preventDefault();
    giveFocusBack(opener);
  };
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
          onCloseAutoFocus={props.onCloseAutoFocus ?? handleCloseAutoFocus}
          data-surface=""
          className="animate-lift scroll-area fixed inset-x-0 bottom-0 z-dialog mx-auto max-h-[85dvh] max-w-120 rounded-t-xl bg-raised px-2 pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-ink shadow-dialog focus:outline-none"
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          {children}
          <Dialog.Close className="flex min-h-touch w-full items-center rounded-md px-2.5 not-focus-visible:sr-only">
            {t(designTexts.close)}
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
