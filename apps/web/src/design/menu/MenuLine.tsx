import clsx from "clsx";
import { Check, ChevronRight } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { MenuAction, MenuEntry } from "./menu-entry.ts";
import { MenuWords } from "./MenuWords.tsx";

interface MenuLineProps {
  entry: MenuEntry;
  /** Where a menu beside it is drawn. */
  container: HTMLElement | undefined;
  /** Told what to do once the menu is closed. */
  onSelect: (act: () => void) => void;
}

/** The surface that menus lie on. */
export const menuSurface =
  "animate-rise scroll-area z-popover max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-50 origin-(--radix-dropdown-menu-content-transform-origin) rounded-md bg-raised p-1 text-sm font-regular text-ink shadow-float";

const row =
  "flex min-h-row items-center gap-2.25 rounded-sm px-2 outline-none data-highlighted:bg-hover max-pair:text-read";

export function MenuLine({ entry, container, onSelect }: MenuLineProps) {
  switch (entry.kind) {
    case "separator":
      return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
    case "link":
      return (
        <DropdownMenu.Item asChild className={row}>
          <a href={entry.href} target="_blank" rel="noopener noreferrer">
            <MenuWords icon={entry.icon} label={entry.label} />
          </a>
        </DropdownMenu.Item>
      );
    case "action":
      return <ActionLine entry={entry} onSelect={onSelect} />;
    case "submenu":
      return (
        <DropdownMenu.Sub>
          <DropdownMenu.SubTrigger className={clsx(row, "data-[state=open]:bg-hover")}>
            <MenuWords icon={entry.icon} label={entry.label} />
            <ChevronRight aria-hidden="true" className="text-ink-subtle rtl:-scale-x-100" />
          </DropdownMenu.SubTrigger>
          <DropdownMenu.Portal container={container}>
            <DropdownMenu.SubContent collisionPadding={8} sideOffset={4} className={menuSurface}>
              {entry.actions.map((action) => (
                <ActionLine key={action.id} entry={action} onSelect={onSelect} />
              ))}
            </DropdownMenu.SubContent>
          </DropdownMenu.Portal>
        </DropdownMenu.Sub>
      );
    case "signs":
      return <ActionLine entry={entry.more} onSelect={onSelect} />;
    case "choice":
      return (
        <DropdownMenu.RadioGroup
          aria-label={entry.label}
          value={entry.value}
          onValueChange={entry.onChange}
        >
          {entry.options.map(({ value, label, note, badge, ...mark }) => (
            <DropdownMenu.RadioItem
              key={value}
              value={value}
              textValue={label}
              className={clsx(row, note !== undefined && "py-1")}
            >
              <MenuWords {...mark} label={label} note={note} />
              {badge}
              <DropdownMenu.ItemIndicator>
                <Check aria-hidden="true" />
              </DropdownMenu.ItemIndicator>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      );
  }
}

interface ActionLineProps extends Pick<MenuLineProps, "onSelect"> {
  entry: MenuAction;
}

/** Where it cannot be done, the keys still reach it: why is worth hearing. */
function ActionLine({ entry, onSelect }: ActionLineProps) {
  const { label, icon, detail, shortcut, isDanger = false, disabledReason } = entry;
  const isPlain = disabledReason !== undefined || isDanger;
  const isDisabled = disabledReason !== undefined;
  return (
    <DropdownMenu.Item
      className={clsx(
        row,
        isDisabled ? "text-ink-disabled" : isDanger && "text-danger-ink",
        isDisabled && "py-1",
      )}
      textValue={label}
      aria-disabled={isDisabled}
      onSelect={(event) => {
        if (isDisabled) event.preventDefault();
        else onSelect(entry.onSelect);
      }}
    >
      <MenuWords {...{ icon, label, detail, isPlain }} note={disabledReason} />
      {shortcut !== undefined && !isDisabled && (
        <kbd className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-xs px-1 font-sans text-2xs text-ink-subtle inset-ring inset-ring-line-strong">
          {shortcut}
        </kbd>
      )}
    </DropdownMenu.Item>
  );
}
