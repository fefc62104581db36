import type { File } from "@colbin/protocol";
import type { ReactNode } from "react";
import { openSide } from "#web/lib/routing/side.ts";

interface FileButtonProps {
  file: File;
  isCurrent: boolean;
  children: ReactNode;
}

/** Opens the sheet of the file; its whole line can be pressed. */
export function FileButton({ file, isCurrent, children }: FileButtonProps) {
  return (
    <button
      type="button"
      data-file={file.id}
      aria-current={isCurrent || undefined}
      onClick={() => openSide({ name: "file", at: file.id })}
      className="flex w-full min-w-0 items-center gap-2.75 text-start font-medium text-ink outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {children}
    </button>
  );
}
