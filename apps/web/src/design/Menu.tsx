import { lazy, Suspense, useRef, useState, type ComponentProps, type ReactNode } from "react";
import type { MenuEntry } from "./menu-entry.ts";

const MenuSurface = lazy(async () => ({
  default: (await import("./MenuSurface.tsx")).MenuSurface,
}));

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
  const [isNeeded, setNeeded] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    setNeeded(true);
    setOpen(true);
  };
  return (
    <span className="relative flex min-w-0">
      {children({
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerEnter: () => setNeeded(true),
        onFocus: () => setNeeded(true),
        onClick: open,
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open();
        },
      })}
      {isNeeded && (
        <Suspense>
          <MenuSurface
            label={label}
            entries={entries}
            side={side}
            align={align}
            isOpen={isOpen}
            onOpenChange={setOpen}
            button={button}
          />
        </Suspense>
      )}
    </span>
  );
}
