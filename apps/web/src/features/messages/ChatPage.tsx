import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { CheckingAccess } from "#web/features/rooms/CheckingAccess.tsx";
import { joinRoom } from "#web/features/rooms/join-room.ts";
import { JoinPrompt } from "#web/features/rooms/JoinPrompt.tsx";
import { RoomHeader } from "#web/features/rooms/RoomHeader.tsx";
import { useOpenRoom } from "#web/features/rooms/use-open-room.ts";
import { ShareMenu } from "#web/features/share/ShareMenu.tsx";
import { chat } from "#web/lib/chat.ts";
import { wantsFocus } from "#web/lib/media.ts";
import { useStore } from "#web/lib/use-store.ts";
import { RoomComposer } from "./RoomComposer.tsx";
import { RoomMessages } from "./RoomMessages.tsx";
import { whyNotSend } from "./why-not-send.ts";

/** `/chat/{sessionRoomSlug}`: one room. */
export function ChatPage() {
  const { chatId = "" } = useParams();
  return <Room key={chatId} roomSlug={chatId} />;
}

function Room({ roomSlug }: { roomSlug: string }) {
  const { productName, limits } = usePublicConfig();
  const { room, subscription, participation } = useOpenRoom(roomSlug);
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isJoining, setJoining] = useState(false);
  const roomName = room?.roomName ?? roomSlug;
  useEffect(() => {
    // The row that was pressed is gone from a narrow screen, and the focus with it.
    if (!wantsFocus()) document.getElementById("main")?.focus({ preventScroll: true });
  }, []);

  async function join(): Promise<void> {
    setJoining(true);
    await joinRoom(roomSlug);
    setJoining(false);
    field.current?.focus();
  }

  return (
    <>
      <RoomHeader
        room={room ?? { roomName, description: null, accessType: "PUBLIC" }}
        tools={
          room && me && <ShareMenu room={room} productName={productName} inviter={me} isMain />
        }
      />
      <RoomMessages
        roomSlug={roomSlug}
        roomName={roomName}
        subscription={subscription}
        participation={participation}
      />
      <div className="column-inset flex-none pt-2.5 max-pair:px-2">
        {participation === "unknown" && <CheckingAccess />}
        {participation === "out" && (
          <JoinPrompt roomName={roomName} isBusy={isJoining} onJoin={() => void join()} />
        )}
        {subscription && (
          <RoomComposer
            roomSlug={roomSlug}
            roomName={roomName}
            ownId={me?.id ?? ""}
            disabledReason={whyNotSend(subscription)}
            maxChars={limits.messageMaxChars}
            field={field}
          />
        )}
      </div>
    </>
  );
}
