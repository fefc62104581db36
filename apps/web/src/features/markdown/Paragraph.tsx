import type { ReactNode } from "react";

/** Words that somebody wrote, in their own direction and with their own blanks. */
export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="max-w-measure whitespace-pre-wrap">
      {children}
    </p>
  );
}
