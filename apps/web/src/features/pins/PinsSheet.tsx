import { shownMessages } from "@colbin/client";
import { mayPin, type RoomCard, type Subscription } from "@colbin/protocol";
import { Pin } from "lucide-react";
import { useRef } from "react";
import { SideSheet } from "#web/design/overlay/SideSheet.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { LoadingLine } from "#web/design/page/LoadingLine.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useRenewal } from "#web/lib/api/use-renewal.ts";
import { setPin } from "#web/features/messages/set-pin.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import type { SideProps } from "#web/lib/routing/side.ts";
import { PinnedItem } from "./PinnedItem.tsx";
import { pinTexts } from "./texts.ts";

/** The pinned messages of the room on the screen, for whoever reads it. */
export function PinsSheet({ onClose }: SideProps<"pins">) {
  const room = useStore(chat.store, ({ activeRoomId: id, subscriptions, rooms }) =>
    id === null ? undefined : (subscriptions.get(id) ?? rooms.get(id)),
  );
  if (!room) return null;
  return (
    <SideSheet title={t(pinTexts.title)} onClose={onClose}>
      <Pins key={room.roomId} room={room} />
    </SideSheet>
  );
}

function Pins({ room }: { room: Subscription | RoomCard }) {
  const { roomId, sessionRoomSlug: slug } = room;
  const list = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useCall("listPinned", { params: { slug } });
  const news = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId)?.pinsSeq);
  useRenewal("listPinned", String(news));
  // The list of messages hears of every change: its copies are newer.
  const shown = useStore(chat.store, (state) => shownMessages(state, roomId));
  const newer = new Map(shown.map((message) => [message.id, message]));
  const pinned = data?.messages
    .map((message) => newer.get(message.id) ?? message)
    .filter(({ pin }) => pin !== undefined);
  if (!pinned)
    return error ? (
      <ErrorState
        title={t(pinTexts.failed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingLine text={t(pinTexts.loading)} />
    );
  if (pinned.length === 0)
    return <EmptyState icon={Pin} title={t(pinTexts.emptyTitle)} text={t(pinTexts.emptyText)} />;
  return (
    <ScrollRegion className="min-h-0 flex-1 px-2 pt-2 pb-4">
      <div ref={list} tabIndex={-1} className="grid gap-0.5 outline-none">
        {pinned.map((message) => (
          <PinnedItem
            key={message.id}
            slug={slug}
            message={message}
            onUnpin={
              mayUnpin(room)
                ? () => {
                    list.current?.focus({ preventScroll: true });
                    void setPin(roomId, message.id, false);
                  }
                : undefined
            }
          />
        ))}
      </div>
    </ScrollRegion>
  );
}

function mayUnpin(room: Subscription | RoomCard): boolean {
  return (
    "pinnedBy" in room &&
    room.status === "ACTIVE" &&
    !isLinkGuest() &&
    mayPin(room.role, room.pinnedBy)
  );
}
