import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** The red banner above a form: the form as a whole failed. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      data-surface=""
      className="flex gap-2.25 rounded-md bg-danger-soft px-3 py-2.25 text-danger-ink inset-ring inset-ring-danger-line"
    >
      <CircleAlert className="mt-px" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </div>
  );
}
