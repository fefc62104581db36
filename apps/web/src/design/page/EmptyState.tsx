import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: LucideIcon;
  /** The name of the missing thing. */
  title: string;
  /** Why that is good, or what changes it. */
  text?: string;
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 px-3 py-4.5 text-center">
      <Icon className="mb-1.5 size-5.5 text-ink-subtle" aria-hidden="true" />
      <p className="text-md font-strong">{title}</p>
      {text && <p className="max-w-60 text-balance text-ink-muted">{text}</p>}
      {action && <div className="mt-2.5">{action}</div>}
    </div>
  );
}
