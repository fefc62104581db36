import { typingUsersOf } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { useEffect, type RefObject } from "react";
import { toast } from "#web/design/toast.ts";
import { useRootMark } from "#web/design/use-root-mark.ts";
import { TypingLine } from "#web/features/typing/TypingLine.tsx";
import { chat } from "#web/lib/chat.ts";
import { errorText } from "#web/lib/error-text.ts";
import { wantsFocus } from "#web/lib/media.ts";
import { useStore } from "#web/lib/use-store.ts";
import { Composer } from "./Composer.tsx";
import { editLast } from "./edit-last.ts";
import { useDraft } from "./use-draft.ts";

interface RoomComposerProps {
  roomId: RoomId;
  roomName: string;
  ownId: string;
  /** Why the person may not write here; undefined where they may. */
  disabledReason: string | undefined;
  maxChars: number;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Holds the text itself, so that a key press draws nothing but the composer. */
export function RoomComposer(props: RoomComposerProps) {
  const { roomId, ownId, ...composer } = props;
  const [text, setText] = useDraft(ownId, roomId);
  const typing = useStore(chat.store, (state) => typingUsersOf(state, roomId));
  const { field } = composer;
  useRootMark("composer", true);
  useEffect(() => {
    if (wantsFocus()) field.current?.focus();
    // A draft is gone on with at its end.
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [field]);
  return (
    <Composer
      {...composer}
      onEditLast={() =>
        editLast(
          roomId,
          () => field.current?.value === "" && document.activeElement === field.current,
        )
      }
      text={text}
      onTextChange={(next) => {
        setText(next);
        if (next.trim() === "") chat.typing.stop(roomId);
        else chat.typing.keystroke(roomId);
      }}
      onSend={(content) => {
        chat.messages.send(roomId, content).catch((cause: unknown) => {
          // It was not even stored, so the text goes back to where it was written.
          setText(content);
          toast({ title: errorText(cause), variant: "destructive" });
        });
      }}
      typing={<TypingLine names={typing.map(({ userName }) => userName)} />}
    />
  );
}
