import clsx from "clsx";
import { Check, ChevronDown } from "lucide-react";
import type { MenuAction, MenuEntry } from "./menu-entry.ts";
import { MenuWords } from "./MenuWords.tsx";

interface SheetLineProps {
  entry: MenuEntry;
  /** Told what to do once the sheet is closed. */
  onSelect: (act: () => void) => void;
}

const row =
  "flex min-h-touch w-full items-center gap-3 rounded-md px-2.5 text-read hover:bg-hover active:bg-pressed";

/** One entry of a menu in a sheet. */
export function SheetLine({ entry, onSelect }: SheetLineProps) {
  switch (entry.kind) {
    case "separator":
      return <hr className="-mx-2 my-1 border-line" />;
    case "link":
      return (
        <a href={entry.href} target="_blank" rel="noopener noreferrer" className={row}>
          <MenuWords icon={entry.icon} label={entry.label} />
        </a>
      );
    case "action":
      return <ActionRow action={entry} onSelect={onSelect} />;
    case "submenu":
      return (
        <details className="group">
          <summary className={clsx(row, "list-none [&::-webkit-details-marker]:hidden")}>
            <MenuWords icon={entry.icon} label={entry.label} />
            <ChevronDown aria-hidden="true" className="text-ink-subtle group-open:-scale-y-100" />
          </summary>
          <div className="ps-7">
            {entry.actions.map((action) => (
              <ActionRow key={action.id} action={action} onSelect={onSelect} />
            ))}
          </div>
        </details>
      );
    case "signs":
      return <SignRow entry={entry} onSelect={onSelect} />;
    case "choice":
      return (
        <div role="group" aria-label={entry.label}>
          {entry.options.map(({ value, label, note, badge, ...mark }) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === entry.value}
              onClick={() => onSelect(() => entry.onChange(value))}
              className={row}
            >
              <MenuWords {...mark} label={label} note={note} />
              {badge}
              {value === entry.value && <Check aria-hidden="true" />}
            </button>
          ))}
        </div>
      );
  }
}

interface ActionRowProps extends Pick<SheetLineProps, "onSelect"> {
  action: MenuAction;
}

/** Where it cannot be done it says why. */
function ActionRow({ action, onSelect }: ActionRowProps) {
  const { label, icon, detail, isDanger = false, disabledReason } = action;
  const isPlain = disabledReason !== undefined || isDanger;
  const isDisabled = disabledReason !== undefined;
  return (
    <button
      type="button"
      aria-disabled={isDisabled}
      onClick={() => isDisabled || onSelect(action.onSelect)}
      className={clsx(row, isDisabled ? "text-ink-disabled" : isDanger && "text-danger-ink")}
    >
      <MenuWords {...{ icon, label, detail, isPlain }} note={disabledReason} />
    </button>
  );
}

interface SignRowProps extends Pick<SheetLineProps, "onSelect"> {
  entry: Extract<MenuEntry, { kind: "signs" }>;
}

function SignRow({ entry: { signs, more }, onSelect }: SignRowProps) {
  const { icon: Icon } = more;
  const button =
    "grid h-touch flex-1 place-items-center rounded-md hover:bg-hover active:bg-pressed";
  return (
    <div role="group" aria-label={more.label} className="flex gap-0.5">
      {signs.map(({ sign, label, onSelect: act }) => (
        <button
          key={sign}
          type="button"
          aria-label={label}
          onClick={() => onSelect(act)}
          className={clsx(button, "font-emoji text-[1.5rem] leading-none")}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        aria-label={more.label}
        onClick={() => onSelect(more.onSelect)}
        className={clsx(button, "text-ink-subtle")}
      >
        <Icon aria-hidden="true" />
      </button>
    </div>
  );
}
