import { ArrowLeft, X } from "lucide-react";
import { use, useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Sheet } from "#web/design/page/Sheet.tsx";
import { designTexts } from "#web/design/texts.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { isAtStart } from "#web/lib/routing/history.ts";
import { SideSheetSlot } from "./side-sheet-slot.ts";
import { useRootMark } from "./use-root-mark.ts";

interface SideSheetProps {
  title: string;
  /** Beside the title, in small: what it is about. */
  topic?: ReactNode;
  /** Before the button that closes it. */
  tools?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A second sheet, whatever part of the page asks for it: beside the first on a wide screen, over its end on a narrower one,
 * and in its place on a phone, where it is the main content as long as it is there.
 */
export function SideSheet({ title, topic, tools, onClose, children }: SideSheetProps) {
  const slot = use(SideSheetSlot);
  const isNarrow = useMediaQuery(narrowQuery);
  const sheet = useRef<HTMLDivElement>(null);
  useRootMark("side", slot !== null);
  useFocusWithin(sheet, slot !== null);
  useEscape(sheet, slot !== null, onClose);
  if (!slot) return null;
  const Title = isNarrow ? "h1" : "h2";
  return createPortal(
    <div
      ref={sheet}
      role={isNarrow ? "main" : "complementary"}
      aria-label={title}
      data-region="side"
      tabIndex={-1}
      className="animate-slide visible flex min-h-0 w-thread max-w-full outline-none max-trio:absolute max-trio:inset-y-0 max-trio:end-0 max-trio:z-drawer max-trio:py-seam max-trio:pe-seam max-pair:inset-x-0 max-pair:w-full max-pair:p-0"
    >
      <Sheet className="max-trio:pair:shadow-dialog">
        <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
          {isNarrow && (
            <IconButton label={t(designTexts.back)} onClick={onClose}>
              <ArrowLeft className="rtl:-scale-x-100" aria-hidden="true" />
            </IconButton>
          )}
          <Title className="clip-line flex-initial text-body leading-5 font-strong max-pair:text-read">
            {title}
          </Title>
          <span className="clip-line flex-1 text-ink-subtle max-pair:ps-1.5">{topic}</span>
          {tools}
          {!isNarrow && (
            <IconButton label={t(designTexts.close)} onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          )}
        </div>
        {children}
      </Sheet>
    </div>,
    slot,
  );
}

/**
 * Takes the focus when it comes, and gives it back when it goes with the focus in it. One that comes with the page takes it from nobody:
 * the person may be writing by then.
 */
function useFocusWithin(sheet: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    const element = sheet.current;
    if (!isThere || !element) return undefined;
    const before = document.activeElement;
    if (!isAtStart() || before === document.body) element.focus({ preventScroll: true });
    return () => {
      // A removed element has lost the focus already, to the page as a whole.
      const hasFocus =
        document.activeElement === document.body || element.contains(document.activeElement);
      if (hasFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [sheet, isThere]);
}

/** Closes by Escape from anywhere in it, except where something in it has a use for the key. */
function useEscape(
  sheet: RefObject<HTMLElement | null>,
  isThere: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = sheet.current;
    if (!isThere || !element) return undefined;
    function handleKey(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      close();
    }
    element.addEventListener("keydown", handleKey);
    return () => element.removeEventListener("keydown", handleKey);
  }, [sheet, isThere]);
}
