import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useParams } from "react-router";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { CheckingAccess } from "#web/features/access-requests/CheckingAccess.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { useEditWindow } from "#web/features/messages/edit-window.ts";
import { whyNotSend } from "#web/features/messages/message-rights.ts";
import { RoomComposer } from "#web/features/messages/RoomComposer.tsx";
import { RoomMessages } from "#web/features/messages/RoomMessages.tsx";
import { RoomHeader } from "#web/features/rooms/RoomHeader.tsx";
import { useOpenRoom, type OpenRoom } from "#web/features/rooms/use-open-room.ts";
import { composerTexts } from "#web/features/writing/composer-texts.ts";
import { wantsFocus } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { isUnasked } from "#web/lib/routing/paths.ts";

const RoomTools = lazyPart(() => import("#web/features/room-details/RoomTools.tsx"), "RoomTools");
const RoomGate = lazyPart(() => import("#web/features/access-requests/RoomGate.tsx"), "RoomGate");
const DirectStart = lazyPart(
  () => import("#web/features/conversations/DirectStart.tsx"),
  "DirectStart",
);
const JoinPrompt = lazyPart(
  () => import("#web/features/access-requests/JoinPrompt.tsx"),
  "JoinPrompt",
);

/** `/chat/{sessionRoomSlug}`: one room. */
export function ChatPage() {
  const { chatId = "" } = useParams();
  useEditWindow();
  if (chatId.startsWith("@")) return <DirectStart who={chatId.slice(1)} />;
  return <Room roomSlug={chatId} />;
}

/** Header and composer stay where they are while one goes from room to room; what keeps a state of one room has a key. */
function Room({ roomSlug }: { roomSlug: string }) {
  const open = useOpenRoom(roomSlug);
  const { room, card, isClosed } = open;
  const roomName = room?.roomName ?? roomSlug;
  const location = useLocation();
  const begin = useEffectEvent(() => {
    // The row that was pressed is gone from a narrow screen, and the focus with it.
    if (!wantsFocus() || isUnasked(location.state))
      document.getElementById("main")?.focus({ preventScroll: true });
  });
  useEffect(() => begin(), [roomSlug]);
  return (
    <>
      <RoomHeader
        room={room ?? { roomName, description: null, accessType: "PUBLIC" }}
        tools={room && <RoomTools room={room} />}
      />
      {isClosed && card ? (
        <RoomGate key={roomSlug} room={card} />
      ) : (
        <Talk {...open} roomSlug={roomSlug} roomName={roomName} />
      )}
    </>
  );
}

interface TalkProps extends OpenRoom {
  roomSlug: string;
  roomName: string;
}

/** The messages of the room, and the composer. */
function Talk(props: TalkProps) {
  const { roomId, roomSlug, roomName, subscription, card, participation, failure } = props;
  const { limits } = usePublicConfig();
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <RoomMessages
        key={roomSlug}
        roomId={roomId}
        roomSlug={roomSlug}
        roomName={roomName}
        subscription={subscription}
        participation={participation}
        failure={failure}
      />
      <div className="column-inset flex-none pt-2.5 in-data-selecting:hidden max-pair:px-2">
        {participation === "unknown" && !failure && <CheckingAccess />}
        {card && (
          <JoinPrompt
            key={roomSlug}
            room={card}
            onDone={() => field.current?.focus()}
            missing={<CheckingAccess />}
          />
        )}
        {subscription && (
          <RoomComposer
            roomId={roomId}
            label={t(composerTexts.compose, {
              room: subscription.roomType === "channel" ? `#${roomName}` : roomName,
            })}
            disabledReason={whyNotSend(subscription)}
            maxChars={limits.messageMaxChars}
            field={field}
          />
        )}
      </div>
    </>
  );
}
