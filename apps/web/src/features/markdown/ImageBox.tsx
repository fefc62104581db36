import type { ReactNode } from "react";

/** The place of every picture in a message, whatever its size: a picture that comes, or does not, moves nothing. */
export function ImageBox({ children }: { children?: ReactNode }) {
  return (
    <span className="mt-1.75 me-1.75 inline-grid h-56 w-90 max-w-full grid-cols-1 grid-rows-1 place-items-center overflow-clip rounded-md bg-sunken align-top inset-ring inset-ring-line">
      {children}
    </span>
  );
}
