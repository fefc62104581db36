import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface BannerProps {
  icon: LucideIcon;
  action?: ReactNode;
  children: ReactNode;
}

/** Amber, above the sheets: the state of the whole app, not of one place in it. */
export function Banner({ icon: Icon, action, children }: BannerProps) {
  return (
    <div
      role="status"
      data-surface=""
      className="flex min-h-9.5 flex-none flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg bg-warning-soft py-1.25 ps-3.5 pe-1.5 font-medium text-warning-ink inset-ring inset-ring-warning-line"
    >
      <Icon aria-hidden="true" />
      <span className="min-w-0 grow basis-40">{children}</span>
      {action}
    </div>
  );
}
