import { roomIdOf } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { useState, type ComponentProps, type DragEvent } from "react";
import { chat } from "#web/lib/api/chat.ts";

/** The type of the data that a dragged row carries beside its link. */
const roomType = "application/x-colbin-room";

/** For a row: the room goes where it is dropped. */
export function dragRoom(event: DragEvent, roomId: RoomId): void {
  event.dataTransfer.setData(roomType, roomId);
}

interface Drop {
  /** Where a room would come to stand: pixels from the start of the section. */
  readonly line: number | undefined;
  readonly props: ComponentProps<"div">;
}

/** For a section: takes rooms; into one that is not the person's own, back to the others of their kind. */
export function useRoomDrop(sectionId: string | undefined): Drop {
  const [line, setLine] = useState<number>();
  return {
    line,
    props: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes(roomType)) return;
        event.preventDefault();
        setLine(placeOf(event).line);
      },
      onDragLeave(event) {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setLine(undefined);
      },
      onDrop(event) {
        const roomId = event.dataTransfer.getData(roomType) as RoomId;
        if (roomId === "") return;
        event.preventDefault();
        setLine(undefined);
        const { before } = placeOf(event);
        const place = sectionId === undefined ? undefined : { sectionId, before };
        void import("./move-room.ts").then(({ placeRoom }) => placeRoom(roomId, place));
      },
    },
  };
}

/** Between which rows the pointer is. */
function placeOf({ currentTarget, clientY }: DragEvent<HTMLElement>) {
  const { top, bottom } = currentTarget.getBoundingClientRect();
  const rows = [...currentTarget.querySelectorAll("a[data-room]")];
  const next = rows.find((row) => {
    const box = row.getBoundingClientRect();
    return clientY < (box.top + box.bottom) / 2;
  });
  const slug = next?.getAttribute("data-room") ?? "";
  return {
    before: roomIdOf(chat.store.getSnapshot(), slug),
    line: (next?.getBoundingClientRect().top ?? bottom) - top,
  };
}
