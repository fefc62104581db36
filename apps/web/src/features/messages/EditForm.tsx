import { isBlank, type MessageId } from "@colbin/protocol";
import clsx from "clsx";
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { Button } from "#web/design/Button.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { WritingField } from "#web/features/writing/WritingField.tsx";
import { chat } from "#web/lib/chat.ts";
import { isComposing } from "#web/lib/composition.ts";
import { t } from "#web/lib/i18n.ts";
import { useStore } from "#web/lib/use-store.ts";
import { ComposerCount } from "./ComposerCount.tsx";
import { endEdit, messageEdits, takeWanted, writeEdit } from "./message-edits.ts";
import { useRoom } from "./room-context.ts";
import { messageTexts } from "./texts.ts";
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
  const text = useStore(messageEdits, ({ texts }) => texts.get(messageId) ?? "");
  const [isRefused, setRefused] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const length = Array.from(text.trim()).length;
  const isTooLong = length > maxChars;
  const problem = isTooLong ? t(messageTexts.tooLong) : isRefused && t(toolTexts.empty);
  useEditFocus(messageId, form, field);

  function save(): void {
    if (isTooLong || isBlank(text)) {
      setRefused(isBlank(text));
      field.current?.focus();
      return;
    }
    endEdit(messageId);
    void chat.messages.edit(roomId, messageId, text);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    const isSave = event.key === "Enter" && !event.shiftKey;
    if (!isSave && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (isSave) save();
    else endEdit(messageId);
  }

  return (
    <form
      ref={form}
      className="mt-0.75 max-w-measure"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <WritingField
        field={field}
        value={text}
        onChange={(next) => {
          setRefused(false);
          writeEdit(messageId, next);
        }}
        isFolded
        aria-label={t(messageTexts.editLabel)}
        aria-describedby={hintId}
        aria-invalid={problem !== false}
        onKeyDown={handleKeyDown}
        className="max-h-60"
      >
        <ComposerCount length={length} maxChars={maxChars} />
        <Button size="sm" variant="ghost" onClick={() => endEdit(messageId)}>
          {t(toolTexts.cancel)}
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {t(toolTexts.save)}
        </Button>
      </WritingField>
      <p
        id={hintId}
        role={problem === false ? undefined : "alert"}
        className={clsx(
          "pt-1 text-xs",
          problem === false ? "text-ink-subtle max-pair:hidden" : "text-danger-ink",
        )}
      >
        {problem === false ? t(toolTexts.editHint) : problem}
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
  const isWanted = useStore(messageEdits, ({ wanted }) => wanted === messageId);
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
      const before = opener.current;
      if (!element?.contains(document.activeElement)) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [form]);
}
