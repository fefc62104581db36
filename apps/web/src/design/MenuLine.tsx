import clsx from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { MenuAction, MenuEntry } from "./menu-entry.ts";
import { MenuWords } from "./MenuWords.tsx";

interface MenuLineProps {
  entry: MenuEntry;
  /** Told what to do once the menu is closed. */
  onSelect: (act: () => void) => void;
}

const row =
  "flex min-h-row items-center gap-2.25 rounded-sm px-2 outline-none data-highlighted:bg-hover max-pair:text-read";

export function MenuLine({ entry, onSelect }: MenuLineProps) {
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
    case "signs":
      return <ActionLine entry={entry.more} onSelect={onSelect} />;
    case "choice":
      return (
        <DropdownMenu.RadioGroup
          aria-label={entry.label}
          value={entry.value}
          onValueChange={entry.onChange}
        >
          {entry.options.map(({ value, label, icon, note, badge }) => (
            <DropdownMenu.RadioItem
              key={value}
              value={value}
              textValue={label}
              className={clsx(row, note !== undefined && "py-1")}
            >
              <MenuWords icon={icon} label={label} note={note} />
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

interface ActionLineProps extends MenuLineProps {
  entry: MenuAction;
}

/** Where it cannot be done, the keys still reach it: why is worth hearing. */
function ActionLine({ entry, onSelect }: ActionLineProps) {
  const { label, icon, shortcut, isDanger = false, disabledReason } = entry;
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
      <MenuWords icon={icon} label={label} isPlain={isDisabled || isDanger} note={disabledReason} />
      {shortcut !== undefined && !isDisabled && (
        <kbd className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-xs px-1 font-sans text-2xs text-ink-subtle inset-ring inset-ring-line-strong">
          {shortcut}
        </kbd>
      )}
    </DropdownMenu.Item>
  );
}
