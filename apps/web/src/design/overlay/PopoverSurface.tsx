import { Popover } from "radix-ui";
import type { ReactNode } from "react";
import { giveFocusBack } from "#web/design/menu/landmark.ts";
import { isComposing } from "#web/lib/actions/composition.ts";
import { useWayBack } from "./use-way-back.ts";

interface PopoverSurfaceProps {
  label: string;
  side: "top" | "bottom";
  align: "start" | "center" | "end";
  isOpen: boolean;
  /** Where it is drawn. */
  container: HTMLElement | undefined;
  onClose: () => void;
  /** Takes the focus back. Its own click closes it. */
  opener: HTMLElement | undefined;
  /** It is drawn elsewhere than its opener stands. */
  isAtOpener?: boolean;
  children: ReactNode;
}

export function PopoverSurface(props: PopoverSurfaceProps) {
  const { label, side, align, isOpen, container, onClose, opener, isAtOpener, children } = props;
  useWayBack(isOpen, onClose);
  return (
    <Popover.Root open={isOpen} onOpenChange={(isWanted) => isWanted || onClose()}>
      {isAtOpener && opener ? (
        <Popover.Anchor virtualRef={{ current: opener }} />
      ) : (
        <Popover.Anchor asChild>
          <span className="pointer-events-none absolute inset-0" aria-hidden="true" />
        </Popover.Anchor>
      )}
      <Popover.Portal container={container}>
        <Popover.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && opener?.contains(event.target))
              event.preventDefault();
          }}
          onEscapeKeyDown={(event) => {
            if (isTakenByField(event)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack(opener);
          }}
          data-surface=""
          className="animate-rise z-popover max-w-[calc(100vw-1rem)] origin-(--radix-popover-content-transform-origin) overflow-hidden rounded-lg bg-raised text-sm font-regular text-ink shadow-float focus:outline-none"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Escape ends a composition, and empties a search box, before it closes anything. */
function isTakenByField(event: KeyboardEvent): boolean {
  const { target } = event;
  const isSearch = target instanceof HTMLInputElement && target.type === "search";
  return isComposing(event) || (isSearch && target.value !== "");
}
