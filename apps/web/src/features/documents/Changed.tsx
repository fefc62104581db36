import type { ComparedNode } from "@colbin/protocol";
import clsx from "clsx";
import type { ReactNode } from "react";

interface ChangedProps {
  change: NonNullable<ComparedNode["change"]>;
  isInline?: boolean;
  children: ReactNode;
}

/** A part of a text that was added or removed. */
export function Changed({ change, isInline = false, children }: ChangedProps) {
  const Tag = change === "added" ? "ins" : "del";
  return (
    <Tag
      className={clsx(
        "rounded-xs",
        isInline ? "px-px" : "block border-s-3 ps-2",
        change === "added"
          ? "border-success bg-success-soft text-success-ink underline decoration-2 underline-offset-2"
          : "border-danger bg-danger-soft text-danger-ink line-through",
      )}
    >
      {children}
    </Tag>
  );
}
