import { markedParts } from "./match.ts";

interface MarkedTextProps {
  /** Looked for. */
  text: string;
  title: string;
}

/** The title of a result, with the characters marked by which it was found. */
export function MarkedText({ text, title }: MarkedTextProps) {
  return markedParts(text, title).map((part, at) =>
    part.isMarked ? (
      <mark key={at} className="bg-transparent font-strong text-accent-ink">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
