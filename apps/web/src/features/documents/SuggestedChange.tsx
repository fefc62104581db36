import type { DocumentComment } from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { Changed } from "./Changed.tsx";
import { suggestionTexts } from "./suggestion-texts.ts";

interface SuggestedChangeProps {
  thread: NonNullable<DocumentComment["thread"]>;
}

/** The text that stands in the document, and the one that is proposed instead; nothing for a thread that proposes none. */
export function SuggestedChange({ thread }: SuggestedChangeProps) {
  const { quotedText, suggestion } = thread;
  if (suggestion === null) return null;
  return (
    <div className="grid gap-1">
      <p className="text-xs text-ink-subtle">{t(suggestionTexts.title)}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        <Changed change="removed" isInline>
          {quotedText}
        </Changed>{" "}
        {suggestion !== "" && (
          <Changed change="added" isInline>
            {suggestion}
          </Changed>
        )}
      </p>
    </div>
  );
}
