import type { RoomCard, Subscription } from "@colbin/protocol";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { ShareButton } from "#web/features/share/ShareButton.tsx";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";
import { RoomMenu } from "./RoomMenu.tsx";

/** What can be done with the room that is on the screen. */
export function RoomTools({ room }: { room: Subscription | RoomCard }) {
  const { productName } = usePublicConfig();
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const isShared = room.roomType === "channel";
  return (
    <>
      {me && isShared && <ShareButton room={room} productName={productName} inviter={me} isMain />}
      <RoomMenu room={room} />
    </>
  );
}
