import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "react-router";

interface SidebarRowProps {
  to: string;
  icon: ReactNode;
  name: string;
  /** Read after the name: "(private)". */
  hiddenNote?: string | undefined;
  isCurrent: boolean;
  isUnread: boolean;
  isMuted?: boolean;
  /** Router state that goes with the step. */
  state?: unknown;
  children?: ReactNode;
}

export function SidebarRow(props: SidebarRowProps) {
  const { to, icon, name, hiddenNote, isCurrent, isUnread, isMuted, state, children } = props;
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      state={state}
      className={clsx(
        "flex h-row w-full items-center gap-2.25 rounded-sm px-2 focus-visible:-outline-offset-2",
        "max-pair:gap-3 max-pair:rounded-md max-pair:px-2.5 max-pair:text-read",
        isCurrent
          ? "bg-selected font-medium text-ink [&>svg]:text-accent-ink"
          : "hover:bg-hover hover:text-ink active:bg-pressed",
        !isCurrent &&
          (isUnread ? "font-strong text-ink" : isMuted ? "text-ink-subtle" : "text-ink-muted"),
        !isCurrent && !isUnread && "[&>svg]:text-ink-subtle",
      )}
    >
      {icon}
      <span className="clip-line flex-1" dir="auto">
        {name}
      </span>
      {hiddenNote && <span className="sr-only">{hiddenNote}</span>}
      {children}
    </Link>
  );
}
