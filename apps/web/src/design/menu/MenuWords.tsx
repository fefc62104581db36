import type { LucideIcon } from "lucide-react";

interface MenuWordsProps {
  icon: LucideIcon;
  label: string;
  /** The icon has the colour of the words. */
  isPlain?: boolean;
  note?: string | undefined;
  detail?: string | undefined;
}

/** Icon and label of an entry, in menus and in sheets. */
export function MenuWords({ icon: Icon, label, isPlain = false, note, detail }: MenuWordsProps) {
  return (
    <>
      <Icon className={isPlain ? undefined : "text-ink-subtle"} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {label}
        {note !== undefined && <span className="block text-xs text-ink-subtle">{note}</span>}
      </span>
      {detail !== undefined && (
        <span className="flex-none text-xs text-ink-subtle tabular-nums"> {detail}</span>
      )}
    </>
  );
}
