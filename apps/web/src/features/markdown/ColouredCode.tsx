import { useReading } from "./ask-reader.ts";
import { codeColours } from "./code-classes.ts";

/** The code as it is until its colours have come; they move nothing. */
export function ColouredCode({ language, text }: { language: string; text: string }) {
  const tokens = useReading<"code">(language && { kind: "code", language, text });
  if (!tokens) return text;
  return tokens.map((token, index) =>
    token.colour ? (
      <span key={index} className={codeColours[token.colour]}>
        {token.text}
      </span>
    ) : (
      token.text
    ),
  );
}
