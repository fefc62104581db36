import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { useWelcome } from "#web/features/invitations/use-welcome.ts";
import { createOrJoin, joinRoom } from "#web/features/rooms/entering.ts";
import { Welcome } from "#web/features/rooms/Welcome.tsx";
import { ShareButton } from "#web/features/share/ShareButton.tsx";
import { FirstTeamCard } from "#web/features/workspaces/FirstTeamCard.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { QuickShareCard } from "./QuickShareCard.tsx";
import { usePublicRooms } from "./use-public-rooms.ts";

/** No room is chosen: what there is to choose from. */
export function WelcomePage() {
  const { productName } = usePublicConfig();
  const navigate = useNavigate();
  useWelcome();
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const hasRooms = useStore(chat.store, ({ order }) => order.length > 0);
  const publicRooms = usePublicRooms();
  const [isCreating, setCreating] = useState(false);
  const [joiningSlug, setJoiningSlug] = useState<string>();

  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** A person who has gone elsewhere meanwhile stays there. */
  async function goTo(room: Promise<string | undefined>): Promise<void> {
    const slug = await room;
    if (!isHere.current) return;
    setCreating(false);
    setJoiningSlug(undefined);
    if (slug !== undefined) await navigate(roomPath(slug));
  }

  return (
    <Welcome hasRooms={hasRooms}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FirstTeamCard />
        <QuickShareCard
          publicRooms={publicRooms}
          isCreating={isCreating}
          onCreate={(name) => {
            setCreating(true);
            void goTo(createOrJoin(name));
          }}
          joiningSlug={joiningSlug}
          onJoin={(slug) => {
            setJoiningSlug(slug);
            void goTo(joinRoom(slug));
          }}
          renderShare={(room) =>
            me && <ShareButton room={room} productName={productName} inviter={me} />
          }
        />
      </div>
    </Welcome>
  );
}
