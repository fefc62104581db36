import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  plain: "bg-hover text-ink-muted",
  accent: "bg-accent-soft text-accent-ink",
  success: "bg-success-soft text-success-ink",
  warning: "bg-warning-soft text-warning-ink",
  danger: "bg-danger-soft text-danger-ink",
};

interface ChipProps {
  tone?: keyof typeof tones;
  icon?: LucideIcon;
  children: ReactNode;
}

/** A state, in a word or two. */
export function Chip({ tone = "plain", icon: Icon, children }: ChipProps) {
  return (
    <span
      className={clsx(
        "inline-flex h-5.5 flex-none items-center gap-1.25 rounded-full px-1.75 text-xs font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {Icon && <Icon className="icon-sm" aria-hidden="true" />}
      {children}
    </span>
  );
}
