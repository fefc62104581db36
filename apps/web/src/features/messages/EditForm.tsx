import { isBlank, type MessageId } from "@colbin/protocol";
import clsx from "clsx";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "#web/design/Button.tsx";
import { WritingField } from "#web/features/writing/WritingField.tsx";
import { chat } from "#web/lib/chat.ts";
import { isComposing } from "#web/lib/composition.ts";
import { t } from "#web/lib/i18n.ts";
import { useStore } from "#web/lib/use-store.ts";
import { begin, end, messageTask } from "./message-task.ts";
import { useRoom } from "./room-context.ts";
import { messageTexts } from "./texts.ts";
import { toolTexts } from "./tool-texts.ts";

interface EditFormProps {
  messageId: MessageId;
}

/** Stands in the place of the text. Enter saves, Escape leaves everything as it was; the focus goes back to where it came from. */
export function EditForm({ messageId }: EditFormProps) {
  const { slug } = useRoom();
  const text = useStore(messageTask, (task) => (task?.kind === "edit" ? task.text : ""));
  const [isRefused, setRefused] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const length = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(length, length);
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  function save(): void {
    if (isBlank(text)) {
      setRefused(true);
      field.current?.focus();
      return;
    }
    end();
    void chat.messages.edit(slug, messageId, text);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    const isSave = event.key === "Enter" && !event.shiftKey;
    if (!isSave && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (isSave) save();
    else end();
  }

  return (
    <form
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
          begin({ kind: "edit", messageId, text: next });
        }}
        isFolded
        aria-label={t(messageTexts.editLabel)}
        aria-describedby={hintId}
        aria-invalid={isRefused}
        onKeyDown={handleKeyDown}
        className="max-h-60"
      >
        <Button size="sm" variant="ghost" onClick={end}>
          {t(toolTexts.cancel)}
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {t(toolTexts.save)}
        </Button>
      </WritingField>
      <p
        id={hintId}
        role={isRefused ? "alert" : undefined}
        className={clsx(
          "pt-1 text-xs",
          isRefused ? "text-danger-ink" : "text-ink-subtle max-pair:hidden",
        )}
      >
        {isRefused ? t(toolTexts.empty) : t(toolTexts.editHint)}
      </p>
    </form>
  );
}
