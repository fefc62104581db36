import { isBlank, type MessageId } from "@colbin/protocol";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "#web/design/Button.tsx";
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
      className="mt-0.5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div
        data-surface=""
        className="rounded-lg bg-field inset-ring inset-ring-line-strong focus-within:inset-ring-[1.5px] focus-within:inset-ring-focus"
      >
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          aria-label={t(messageTexts.editLabel)}
          aria-describedby={hintId}
          aria-invalid={isRefused}
          onKeyDown={handleKeyDown}
          onChange={(event) => {
            setRefused(false);
            begin({ kind: "edit", messageId, text: event.target.value });
          }}
          className="field-sizing-content scroll-area block max-h-60 min-h-10 w-full resize-none px-3.5 py-2.25 text-body outline-none coarse:text-read"
        />
        <div className="flex justify-end gap-1.5 px-1.75 pb-1.75">
          <Button size="sm" variant="ghost" onClick={end}>
            {t(toolTexts.cancel)}
          </Button>
          <Button size="sm" type="submit" variant="primary">
            {t(toolTexts.save)}
          </Button>
        </div>
      </div>
      <p
        id={hintId}
        role={isRefused ? "alert" : undefined}
        className={isRefused ? "pt-1 text-xs text-danger-ink" : "pt-1 text-xs text-ink-subtle"}
      >
        {isRefused ? t(toolTexts.empty) : t(toolTexts.editHint)}
      </p>
    </form>
  );
}
