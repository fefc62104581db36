import { t } from "#web/lib/language/i18n.ts";
import { Changed } from "./Changed.tsx";
import type { CommentThread } from "./comment-rules.ts";
import { suggestionTexts } from "./suggestion-texts.ts";

/** The text that stands in the document, and the one that is proposed instead. */
export function SuggestedChange({ head }: Pick<CommentThread, "head">) {
  const { quotedText, suggestion } = head.thread;
  return (
    <div className="grid gap-1">
      <p className="text-xs text-ink-subtle">{t(suggestionTexts.title)}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        <Changed change="removed" isInline>
          {quotedText}
        </Changed>{" "}
        {suggestion !== null && suggestion !== "" && (
          <Changed change="added" isInline>
            {suggestion}
          </Changed>
        )}
      </p>
    </div>
  );
}
