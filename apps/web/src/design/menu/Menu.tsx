import type { ComponentProps, ReactNode } from "react";
import type { LazyPart } from "#web/design/page/lazy-part.tsx";
import { placeOf } from "./landmark.ts";
import type { MenuPlace } from "./menu-place.ts";
import { useSurface } from "./use-surface.ts";

interface MenuProps<P> {
  label: string;
  /** `LateMenu`, or a menu that knows its entries by itself. */
  surface: LazyPart<P & MenuPlace>;
  /** Props of the surface, beside its place. */
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
  const { label, surface: Surface, props, side = "bottom", align = "end", children } = menu;
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
      <Surface
        need={need}
        {...props}
        label={label}
        side={side}
        align={align}
        isOpen={isOpen}
        onClose={close}
        container={place?.container}
        opener={place?.opener}
      />
    </span>
  );
}
