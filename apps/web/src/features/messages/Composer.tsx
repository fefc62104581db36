import { isBlank, MESSAGE_MAX_CHARS } from "@colbin/protocol";
import { ArrowUp } from "lucide-react";
import { useId, useState, type ReactNode, type RefObject } from "react";
import { WritingField } from "#web/features/writing/WritingField.tsx";
import { t } from "#web/lib/i18n.ts";
import { useOffer } from "#web/lib/offer.ts";
import { ariaShortcut, shortcutLabel } from "#web/lib/shortcut.ts";
import { clearing, composing, editingLast, sending, sendMessage } from "./actions.ts";
import { ComposerCount } from "./ComposerCount.tsx";
import { ComposerNote } from "./ComposerNote.tsx";
import { messageTexts } from "./texts.ts";

interface ComposerProps {
  roomName: string;
  /** What is written and not sent; kept by the owner, since it outlives the room being open. */
  text: string;
  onTextChange: (text: string) => void;
  /** Trimmed and not empty. */
  onSend: (text: string) => void;
  /** The own last message is to be changed. */
  onEditLast: () => void;
  /** Why the person may not write here; undefined where they may. */
  disabledReason: string | undefined;
  maxChars?: number;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The typing line, under the field. */
  typing: ReactNode;
}

export function Composer(props: ComposerProps) {
  const {
    text,
    onTextChange,
    onSend,
    onEditLast,
    disabledReason,
    maxChars = MESSAGE_MAX_CHARS,
    field,
  } = props;
  const isDisabled = disabledReason !== undefined;
  const id = useId();
  const [cleared, setCleared] = useState<string>();
  const trimmed = text.trim();
  const length = Array.from(trimmed).length;
  const canSend = !isDisabled && !isBlank(trimmed) && length <= maxChars;
  const label = t(messageTexts.compose, { room: props.roomName });
  const reason = disabledReason ?? (length > maxChars ? t(messageTexts.tooLong) : undefined);

  function send(): void {
    if (!canSend) return;
    onSend(trimmed);
    onTextChange("");
  }

  function clear(): void {
    setCleared(text);
    onTextChange("");
  }

  useOffer(composing, isDisabled ? undefined : () => field.current?.focus(), field);
  useOffer(sending, send, field);
  useOffer(editingLast, text === "" && !isDisabled ? onEditLast : undefined, field);
  useOffer(clearing, text === "" ? undefined : clear, field);

  function handleUndo(): void {
    onTextChange(cleared ?? "");
    setCleared(undefined);
    field.current?.focus();
  }

  return (
    <form
      data-region="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <WritingField
        // The buttons have keys of their own.
        data-scope="composer"
        {...(!isDisabled && { "data-region-start": "" })}
        field={field}
        value={text}
        onChange={(next) => {
          setCleared(undefined);
          onTextChange(next);
        }}
        disabled={isDisabled}
        aria-label={label}
        aria-describedby={id}
        placeholder={isDisabled ? t(messageTexts.composeDisabled) : label}
        className="max-h-30"
      >
        <ComposerCount length={length} maxChars={maxChars} />
        <SendButton isDisabled={!canSend} />
      </WritingField>
      <div className="flex h-6.5 items-center justify-between gap-4 px-1 text-xs text-ink-subtle">
        <div className="flex min-w-0 flex-1">
          {reason === undefined ? (
            props.typing
          ) : (
            <p id={id} className="clip-line">
              {reason}
            </p>
          )}
        </div>
        <ComposerNote
          id={reason === undefined ? id : undefined}
          onUndo={cleared === undefined ? undefined : handleUndo}
        />
      </div>
    </form>
  );
}

/** Never `disabled`: whoever sends with it would lose the focus with the text. */
function SendButton({ isDisabled }: { isDisabled: boolean }) {
  return (
    <button
      type="submit"
      aria-disabled={isDisabled}
      aria-label={t(messageTexts.send)}
      data-tooltip={t(messageTexts.send)}
      data-tooltip-shortcut={shortcutLabel(sendMessage.shortcut)}
      aria-keyshortcuts={ariaShortcut(sendMessage.shortcut)}
      className="grid h-6.5 w-7.5 flex-none place-items-center rounded-sm bg-accent text-on-accent transition-[background-color] duration-fast hover:bg-accent-hover active:bg-accent-pressed aria-disabled:bg-hover aria-disabled:text-ink-disabled max-pair:size-10 max-pair:rounded-lg coarse:size-10 coarse:rounded-lg"
    >
      <ArrowUp aria-hidden="true" />
    </button>
  );
}
