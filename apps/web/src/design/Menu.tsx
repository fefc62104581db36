import { useState, type ComponentProps, type ReactNode } from "react";
import { placeOf, type Place } from "./landmark.ts";
import { loadMenuSurface } from "./load-menu-surface.ts";
import type { MenuEntry } from "./menu-entry.ts";
import { Part } from "./Part.tsx";

export interface MenuProps {
  label: string;
  entries: readonly MenuEntry[];
  side?: "top" | "bottom";
  align?: "start" | "end";
  /** Draws the button; spread the props onto it. */
  children: (button: ComponentProps<"button">) => ReactNode;
}

/**
 * A button that opens a menu. The menu itself is loaded when the button is first pointed at or focused, so that it costs
 * the first screen nothing and is there before the key that opens it; the button is ours from the start and keeps its
 * focus meanwhile.
 */
export function Menu({ label, entries, side = "bottom", align = "end", children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<Place>();
  const [need, setNeed] = useState(0);
  const ask = () => setNeed(need + 1);
  const close = () => setOpen(false);
  const open = (opener: HTMLElement) => {
    ask();
    setPlace(placeOf(opener));
    setOpen(true);
  };
  return (
    <span className="relative flex min-w-0">
      {children({
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerEnter: ask,
        onFocus: ask,
        onClick: (event) => (isOpen ? close() : open(event.currentTarget)),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open(event.currentTarget);
        },
      })}
      <Part
        need={need}
        load={loadMenuSurface}
        props={{
          label,
          entries,
          side,
          align,
          isOpen,
          onClose: close,
          container: place?.container,
          opener: place?.opener,
        }}
      />
    </span>
  );
}
