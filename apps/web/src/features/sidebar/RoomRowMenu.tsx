import { roomKeyOf } from "@colbin/client";
import type { RefObject } from "react";
import { RowMenu } from "#web/design/menu/RowMenu.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";

const RowMenuSurface = lazyPart(() => import("./RowMenuSurface.tsx"), "RowMenuSurface");

export function RoomRowMenu({ list }: { list: RefObject<HTMLElement | null> }) {
  const subscriptions = useStore(chat.store, (state) => state.subscriptions);
  const find = (slug: string) => {
    const room = subscriptions.get(roomKeyOf(chat.store.getSnapshot(), slug));
    return room && { label: room.roomName, props: { room } };
  };
  return <RowMenu list={list} attribute="data-room" find={find} surface={RowMenuSurface} />;
}
