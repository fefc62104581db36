import {
  useEffect,
  useEffectEvent,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from "react";
import { placeOf, type Place } from "./landmark.ts";
import type { MenuPlace } from "./menu-place.ts";
import { isOwnTarget } from "./own-target.ts";
import type { LazyPart } from "./lazy-part.tsx";
import { useSurface } from "./use-surface.ts";
import { useLongPress } from "./use-long-press.ts";

interface ContextMenuProps<P> {
  label: string;
  /** What knows the entries: rows are many, and few of their menus are ever seen. */
  surface: LazyPart<P & MenuPlace>;
  /** Of the surface, beside its place. */
  props: P;
  /** Nothing is in it: the browser's own menu stays. */
  isEmpty?: boolean;
  /** Draws what has the menu; spread the props onto it. */
  children: (target: ComponentProps<"div">) => ReactNode;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface PointedPlace extends Place {
  /** Undefined for fingers, which get a sheet. */
  readonly point: Point | undefined;
}

/**
 * Opened at the pointer by a right click or the menu key, and as a sheet by a long press; whatever is in it must also be reached
 * by a button. Text that is selected or written keeps the menu of the browser, which copies and pastes it.
 */
export function ContextMenu<P extends object>(menu: ContextMenuProps<P>) {
  const { label, surface: Surface, props, isEmpty = false, children } = menu;
  const opening = useSurface<PointedPlace>();
  const { isOpen, place, need, close } = opening;
  const open = (target: HTMLElement, point?: Point) => {
    const { activeElement } = document;
    const isInside = activeElement instanceof HTMLElement && target.contains(activeElement);
    opening.open({ ...placeOf(isInside ? activeElement : target), point });
  };
  const longPress = useLongPress(open);
  // A finger rests for a while, and what is in it may come meanwhile; it must not open later by itself.
  if (isOpen && isEmpty) close();
  const isAtPoint = isOpen && place?.point !== undefined;
  // The point means nothing any more, as for the browser's own.
  const handleResize = useEffectEvent(close);
  useEffect(() => {
    if (!isAtPoint) return undefined;
    const listen = () => handleResize();
    window.addEventListener("resize", listen);
    return () => window.removeEventListener("resize", listen);
  }, [isAtPoint]);
  const handleContextMenu = (event: MouseEvent<HTMLElement>) => {
    const { clientX: x, clientY: y, currentTarget, target, nativeEvent } = event;
    if (isEmpty || !isOwnTarget(currentTarget, target)) return;
    // Some browsers tell a long press by themselves, after they have selected the word under the finger.
    const isTouch = "pointerType" in nativeEvent && nativeEvent.pointerType === "touch";
    if (isTouch) window.getSelection()?.removeAllRanges();
    if (hasSelection(currentTarget)) return;
    event.preventDefault();
    // Some browsers name no place for the menu key.
    const isNowhere = x === 0 && y === 0;
    if (isTouch) open(currentTarget);
    else open(currentTarget, isNowhere ? middleOf(currentTarget) : { x, y });
  };
  return (
    <>
      {children({ ...longPress, onContextMenu: handleContextMenu })}
      <Surface
        need={need}
        {...props}
        label={label}
        side="bottom"
        align="start"
        isOpen={isOpen}
        container={place?.container}
        point={place?.point}
        isSheet={place?.point === undefined}
        onClose={close}
        opener={place?.opener}
      />
    </>
  );
}

function hasSelection(element: Element): boolean {
  const selection = window.getSelection();
  return selection?.isCollapsed === false && selection.containsNode(element, true);
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
