import clsx from "clsx";
import { markedParts } from "./match.ts";

interface ResultWordsProps {
  /** Looked for. */
  text: string;
  title: string;
  subtitle: string | undefined;
  isSelected: boolean;
}

/** The words of a result: its title, with the characters marked by which it was found, and more about it. */
export function ResultWords({ text, title, subtitle, isSelected }: ResultWordsProps) {
  return (
    <>
      <span
        className={clsx("clip-line text-md", subtitle ? "max-w-3/5 flex-none" : "flex-1")}
        dir="auto"
      >
        {markedParts(text, title).map((part, at) =>
          part.isMarked ? (
            <mark key={at} className="bg-transparent font-strong text-accent-ink">
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </span>
      {subtitle && (
        <span
          className={clsx("clip-line flex-1", isSelected ? "text-ink-muted" : "text-ink-subtle")}
          dir="auto"
        >
          {subtitle}
        </span>
      )}
    </>
  );
}
