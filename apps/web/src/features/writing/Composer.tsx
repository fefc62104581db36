import type { SendOptions } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";
import { ArrowUp } from "lucide-react";
import { useId, type ReactNode, type RefObject } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { useOffer } from "#web/lib/actions/offer.ts";
import { ariaShortcut, shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { composing, replying, sendMessage } from "./actions.ts";
import { composerTexts } from "./composer-texts.ts";
import { ComposerNote } from "./ComposerNote.tsx";
import { outsiders } from "./outsiders.ts";
import { useWriting } from "./use-writing.ts";
import { WritingField } from "./WritingField.tsx";

const OutsiderNote = lazyPart(() => import("./OutsiderNote.tsx"), "OutsiderNote");
const loadAttach = () => import("#web/features/attachments/late-attach.ts");
const AttachButton = lazyPart(loadAttach, "AttachButton");
const FileTray = lazyPart(loadAttach, "FileTray");
const VoiceButton = lazyPart(loadAttach, "VoiceButton");
const PollButton = lazyPart(() => import("#web/features/polls/PollButton.tsx"), "PollButton");
const SendMore = lazyPart(() => import("#web/features/scheduled/SendMore.tsx"), "SendMore");

interface ComposerProps {
  roomId: RoomId;
  /** The thread whose replies are written; without it the composer is that of the room. */
  threadId?: MessageId;
  label: string;
  onWrite: (text: string) => void;
  /** Trimmed, and not empty but with files. */
  onSend: (text: string, how?: SendOptions) => Promise<void>;
  /** The own last message is to be changed. */
  onEditLast: () => void;
  /** A reply is to stand in the room as well; `onDone` forgets the wish. */
  alsoToRoom?: { readonly isWanted: boolean; readonly onDone: () => void };
  /** Why the person may not write here; undefined where they may. */
  disabledReason: string | undefined;
  maxChars: number;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The typing line, under the field. */
  typing: ReactNode;
  /** Above the typing line. */
  children?: ReactNode;
  /** Over the text, in the field. */
  above?: ReactNode;
}

/** Reads the text itself, so that a key press draws nothing but the composer. */
export function Composer(composer: ComposerProps) {
  const { roomId, threadId, label, typing, children, above, alsoToRoom, ...options } = composer;
  const { field, disabledReason, maxChars } = options;
  const place = { room: roomId, thread: threadId };
  const writing = useWriting(place, { ...options, roomId });
  const { problem } = writing;
  const outsider = useStore(outsiders, (known) => {
    const person = known.get(roomId);
    return person && writing.text.includes(person.fullName) ? person : undefined;
  });
  const id = useId();
  const isDisabled = disabledReason !== undefined;
  const isOfRoom = threadId === undefined;
  const voice = { at: writing.at, roomId, isDisabled, onSend: options.onSend };
  const focus = isDisabled ? undefined : () => field.current?.focus();
  useOffer(isOfRoom ? composing : replying, focus, field);
  return (
    <form
      {...(isOfRoom && { "data-region": "composer" })}
      onSubmit={(event) => {
        // Forms of dialogs that its buttons open are inside of it for React.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        writing.send();
      }}
    >
      <WritingField
        {...(!isDisabled && isOfRoom && { "data-region-start": "" })}
        above={
          <>
            {above}
            {writing.hasFiles && <FileTray at={writing.at} field={field} />}
          </>
        }
        firstTool={
          <AttachButton
            at={writing.at}
            roomId={roomId}
            field={field}
            isDisabled={isDisabled}
            renderFailed={() => null}
          />
        }
        tools={
          <>
            {isOfRoom && <PollButton roomId={roomId} renderFailed={() => null} />}
            <VoiceButton {...voice} renderFailed={() => null} />
          </>
        }
        field={field}
        writing={writing}
        maxChars={maxChars}
        roomId={roomId}
        disabled={isDisabled}
        aria-label={label}
        aria-describedby={id}
        placeholder={isDisabled ? t(composerTexts.composeDisabled) : label}
        className="max-h-30"
      >
        <SendButton isDisabled={!writing.canSend} />
        <SendMore roomId={roomId} threadId={threadId} alsoToRoom={alsoToRoom} writing={writing} />
      </WritingField>
      {outsider && <OutsiderNote roomId={roomId} person={outsider} renderFailed={() => null} />}
      {children}
      <div className="flex min-h-6.5 items-center justify-between gap-4 px-1 text-xs text-ink-subtle">
        <div className="flex min-w-0 flex-1">
          {problem === undefined ? (
            typing
          ) : (
            <p id={id} role={isDisabled ? undefined : "alert"} className="py-1 wrap-anywhere">
              {problem}
            </p>
          )}
        </div>
        <ComposerNote id={problem === undefined ? id : undefined} onUndo={writing.undo} />
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
      aria-label={t(composerTexts.send)}
      data-tooltip={t(composerTexts.send)}
      data-tooltip-shortcut={shortcutLabel(sendMessage.shortcut)}
      aria-keyshortcuts={ariaShortcut(sendMessage.shortcut)}
      className="grid h-6.5 w-7.5 flex-none place-items-center rounded-sm bg-accent text-on-accent transition-[background-color] duration-fast hover:bg-accent-hover active:bg-accent-pressed aria-disabled:bg-hover aria-disabled:text-ink-disabled max-pair:size-10 max-pair:rounded-lg coarse:size-10 coarse:rounded-lg"
    >
      <ArrowUp aria-hidden="true" />
    </button>
  );
}
