import { useReading } from "./ask-reader.ts";
import type { CodeColour } from "./readings.ts";

const classes: Readonly<Record<CodeColour, string>> = {
  keyword: "text-code-keyword",
  string: "text-code-string",
  number: "text-code-number",
  title: "text-code-title",
  type: "text-code-type",
  comment: "text-code-comment italic",
};

/** The code as it is until its colours have come; they move nothing. */
export function ColouredCode({ language, text }: { language: string; text: string }) {
  const tokens = useReading<"code">(language && { kind: "code", language, text });
  if (!tokens) return text;
  return tokens.map((token, index) =>
    token.colour ? (
      <span key={index} className={classes[token.colour]}>
        {token.text}
      </span>
    ) : (
      token.text
    ),
  );
}
