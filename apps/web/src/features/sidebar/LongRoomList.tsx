import type { RoomId } from "@colbin/protocol";
import {
  createContext,
  memo,
  use,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from "react";
import { Virtualizer, type CustomItemComponentProps } from "virtua";
import { RoomRow } from "./RoomRow.tsx";

/** A list in another order draws no row anew. */
const Row = memo(RoomRow);

export interface RoomListProps {
  /** In the order in which they are shown. */
  roomIds: readonly RoomId[];
  currentId: RoomId | undefined;
  /** The element that scrolls, in which the list is not alone. */
  view: RefObject<HTMLElement | null>;
}

/** A list of rooms that draws only the rows in sight. */
export function LongRoomList({ roomIds, currentId, view }: RoomListProps) {
  const [focused, setFocused] = useState<RoomId>();
  const list = useRef<HTMLDivElement>(null);
  const startMargin = useOffset(list, view);
  // Tab goes to what is drawn, so the row with the focus stays with its neighbours wherever the list is scrolled to.
  const here = focused === undefined ? -1 : roomIds.indexOf(focused);
  const kept = [here - 1, here, here + 1].filter((at) => here !== -1 && at in roomIds);
  function handleFocus(event: FocusEvent<HTMLElement>): void {
    const row = event.target.closest("[aria-posinset]");
    setFocused(roomIds[Number(row?.getAttribute("aria-posinset")) - 1]);
  }
  return (
    <div ref={list} onFocus={handleFocus}>
      <ListSize value={roomIds.length}>
        <Virtualizer
          as="ul"
          item={RoomItem}
          data={roomIds}
          keepMounted={kept}
          scrollRef={view}
          startMargin={startMargin}
        >
          {(roomId) => <Row key={roomId} roomId={roomId} isCurrent={roomId === currentId} />}
        </Virtualizer>
      </ListSize>
    </div>
  );
}

/** How far below the start of what scrolls the list begins: sections above it open, close and grow. */
function useOffset(
  list: RefObject<HTMLElement | null>,
  view: RefObject<HTMLElement | null>,
): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const [inner, outer] = [list.current, view.current];
    const content = outer?.firstElementChild;
    if (!inner || !outer || !content) return undefined;
    const measure = () => {
      const { top } = outer.getBoundingClientRect();
      setOffset(Math.round(inner.getBoundingClientRect().top - top + outer.scrollTop));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(content);
    return () => watch.disconnect();
  }, [list, view]);
  return offset;
}

const ListSize = createContext(0);

/** Says which of how many it is, since most of the others are not in the page. */
function RoomItem({ index, children, style, ref }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={use(ListSize)}>
      {children}
    </li>
  );
}
