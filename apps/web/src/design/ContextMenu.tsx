import { useEffect, useState, type ComponentProps, type ReactNode } from "react";
import { placeOf, type Place } from "./landmark.ts";
import { loadMenuSurface } from "./load-menu-surface.ts";
import type { MenuEntry } from "./menu-entry.ts";
import { Part } from "./Part.tsx";
import { useLongPress } from "./use-long-press.ts";

interface ContextMenuProps {
  label: string;
  /** Asked for when it opens: rows are many, and few of their menus are ever seen. */
  entries: () => readonly MenuEntry[];
  /** Draws what has the menu; spread the props onto it. */
  children: (target: ComponentProps<"div">) => ReactNode;
}

interface PointedPlace extends Place {
  readonly point: { readonly x: number; readonly y: number };
}

/**
 * Opened by a right click, the menu key or a long press; whatever is in it must also be reached by a button. Text that
 * is selected keeps the menu of the browser, which copies it.
 */
export function ContextMenu({ label, entries, children }: ContextMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<PointedPlace>();
  const [need, setNeed] = useState(0);
  const open = (target: HTMLElement, point: PointedPlace["point"]) => {
    const { activeElement } = document;
    const isInside = activeElement instanceof HTMLElement && target.contains(activeElement);
    setNeed(need + 1);
    setPlace({ ...placeOf(isInside ? activeElement : target), point });
    setOpen(true);
  };
  const longPress = useLongPress(open);
  useEffect(() => {
    // The point means nothing any more, as for the browser's own.
    const close = () => setOpen(false);
    if (isOpen) window.addEventListener("resize", close);
    return () => window.removeEventListener("resize", close);
  }, [isOpen]);
  return (
    <>
      {children({
        ...longPress,
        onContextMenu: (event) => {
          if (hasSelection(event.currentTarget)) return;
          event.preventDefault();
          const { clientX: x, clientY: y } = event;
          // Some browsers name no place for the menu key.
          const isNowhere = x === 0 && y === 0;
          open(event.currentTarget, isNowhere ? middleOf(event.currentTarget) : { x, y });
        },
      })}
      <Part
        need={need}
        load={loadMenuSurface}
        props={{
          label,
          entries: isOpen ? entries() : [],
          side: "bottom",
          align: "start",
          isOpen,
          container: place?.container,
          point: place?.point ?? { x: 0, y: 0 },
          onClose: () => setOpen(false),
          opener: place?.opener,
        }}
      />
    </>
  );
}

function hasSelection(element: Element): boolean {
  const selection = window.getSelection();
  return selection?.isCollapsed === false && selection.containsNode(element, true);
}

function middleOf(element: Element): PointedPlace["point"] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
