import type { RoomCard } from "@colbin/protocol";
import { use, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { loadPublicConfig } from "#web/features/instance/public-config.ts";
import { ShareMenu } from "#web/features/share/ShareMenu.tsx";
import { PageTitle } from "#web/features/subscriptions/PageTitle.tsx";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";
import { PUBLIC_ROOMS_SHOWN } from "./constants.ts";
import { createRoom, joinRoom } from "./join-room.ts";
import { QuickShareCard } from "./QuickShareCard.tsx";
import { Welcome } from "./Welcome.tsx";

/** No room is chosen: what there is to choose from. */
export function WelcomePage() {
  const { productName } = use(loadPublicConfig());
  const navigate = useNavigate();
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const hasRooms = useStore(chat.store, ({ order }) => order.length > 0);
  const { rooms, hasFailed, load } = usePublicRooms();
  const [isCreating, setCreating] = useState(false);
  const [joiningSlug, setJoiningSlug] = useState<string>();

  async function goTo(room: Promise<string | undefined>): Promise<void> {
    const slug = await room;
    setCreating(false);
    setJoiningSlug(undefined);
    if (slug !== undefined) await navigate(`/chat/${encodeURIComponent(slug)}`);
  }

  return (
    <Welcome hasRooms={hasRooms}>
      <PageTitle>{productName}</PageTitle>
      <QuickShareCard
        rooms={rooms}
        hasFailed={hasFailed}
        onRetry={load}
        isCreating={isCreating}
        onCreate={(name) => {
          setCreating(true);
          void goTo(createRoom(name));
        }}
        joiningSlug={joiningSlug}
        onJoin={(slug) => {
          setJoiningSlug(slug);
          void goTo(joinRoom(slug));
        }}
        renderShare={(room) =>
          me && <ShareMenu room={room} productName={productName} inviter={me} />
        }
      />
    </Welcome>
  );
}

function usePublicRooms() {
  const [rooms, setRooms] = useState<readonly RoomCard[]>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    chat.rooms.list({ page: 1, limit: PUBLIC_ROOMS_SHOWN, sortBy: "name", sortOrder: "asc" }).then(
      ({ results }) => {
        if (isWanted) setRooms(results.filter(({ accessType }) => accessType === "PUBLIC"));
      },
      () => {
        if (isWanted) setFailed(true);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [attempt]);
  const load = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { rooms, hasFailed, load };
}
