import { DropdownMenu } from "radix-ui";
import { createPortal } from "react-dom";
import { useWayBack } from "#web/design/overlay/use-way-back.ts";
import type { FilledMenu } from "./menu-place.ts";
import { MenuLine, menuSurface } from "./MenuLine.tsx";
import { useChosen } from "./use-chosen.ts";

/**
 * Lies over the button that opened it, which stays the one that people and screen readers know. It stays in its landmark
 * and leaves the rest of the page alone: hidden from screen readers, the page would have no heading while it is open.
 */
export function FloatingMenu(props: FilledMenu) {
  const { label, entries, side, align, isOpen, container, onClose, opener, point } = props;
  const { choose, onCloseAutoFocus } = useChosen(opener);
  useWayBack(isOpen, onClose);
  const anchor = (
    <DropdownMenu.Trigger asChild>
      <span
        className={point ? "pointer-events-none fixed" : "pointer-events-none absolute inset-0"}
        style={point && { left: point.x, top: point.y }}
        aria-hidden="true"
        tabIndex={-1}
      />
    </DropdownMenu.Trigger>
  );
  return (
    <DropdownMenu.Root
      modal={false}
      open={isOpen}
      onOpenChange={(isWanted) => isWanted || onClose()}
    >
      {point ? createPortal(anchor, document.body) : anchor}
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          side={side}
          align={align}
          // Beside the pointer, whose button would choose what it is let go over.
          sideOffset={point ? 2 : 4}
          collisionPadding={8}
          loop
          // The button closes its menu by itself; closed here as well, its click would open it again.
          onInteractOutside={(event) => {
            const isOwn = event.target instanceof Node && opener?.contains(event.target);
            if (isOwn && !point) event.preventDefault();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          data-surface=""
          className={menuSurface}
        >
          {entries.map((entry) => (
            <MenuLine key={entry.id} entry={entry} container={container} onSelect={choose} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
