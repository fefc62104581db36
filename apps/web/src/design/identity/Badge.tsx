import clsx from "clsx";
import { badgeText } from "./badge-text.ts";

interface BadgeProps {
  count: number;
  /** Read in its place: "12 unread". */
  label: string;
  isMention?: boolean;
}

export function Badge({ count, label, isMention }: BadgeProps) {
  return (
    <span
      data-mark=""
      className={clsx(
        "inline-grid h-4.5 min-w-4.5 flex-none place-items-center rounded-full px-1.25 text-2xs font-strong tabular-nums",
        "max-pair:h-5 max-pair:min-w-5 max-pair:text-xs",
        isMention ? "bg-mention text-on-mention" : "bg-pressed text-ink",
      )}
    >
      <span aria-hidden="true">{badgeText(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
