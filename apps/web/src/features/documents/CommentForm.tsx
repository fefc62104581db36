import { COMMENT_MAX_CHARS, SUGGESTION_MAX_LENGTH } from "@colbin/protocol";
import { toApiError } from "@colbin/client";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { isComposing } from "#web/lib/actions/composition.ts";
import { matchesShortcut } from "#web/lib/actions/shortcut.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { commentDrafts, setDraft } from "#web/lib/device/comment-drafts.ts";
import { withMentions } from "#web/lib/device/mention-words.ts";
import { t } from "#web/lib/language/i18n.ts";
import { nextFrame } from "#web/lib/react/next-frame.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { commentTexts } from "./comment-texts.ts";
import { CommentPeople } from "./CommentPeople.tsx";

interface CommentFormProps {
  label: string;
  verb: string;
  /** A name for what is written here, which is kept until it is sent. */
  place: string;
  /** Stands in the field at first. */
  initial?: string;
  /** Another text for the document: it names nobody, may be empty, and is another one than at first. */
  isSuggestion?: boolean;
  hint?: string;
  /** The field takes the focus whenever this is another one; nothing: it does not. */
  focus?: string | undefined;
  onSend: (body: string) => Promise<unknown>;
  /** All that was written is sent. */
  onSent?: () => void;
  onCancel?: () => void;
}

/** Words that are written stay in the field until the server has them. */
export function CommentForm(props: CommentFormProps) {
  const { label, verb, place, initial = "", isSuggestion = false, hint } = props;
  const { focus, onSend, onSent, onCancel } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useStore(commentDrafts, (drafts) => drafts[place] ?? initial);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    // The sheet that comes with it takes the focus first.
    if (focus !== undefined) nextFrame(() => field.current?.focus());
  }, [focus]);
  const isEmpty = isSuggestion ? text === initial : text.trim() === "";

  async function send(): Promise<void> {
    if (isEmpty || isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      await onSend(isSuggestion ? text : withMentions(text));
      // More may be written by now.
      if ((commentDrafts.getSnapshot()[place] ?? initial) !== text) return;
      setDraft(place, undefined);
      onSent?.();
    } catch (cause) {
      setRefusal(errorText(toApiError(cause)));
    } finally {
      setBusy(false);
    }
  }
  function handleKey(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    if (matchesShortcut("Mod+Enter", event.nativeEvent)) {
      event.preventDefault();
      void send();
    } else if (event.key === "Escape" && onCancel && !event.defaultPrevented) {
      event.preventDefault();
      onCancel();
    }
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {refusal !== undefined && <Note>{refusal}</Note>}
      <div className="relative">
        {!isSuggestion && <CommentPeople field={field} text={text} />}
        <TextArea
          ref={field}
          label={label}
          isLabelHidden
          placeholder={label}
          rows={2}
          dir="auto"
          hint={hint}
          maxLength={isSuggestion ? SUGGESTION_MAX_LENGTH : COMMENT_MAX_CHARS}
          value={text}
          onChange={(next) => setDraft(place, next)}
          onKeyDown={handleKey}
        />
      </div>
      {(!isEmpty || onCancel) && (
        <div className="flex justify-end gap-2">
          {onCancel && (
            <Button size="sm" onClick={onCancel}>
              {t(commentTexts.cancel)}
            </Button>
          )}
          <Button type="submit" size="sm" variant="primary" isBusy={isBusy} disabled={isEmpty}>
            {verb}
          </Button>
        </div>
      )}
    </form>
  );
}
