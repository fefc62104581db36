import type { LucideIcon } from "lucide-react";
import { Picture } from "#web/design/identity/Picture.tsx";

interface MenuWordsProps {
  icon: LucideIcon;
  /** In the place of the icon. */
  picture?: string | null | undefined;
  label: string;
  /** The icon has the colour of the words. */
  isPlain?: boolean;
  note?: string | undefined;
  detail?: string | undefined;
}

/** Icon and label of an entry, in menus and in sheets. */
export function MenuWords(props: MenuWordsProps) {
  const { icon: Icon, picture, label, isPlain = false, note, detail } = props;
  return (
    <>
      <Picture src={picture} className="size-4 flex-none rounded-xs object-cover">
        <Icon className={isPlain ? undefined : "text-ink-subtle"} aria-hidden="true" />
      </Picture>
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
