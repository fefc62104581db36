import { isBlank, MESSAGE_MAX_CHARS } from "@colbin/protocol";
import { ArrowUp } from "lucide-react";
import { useId, useState, type ReactNode, type RefObject } from "react";
import { t } from "#web/lib/i18n.ts";
import { useOffer } from "#web/lib/offer.ts";
import { ariaShortcut, shortcutLabel } from "#web/lib/shortcut.ts";
import { clearing, composing, editingLast, sending, sendMessage } from "./actions.ts";
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
  isDisabled: boolean;
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
    isDisabled,
    maxChars = MESSAGE_MAX_CHARS,
    field,
  } = props;
  const id = useId();
  const [cleared, setCleared] = useState<string>();
  const trimmed = text.trim();
  const length = Array.from(trimmed).length;
  const canSend = !isDisabled && !isBlank(trimmed) && length <= maxChars;
  const label = t(messageTexts.compose, { room: props.roomName });

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
      data-scope="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div
        data-surface=""
        className="flex items-end rounded-lg bg-field inset-ring inset-ring-line-strong transition-[box-shadow] duration-fast focus-within:inset-ring-[1.5px] focus-within:inset-ring-focus"
      >
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          disabled={isDisabled}
          aria-label={label}
          aria-describedby={id}
          placeholder={isDisabled ? t(messageTexts.composeDisabled) : label}
          onChange={(event) => {
            setCleared(undefined);
            onTextChange(event.target.value);
          }}
          className="field-sizing-content scroll-area block max-h-30 min-h-11 min-w-0 flex-1 resize-none px-3.5 py-2.75 text-body outline-none coarse:text-read"
        />
        <SendButton isDisabled={!canSend} />
      </div>
      <div className="flex h-6.5 items-center justify-between gap-4 px-1 text-xs text-ink-subtle">
        <div className="min-w-0 flex-1">{props.typing}</div>
        <ComposerNote
          id={id}
          length={length}
          maxChars={maxChars}
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
      className="m-1.75 grid h-7.5 w-8 flex-none place-items-center rounded-sm bg-accent text-on-accent hover:bg-accent-hover aria-disabled:bg-hover aria-disabled:text-ink-disabled coarse:m-0.5 coarse:size-10 coarse:rounded-md"
    >
      <ArrowUp aria-hidden="true" />
    </button>
  );
}
