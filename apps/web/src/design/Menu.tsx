import type { ComponentProps, ComponentType, ReactNode } from "react";
import { placeOf } from "./landmark.ts";
import type { MenuPlace } from "./menu-place.ts";
import { Part } from "./Part.tsx";
import { useSurface } from "./use-surface.ts";

interface MenuProps<P> {
  label: string;
  /** `loadMenuSurface`, or what knows the entries by itself. */
  load: () => Promise<ComponentType<P & MenuPlace>>;
  /** Of what is loaded, beside its place. */
  props: P;
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
export function Menu<P extends object>(menu: MenuProps<P>) {
  const { label, load, props, side = "bottom", align = "end", children } = menu;
  const { isOpen, place, need, ask, open, close } = useSurface();
  return (
    <span className="relative flex min-w-0">
      {children({
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        onPointerEnter: ask,
        onFocus: ask,
        onClick: (event) => (isOpen ? close() : open(placeOf(event.currentTarget))),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          open(placeOf(event.currentTarget));
        },
      })}
      <Part
        need={need}
        load={load}
        props={{
          ...props,
          label,
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
