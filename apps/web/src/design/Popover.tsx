import { useState, type ComponentProps, type ReactNode } from "react";
import { placeOf, type Place } from "./landmark.ts";
import { Part } from "./Part.tsx";

async function loadPopoverSurface() {
  return (await import("./PopoverSurface.tsx")).PopoverSurface;
}

interface PopoverProps {
  label: string;
  side?: "top" | "bottom";
  align?: "start" | "center" | "end";
  /** What is in it, while it is open. */
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
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<Place>();
  const [need, setNeed] = useState(0);
  const ask = () => setNeed(need + 1);
  const close = () => setOpen(false);
  return (
    <span className="relative flex min-w-0">
      {children({
        "aria-haspopup": "dialog",
        "aria-expanded": isOpen,
        onPointerEnter: ask,
        onFocus: ask,
        onClick: (event) => {
          ask();
          setPlace(placeOf(event.currentTarget));
          setOpen(!isOpen);
        },
      })}
      <Part
        need={need}
        load={loadPopoverSurface}
        props={{
          label,
          side,
          align,
          isOpen,
          container: place?.container,
          opener: place?.opener,
          onClose: close,
          children: isOpen && renderContent(close),
        }}
      />
    </span>
  );
}
