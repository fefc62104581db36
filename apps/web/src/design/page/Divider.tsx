import clsx from "clsx";
import { ChevronDown } from "lucide-react";

interface DividerProps {
  kind: "day" | "unread";
  label: string;
  /** The label is a button that opens a dialog. The keyboard has another way to it: the list has many of them. */
  onPress?: (() => void) | undefined;
}

/** Day: label at the start, hairline to the end. Unread: plum, label near the end. */
export function Divider({ kind, label, onPress }: DividerProps) {
  const line = kind === "day" ? "bg-line" : "bg-mention-line";
  return (
    <h2
      className={clsx(
        "flex items-center gap-3 pt-4.5 text-xs leading-5 font-strong",
        kind === "day" ? "text-ink-muted" : "text-mention-ink",
      )}
    >
      {kind === "unread" && <i className={clsx("h-px flex-1", line)} />}
      {onPress ? (
        <button
          type="button"
          tabIndex={-1}
          aria-haspopup="dialog"
          onClick={onPress}
          className="relative -mx-1.5 flex items-center gap-1 rounded-xs px-1.5 after:absolute after:-inset-2 hover:bg-hover hover:text-ink"
        >
          {label}
          <ChevronDown className="icon-sm text-ink-subtle" aria-hidden="true" />
        </button>
      ) : (
        label
      )}
      <i className={clsx("h-px", line, kind === "day" ? "flex-1" : "w-3")} />
    </h2>
  );
}
