import type { MessageId } from "@colbin/protocol";
import clsx from "clsx";
import { useEffect, useId, useLayoutEffect, useRef, type RefObject } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { useWriting } from "#web/features/writing/use-writing.ts";
import { WritingField } from "#web/features/writing/WritingField.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { readDraft } from "#web/lib/device/drafts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { findLoaded } from "./find-loaded.ts";
import { endEdit, takeWanted, wantedEdit } from "./message-edits.ts";
import { useRoom } from "./room-context.ts";
import { toolTexts } from "./tool-texts.ts";

interface EditFormProps {
  messageId: MessageId;
}

/**
 * Stands in the place of the text. Enter saves, Escape leaves everything as it was; the focus goes back to where it came from. A row
 * that comes back into sight does not take it again.
 */
export function EditForm({ messageId }: EditFormProps) {
  const { roomId } = useRoom();
  const { messageMaxChars: maxChars } = usePublicConfig().limits;
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  // A message that mentioned everybody already tells nobody again (rules-messages 17).
  const mentionsAll = useStore(chat.store, (state) => {
    const { mentions } = findLoaded(state, roomId, ({ id }) => id === messageId)?.metadata ?? {};
    return mentions?.all === true || mentions?.here === true;
  });
  const writing = useWriting(
    { edit: messageId },
    {
      ...(!mentionsAll && { roomId }),
      field,
      maxChars,
      onSend: (text) => chat.messages.edit(roomId, messageId, text),
      onEscape: () => endEdit(messageId),
      blankProblem: t(toolTexts.empty),
    },
  );
  const { problem } = writing;
  useEditFocus(messageId, form, field);

  return (
    <form
      ref={form}
      className="mt-0.75 max-w-measure"
      onSubmit={(event) => {
        event.preventDefault();
        writing.send();
      }}
    >
      <WritingField
        field={field}
        writing={writing}
        maxChars={maxChars}
        roomId={roomId}
        isFolded
        aria-label={t(toolTexts.editLabel)}
        aria-describedby={hintId}
        aria-invalid={problem !== undefined}
        className="max-h-60"
      >
        <Button size="sm" variant="ghost" onClick={() => endEdit(messageId)}>
          {t(toolTexts.cancel)}
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {t(toolTexts.save)}
        </Button>
      </WritingField>
      <p
        id={hintId}
        role={problem === undefined ? undefined : "alert"}
        className={clsx(
          "pt-1 text-xs",
          problem === undefined ? "text-ink-subtle max-pair:hidden" : "text-danger-ink",
        )}
      >
        {problem ?? t(toolTexts.editHint)}
      </p>
    </form>
  );
}

/** The field has the focus when it was asked for; when the form goes with it, what had it before gets it back. */
function useEditFocus(
  messageId: MessageId,
  form: RefObject<HTMLElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const isWanted = useStore(wantedEdit, (wanted) => wanted === messageId);
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (!isWanted || !takeWanted(messageId)) return;
    opener.current = document.activeElement;
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, [isWanted, messageId, field]);
  useLayoutEffect(() => {
    const element = form.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      // The person did not end it: the keys that they are pressing are for no other field.
      const isLost = readDraft({ edit: messageId }) !== undefined;
      const before = isLost ? document.getElementById("main") : opener.current;
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: isLost });
    };
  }, [form, messageId]);
}
