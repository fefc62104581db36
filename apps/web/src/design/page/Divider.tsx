import clsx from "clsx";

interface DividerProps {
  kind: "day" | "unread";
  label: string;
}

/** Day: label at the start, hairline to the end. Unread: plum, label near the end. */
export function Divider({ kind, label }: DividerProps) {
  const line = kind === "day" ? "bg-line" : "bg-mention-line";
  return (
    <h2
      className={clsx(
        "flex items-center gap-3 pt-4.5 text-xs leading-5 font-strong",
        kind === "day" ? "text-ink-muted" : "text-mention-ink",
      )}
    >
      {kind === "unread" && <i className={clsx("h-px flex-1", line)} />}
      {label}
      <i className={clsx("h-px", line, kind === "day" ? "flex-1" : "w-3")} />
    </h2>
  );
}
