import type { SendOptions } from "@colbin/client";
import { isBlank, type RoomId } from "@colbin/protocol";
import { useState, type RefObject } from "react";
import { toast } from "#web/design/overlay/toast.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import {
  draftName,
  drafts,
  putBack,
  readDraft,
  writeDraft,
  type DraftPlace,
} from "#web/lib/device/drafts.ts";
import { trays } from "#web/lib/device/trays.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { clearing, editingLast, sending } from "./actions.ts";
import { composerTexts } from "./composer-texts.ts";

interface WritingOptions {
  field: RefObject<HTMLTextAreaElement | null>;
  maxChars: number;
  /** Gets the text, trimmed and not blank but with files. A text that it refuses stands in the field again. */
  onSend: (text: string, how?: SendOptions) => Promise<void>;
  /** Hears of each new text. */
  onWrite?: (text: string) => void;
  /** Escape; the text is cleared where it is not given. */
  onEscape?: () => void;
  /** ArrowUp in an empty field. */
  onEditLast?: () => void;
  disabledReason?: string | undefined;
  /** The room of the message: the person is asked before they mention everybody there. */
  roomId?: RoomId;
  /** The problem with a blank text that is to be sent; where it is not given, nothing happens then. */
  blankProblem?: string;
}

/** Gets a message as it would be sent. */
type Deliver = (content: string) => void | Promise<void>;

/** A line under the field of one place, until its text changes. */
interface Note {
  readonly at: string;
  /** The text that was cleared. */
  readonly cleared?: string;
  /** The reason why the text was not sent. */
  readonly problem?: string | undefined;
  /** The reason is one of the files, as long as they have it. */
  readonly isOfFiles?: boolean;
}

/**
 * A message that is being written: its text is a draft of this place on the device, Enter sends it and Escape ends it while the field
 * has the focus, and neither is taken from an input method. `problem` tells why it cannot be sent.
 */
export function useWriting(place: DraftPlace, options: WritingOptions) {
  const { field, maxChars, onSend, onEscape, onEditLast, disabledReason, blankProblem } = options;
  const text = useStore(drafts, () => readDraft(place)) ?? "";
  /** The field stays while it goes from place to place. */
  const at = draftName(place);
  const [note, setNote] = useState<Note>();
  const noteHere = note?.at === at ? note : undefined;
  const isDisabled = disabledReason !== undefined;
  const trimmed = text.trim();
  const length = Array.from(trimmed).length;
  const tooLong = length > maxChars ? t(composerTexts.tooLong) : undefined;
  /** A message that is changed takes no commands. */
  const commandRoom = "edit" in place ? undefined : options.roomId;
  const tray = useStore(trays, (all) => all.get(at));
  const hasBody = tray ? tray.problem === undefined : !isBlank(trimmed);
  const canSend = !isDisabled && hasBody && tooLong === undefined;

  function setText(next: string): void {
    setNote(undefined);
    // An edit goes on with an empty field; in a composer that is no draft.
    writeDraft(place, next === "" && !("edit" in place) ? undefined : next);
    options.onWrite?.(next);
  }

  /** With `deliver` the message goes there, as it would be sent; its text stays in the field, and its files in the tray. */
  function send(how?: SendOptions, deliver?: Deliver): void {
    if (!canSend) {
      if (tray?.problem !== undefined) setNote({ at, isOfFiles: true });
      else if (isBlank(trimmed)) refuse(blankProblem);
      if (blankProblem !== undefined) field.current?.focus();
    } else if (commandRoom && trimmed.startsWith("/"))
      // The text stays until it is known what it does.
      import("./run-slash.ts").then(({ runSlash }) => {
        // It may have gone on being written meanwhile.
        if (readDraft(place)?.trim() === trimmed)
          runSlash(trimmed, {
            roomId: commandRoom,
            send: (words) => sendText(words, how, deliver),
            act: deliver ? undefined : act,
            refuse,
          });
      }, tell);
    else sendText(trimmed, how, deliver);
  }

  function sendText(words: string, how?: SendOptions, deliver?: Deliver): void {
    const sendAll = (content: string) => withTray(at, how, (all) => onSend(content, all));
    const pass = deliver ?? ((content: string) => act(() => sendAll(content)));
    if (/[@#]/.test(words))
      // The words that stand for mentions come late; the text stays until they are there, and while the person is asked.
      import("#web/lib/device/mention-words.ts").then(async ({ withMentions }) => {
        const content = withMentions(words);
        const isMeant = await mayMention(options.roomId, at, content);
        // Enter may have been pressed twice meanwhile: a text that is gone from the field was sent. Words may have come for its mentions.
        const left = withMentions(readDraft(place)?.trim() ?? "");
        if (isMeant && left === withMentions(trimmed)) await pass(content);
      }, tell);
    else void pass(words);
  }

  function refuse(problem: string | undefined): void {
    setNote({ at, problem });
  }

  function act(run: () => void | Promise<void>): Promise<void> {
    writeDraft(place, undefined);
    setNote(undefined);
    return attempt(place, trimmed, run);
  }

  function clear(): void {
    setText("");
    setNote({ at, cleared: text });
  }

  function undo(): void {
    setText(noteHere?.cleared ?? "");
    field.current?.focus();
  }

  useOffer(sending, () => send(), field);
  useOffer(clearing, onEscape ?? (text === "" ? undefined : clear), field);
  useOffer(editingLast, text === "" && !isDisabled ? onEditLast : undefined, field);
  return {
    at,
    text,
    setText,
    length,
    canSend,
    hasFiles: tray !== undefined,
    send,
    takesCommands: commandRoom !== undefined,
    problem: disabledReason ?? tooLong ?? (noteHere?.isOfFiles ? tray?.problem : noteHere?.problem),
    undo: noteHere?.cleared === undefined ? undefined : undo,
  };
}

/** A text that was not even stored goes back to where it was written. */
async function attempt(
  place: DraftPlace,
  text: string,
  run: () => void | Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (cause) {
    putBack(place, text);
    tell(cause);
  }
}

/** With the files that are in the tray of the place by then; they are there again where the message was refused. */
async function withTray(
  at: string,
  how: SendOptions | undefined,
  onSend: (how?: SendOptions) => Promise<void>,
): Promise<void> {
  const tray = trays.getSnapshot().get(at);
  tray?.hold(true);
  try {
    await onSend(tray ? { ...how, files: tray.files } : how);
  } catch (cause) {
    tray?.hold(false);
    throw cause;
  }
}

/** Asks, where the text mentions everybody in a room. */
async function mayMention(
  roomId: RoomId | undefined,
  at: string,
  content: string,
): Promise<boolean> {
  if (roomId === undefined) return true;
  const { askWildcard } = await import("./wildcard-question.ts");
  return askWildcard(roomId, at, content);
}

function tell(cause: unknown): void {
  toast({ title: errorText(cause), variant: "destructive" });
}
