import clsx from "clsx";
import { use, useId, type ReactNode } from "react";
import { TaskContext } from "./task-context.ts";

interface TaskItemProps {
  isDone: boolean;
  at: number;
  /** The words that say what is to be done; below them stands whatever else the item has. */
  label: ReactNode;
  children: ReactNode;
}

/** A tick changes the text of the message, so it is its author's; for all others the box is a state. */
export function Task({ isDone, at, label, children }: TaskItemProps) {
  const toggle = use(TaskContext);
  const id = useId();
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.25">
      <input
        type="checkbox"
        aria-labelledby={id}
        checked={isDone}
        disabled={!toggle}
        onChange={() => toggle?.(at)}
        className={clsx("mt-0.75 size-4 accent-accent", toggle && "cursor-pointer")}
      />
      <div id={id} className={clsx(isDone && "text-ink-subtle line-through decoration-control")}>
        {label}
      </div>
      <div className="col-start-2">{children}</div>
    </div>
  );
}
