import type { Upload } from "@colbin/client";
import clsx from "clsx";

/** How far a file has come. */
export function UploadBar({ file, className }: { file: Upload; className?: string }) {
  const { name, sent, size, activity, isPaused } = file;
  const percent = Math.min(100, Math.floor((sent / Math.max(1, size)) * 100));
  const isStill = isPaused === true || activity === "cut";
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx("h-0.75 overflow-clip rounded-full bg-line", className)}
    >
      <div
        style={{ width: `${percent}%` }}
        className={clsx("h-full rounded-full", isStill ? "bg-control" : "bg-accent")}
      />
    </div>
  );
}
