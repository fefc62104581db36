import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { RefObject } from "react";
import type { MenuEntry } from "./menu-entry.ts";

interface MenuSurfaceProps {
  label: string;
  entries: readonly MenuEntry[];
  side: "top" | "bottom";
  align: "start" | "end";
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
}

const row =
  "flex h-row items-center gap-2.25 rounded-sm px-2 outline-none data-highlighted:bg-hover max-pair:text-read";

/**
 * Lies over the button that opened it, which stays the one that people and screen readers know. It stays in its landmark
 * and leaves the rest of the page alone: hidden from screen readers, the page would have no heading while it is open.
 */
export function MenuSurface(props: MenuSurfaceProps) {
  const { label, entries, side, align, isOpen, onOpenChange, button } = props;
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>
        <span className="pointer-events-none absolute inset-0" aria-hidden="true" tabIndex={-1} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        aria-label={label}
        aria-labelledby={undefined}
        side={side}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        loop
        // The button closes its menu by itself; closed here as well, its click would open it again.
        onInteractOutside={(event) => {
          if (event.target instanceof Node && button.current?.contains(event.target))
            event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          button.current?.focus();
        }}
        data-surface=""
        className="animate-rise z-popover min-w-50 origin-(--radix-dropdown-menu-content-transform-origin) rounded-md bg-raised p-1 shadow-float"
      >
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case "separator":
      return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
    case "link":
      return (
        <DropdownMenu.Item asChild className={row}>
          <a href={entry.href} target="_blank" rel="noopener noreferrer">
            <Words icon={entry.icon} label={entry.label} />
          </a>
        </DropdownMenu.Item>
      );
    case "action":
      return (
        <DropdownMenu.Item className={row} onSelect={entry.onSelect}>
          <Words icon={entry.icon} label={entry.label} />
        </DropdownMenu.Item>
      );
    case "choice":
      return (
        <DropdownMenu.RadioGroup
          aria-label={entry.label}
          value={entry.value}
          onValueChange={entry.onChange}
        >
          {entry.options.map(({ value, label, icon }) => (
            <DropdownMenu.RadioItem key={value} value={value} className={row}>
              <Words icon={icon} label={label} />
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden="true" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      );
  }
}

function Words({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <>
      <Icon className="text-ink-subtle" aria-hidden="true" />
      <span className="flex-1">{label}</span>
    </>
  );
}
