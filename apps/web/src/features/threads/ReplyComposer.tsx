import { typingUsersOf } from "@colbin/client";
import { hasPermission, type MessageId, type Subscription } from "@colbin/protocol";
import { useEffect, useId, useState, type RefObject } from "react";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { OtherDraft } from "#web/features/drafts/OtherDraft.tsx";
import { useQuote } from "#web/features/messages/use-quote.tsx";
import { useRoomName } from "#web/features/rooms/use-room-name.ts";
import { TypingLine } from "#web/features/typing/TypingLine.tsx";
import { Composer } from "#web/features/writing/Composer.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { wantsFocus } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { threadTexts } from "./texts.ts";

interface ReplyComposerProps {
  room: Subscription;
  rootId: MessageId;
  field: RefObject<HTMLTextAreaElement | null>;
  onSent: () => void;
}

export function ReplyComposer({ room, rootId, field, onSent }: ReplyComposerProps) {
  const { limits } = usePublicConfig();
  const [isOfRoom, setOfRoom] = useState(false);
  const name = useRoomName(room);
  const typing = useStore(chat.store, (state) => typingUsersOf(state, rootId));
  const id = useId();
  const place = { room: room.roomId, thread: rootId };
  const { above, quote, end } = useQuote(place);
  const maySendToRoom = hasPermission(room.role, "WRITE");
  useEffect(() => {
    if (wantsFocus()) field.current?.focus({ preventScroll: true });
  }, [field]);
  return (
    <div className="flex-none px-4 pt-2 max-pair:px-2">
      <OtherDraft place={place} />
      <Composer
        roomId={room.roomId}
        threadId={rootId}
        label={t(threadTexts.reply)}
        disabledReason={whyNotReply(room)}
        maxChars={limits.messageMaxChars}
        field={field}
        alsoToRoom={{ isWanted: isOfRoom && maySendToRoom, onDone: () => setOfRoom(false) }}
        above={above}
        typing={<TypingLine typing={typing} />}
        onWrite={(text) => {
          if (text.trim() === "") chat.typing.stop(room.roomId);
          else chat.typing.keystroke(room.roomId, rootId);
        }}
        onEditLast={() => {
          const isWanted = (): boolean =>
            field.current?.value === "" && document.activeElement === field.current;
          const replies = { roomId: room.roomId, rootId };
          void import("#web/features/messages/edit-last.ts").then(({ editLast }) =>
            editLast(replies, isWanted),
          );
        }}
        onSend={async (content, how) => {
          const alsoSendToRoom = isOfRoom && maySendToRoom;
          await chat.messages.send(room.roomId, content, {
            ...how,
            quote,
            threadId: rootId,
            ...(alsoSendToRoom && { alsoSendToRoom }),
          });
          setOfRoom(false);
          end();
          onSent();
        }}
      >
        {maySendToRoom && room.status === "ACTIVE" && (
          <p className="flex items-center gap-2 px-1 pt-1.5 text-sm text-ink-muted">
            <input
              id={id}
              type="checkbox"
              checked={isOfRoom}
              onChange={(event) => setOfRoom(event.target.checked)}
              className="size-4 accent-accent"
            />
            <label htmlFor={id} className="clip-line">
              {t(threadTexts.alsoSend, { room: room.roomType === "channel" ? `#${name}` : name })}
            </label>
          </p>
        )}
      </Composer>
    </div>
  );
}

/** Undefined where the person may answer: from the level COMMENT on (rules-rooms 20). */
function whyNotReply({ role, status }: Subscription): string | undefined {
  if (status !== "ACTIVE") return t(threadTexts.archived);
  return hasPermission(role, "COMMENT") ? undefined : t(threadTexts.none);
}
