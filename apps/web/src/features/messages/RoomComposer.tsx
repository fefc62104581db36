import { typingUsersOf } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { useEffect, useEffectEvent, type RefObject } from "react";
import { useLocation } from "react-router";
import { useRootMark } from "#web/design/overlay/use-root-mark.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { TypingLine } from "#web/features/typing/TypingLine.tsx";
import { Composer } from "#web/features/writing/Composer.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { wantsFocus } from "#web/lib/device/media.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isUnasked } from "#web/lib/routing/paths.ts";
import { useQuote } from "./use-quote.tsx";

const ComposerLines = lazyPart(() => import("./ComposerLines.tsx"), "ComposerLines");

interface RoomComposerProps {
  roomId: RoomId;
  /** Names the field. */
  label: string;
  /** Why the person may not write here; undefined where they may. */
  disabledReason: string | undefined;
  maxChars: number;
  field: RefObject<HTMLTextAreaElement | null>;
}

export function RoomComposer(composer: RoomComposerProps) {
  const { roomId, field } = composer;
  const typing = useStore(chat.store, (state) => typingUsersOf(state, roomId));
  const { above, quote, end } = useQuote({ room: roomId });
  useRootMark("composer", true);
  const location = useLocation();
  const begin = useEffectEvent(() => {
    // A draft is gone on with at its end.
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    if (wantsFocus() && !isUnasked(location.state)) field.current?.focus();
  });
  useEffect(() => begin(), [field, roomId]);
  return (
    <>
      <ComposerLines roomId={roomId} />
      <Composer
        {...composer}
        onEditLast={() => {
          const isWanted = (): boolean =>
            chat.store.getSnapshot().activeRoomId === roomId &&
            field.current?.value === "" &&
            document.activeElement === field.current;
          void import("./edit-last.ts").then(({ editLast }) => editLast({ roomId }, isWanted));
        }}
        onWrite={(text) => {
          if (text.trim() === "") chat.typing.stop(roomId);
          else chat.typing.keystroke(roomId);
        }}
        above={above}
        onSend={async (content, how) => {
          await chat.messages.send(roomId, content, { ...how, quote });
          end();
        }}
        typing={<TypingLine typing={typing} />}
      />
    </>
  );
}
