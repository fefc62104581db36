import { memo } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ROOMS_DRAWN_WHOLE } from "./constants.ts";
import type { RoomListProps } from "./LongRoomList.tsx";
import { RoomRow } from "./RoomRow.tsx";

const LongRoomList = lazyPart(() => import("./LongRoomList.tsx"), "LongRoomList");

/** A list in another order draws no row anew. */
const Row = memo(RoomRow);

/** A long list draws only the rows in sight; a short one is whole, and found by the search of the browser. */
export function RoomList(props: RoomListProps) {
  const { roomIds } = props;
  if (roomIds.length <= ROOMS_DRAWN_WHOLE) return <Rows {...props} />;
  const first = roomIds.slice(0, ROOMS_DRAWN_WHOLE);
  return (
    <LongRoomList
      {...props}
      missing={<Rows {...props} roomIds={first} />}
      renderFailed={() => <Rows {...props} />}
    />
  );
}

function Rows({ roomIds, currentId }: RoomListProps) {
  return (
    <ul>
      {roomIds.map((roomId) => (
        <li key={roomId}>
          <Row roomId={roomId} isCurrent={roomId === currentId} />
        </li>
      ))}
    </ul>
  );
}
