import type { ComponentProps, ReactNode } from "react";
import { placeOf } from "#web/design/menu/landmark.ts";
import { useSurface } from "#web/design/menu/use-surface.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";

const PopoverSurface = lazyPart(() => import("./PopoverSurface.tsx"), "PopoverSurface");

interface PopoverProps {
  label: string;
  side?: "top" | "bottom";
  align?: "start" | "center" | "end";
  /** Draws the content, while it is open. */
  renderContent: (close: () => void) => ReactNode;
  /** Draws the button; spread the props onto it. */
  children: (button: ComponentProps<"button">) => ReactNode;
}

/** A button that opens a small dialog beside it, which leaves the page usable. Loaded as a menu is. */
export function Popover({
  label,
  side = "bottom",
  align = "end",
  renderContent,
  children,
}: PopoverProps) {
  const { isOpen, place, need, ask, open, close } = useSurface();
  return (
    <span className="relative flex min-w-0">
      {children({
        "aria-haspopup": "dialog",
        "aria-expanded": isOpen,
        onPointerEnter: ask,
        onFocus: ask,
        onClick: (event) => (isOpen ? close() : open(placeOf(event.currentTarget))),
      })}
      <PopoverSurface
        need={need}
        label={label}
        side={side}
        align={align}
        isOpen={isOpen}
        container={place?.container}
        opener={place?.opener}
        onClose={close}
      >
        {isOpen && renderContent(close)}
      </PopoverSurface>
    </span>
  );
}
