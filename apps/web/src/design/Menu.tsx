import { lazy, Suspense, useRef, useState, type ComponentProps, type ReactNode } from "react";
import type { MenuEntry } from "./menu-entry.ts";

const loadSurface = () => import("./MenuSurface.tsx");
const MenuSurface = lazy(async () => ({ default: (await loadSurface()).MenuSurface }));

export interface MenuProps {
  label: string;
  entries: readonly MenuEntry[];
  side?: "top" | "bottom";
  align?: "start" | "end";
  /** Draws the button; spread the props onto it. */
  children: (button: ComponentProps<"button">) => ReactNode;
}

/**
 * A button that opens a menu. The menu itself is loaded when the button is first touched, so that it costs the first
 * screen nothing; the button is ours from the start and keeps its focus meanwhile.
 */
export function Menu({ label, entries, side = "bottom", align = "end", children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className="relative flex min-w-0">
      {children({
        ref: button,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerEnter: () => void loadSurface(),
        onFocus: () => void loadSurface(),
        onClick: () => setOpen(true),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {isOpen && (
        <Suspense>
          <MenuSurface
            label={label}
            entries={entries}
            side={side}
            align={align}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
