import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "#web/design/button/Link.tsx";

interface SidebarRowProps extends Omit<ComponentProps<typeof Link>, "className"> {
  icon: ReactNode;
  name: string;
  /** Read after the name: "(private)". */
  hiddenNote?: string | undefined;
  isCurrent: boolean;
  isUnread: boolean;
  isMuted?: boolean;
}

export function SidebarRow(props: SidebarRowProps) {
  const { icon, name, hiddenNote, isCurrent, isUnread, isMuted, children, ...link } = props;
  return (
    <Link
      {...link}
      aria-current={isCurrent ? "page" : undefined}
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
