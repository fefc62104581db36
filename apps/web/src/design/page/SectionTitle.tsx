import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface SectionTitleProps {
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Shown at the end, such as the unread count of a closed section. */
  children?: ReactNode;
}

export function SectionTitle({ title, isOpen, onToggle, children }: SectionTitleProps) {
  return (
    <h2 className="flex h-7 items-center ps-2 pe-0.5 text-ink-subtle max-pair:h-10 max-pair:ps-2.5">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="-ms-1.25 flex min-h-6 min-w-0 flex-1 items-center gap-1 rounded-xs text-xs font-medium hover:text-ink max-pair:min-h-10 max-pair:text-sm"
      >
        <ChevronDown
          aria-hidden="true"
          className={clsx(
            "icon-sm transition-[rotate] duration-fast",
            !isOpen && "-rotate-90 rtl:rotate-90",
          )}
        />
        <span>{title}</span>
      </button>
      {children}
    </h2>
  );
}
