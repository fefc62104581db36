import { Portal } from "radix-ui";
import { Popper } from "radix-ui/internal";
import { useEffect, useState } from "react";

/** Look, section 8: an icon's name appears after this. */
const TOOLTIP_DELAY_MS = 500;

interface Shown {
  readonly label: string;
  readonly shortcut: string | undefined;
  readonly box: DOMRect;
}

/**
 * The one tooltip of the page, for every element with `data-tooltip`. One listener instead of a wrapper around each
 * button, and its code comes after the first paint. It only shows: the name for screen readers is the button's own, and the
 * Escape key is the dialog's or menu's below it, which Radix's own tooltip would take it from.
 */
export function TooltipLayer() {
  const shown = useShownTooltip();
  if (!shown) return null;
  const { box, label, shortcut } = shown;
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: { getBoundingClientRect: () => box } }} />
      <Portal.Root>
        <Popper.Content
          role="tooltip"
          side="top"
          sideOffset={6}
          collisionPadding={8}
          className="animate-appear pointer-events-none z-tooltip inline-flex items-center gap-2 rounded-sm bg-tooltip px-2 py-1.25 text-xs font-medium text-on-tooltip"
        >
          {label}
          {shortcut && (
            <kbd className="rounded-xs px-1 font-sans text-2xs inset-ring inset-ring-current/35">
              {shortcut}
            </kbd>
          )}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  );
}

function useShownTooltip(): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;
    function follow(target: EventTarget | null) {
      const element = target instanceof Element ? target.closest("[data-tooltip]") : null;
      if (element === current) return;
      current = element;
      clearTimeout(timer);
      setShown(undefined);
      if (element) timer = setTimeout(() => setShown(toShown(element)), TOOLTIP_DELAY_MS);
    }
    const handlePointer = (event: PointerEvent) =>
      event.pointerType !== "touch" && follow(event.target);
    const handleFocus = (event: FocusEvent) => isFocusVisible(event.target) && follow(event.target);
    const hide = () => follow(null);
    const events = new AbortController();
    const options = { capture: true, passive: true, signal: events.signal };
    document.addEventListener("pointerover", handlePointer, options);
    document.addEventListener("focusin", handleFocus, options);
    for (const name of ["focusout", "pointerdown", "keydown", "scroll"])
      document.addEventListener(name, hide, options);
    // Its element is somewhere else then.
    window.addEventListener("resize", hide, options);
    return () => {
      clearTimeout(timer);
      events.abort();
    };
  }, []);
  return shown;
}

function isFocusVisible(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(":focus-visible");
}

function toShown(element: Element): Shown | undefined {
  if (!element.isConnected) return undefined;
  return {
    label: element.getAttribute("data-tooltip") ?? "",
    shortcut: element.getAttribute("data-tooltip-shortcut") ?? undefined,
    box: element.getBoundingClientRect(),
  };
}
