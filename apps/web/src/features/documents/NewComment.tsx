import type { Document } from "@colbin/protocol";
import { X } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { nextFrame } from "#web/lib/react/next-frame.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openSide } from "#web/lib/routing/side.ts";
import { newThread, type NewThread } from "./comment-drafts.ts";
import { commentTexts } from "./comment-texts.ts";
import { CommentForm } from "./CommentForm.tsx";
import { suggestionTexts } from "./suggestion-texts.ts";

interface NewCommentProps {
  document: Document;
  /** The person is about to write one. */
  isAsked: boolean;
}

/** Where a thread is begun: about what was selected, or about the whole document. */
export function NewComment({ document: { id }, isAsked }: NewCommentProps) {
  const part = useStore(newThread, (it) => (it?.documentId === id ? it : undefined));
  const { act } = useAct("createDocumentComment", ["listDocumentComments"]);
  const place = useRef<HTMLDivElement>(null);
  async function send(body: string): Promise<void> {
    const about = part && { anchor: part.anchor, quotedText: part.quotedText };
    const said = part?.isSuggestion === true ? { suggestion: body } : { body };
    const { id: made } = await act({ params: { id }, body: { ...said, ...about } });
    newThread.update(() => undefined);
    openSide({ name: "comments", at: made });
    // Another field stands in the place of the one for suggestions: it has the focus then.
    if (part?.isSuggestion === true) nextFrame(() => focusFieldIn(place.current));
  }
  return (
    <div ref={place} className="grid gap-2">
      {part ? (
        <div className="flex items-start gap-1">
          <blockquote
            aria-label={t(commentTexts.about)}
            className="line-clamp-3 flex-1 border-s-2 border-warning ps-2 text-xs text-ink-muted"
          >
            <bdi>{part.quotedText}</bdi>
          </blockquote>
          <IconButton
            label={t(part.isSuggestion ? suggestionTexts.cancel : commentTexts.toAll)}
            onClick={() => newThread.update(() => undefined)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ) : (
        <p className="text-xs text-ink-subtle">{t(commentTexts.aboutAll)}</p>
      )}
      {part?.isSuggestion === true ? (
        <CommentForm
          key={placeOf(part)}
          isSuggestion
          label={t(suggestionTexts.field)}
          hint={t(suggestionTexts.hint)}
          verb={t(suggestionTexts.send)}
          place={placeOf(part)}
          initial={part.quotedText}
          focus={isAsked ? placeOf(part) : undefined}
          onSend={send}
        />
      ) : (
        <CommentForm
          label={t(commentTexts.field)}
          verb={t(commentTexts.add)}
          place={`new ${id}`}
          focus={isAsked ? (part?.anchor.start ?? id) : undefined}
          onSend={send}
        />
      )}
    </div>
  );
}

/** Unless the person has gone elsewhere meanwhile. */
function focusFieldIn(place: HTMLElement | null): void {
  if (window.document.activeElement === window.document.body)
    place?.querySelector("textarea")?.focus();
}

/** Another text is typed for each part. */
function placeOf({ anchor: { start, end }, quotedText }: NewThread): string {
  return `suggest ${start} ${end} ${quotedText}`;
}
