import { useEffect, useEffectEvent, type RefObject } from "react";
import type { LazyPart } from "#web/design/page/lazy-part.tsx";
import { placeOf, type Place } from "./landmark.ts";
import type { MenuPlace } from "./menu-place.ts";
import { listenForAsks, type Point } from "./row-asks.ts";
import { useSurface } from "./use-surface.ts";

interface RowMenuProps<P> {
  /** The rows are in it, now or later. */
  list: RefObject<HTMLElement | null>;
  /** Each row has it, with a value by which `find` knows the row. */
  attribute: `data-${string}`;
  /** The label of the row's menu, and the props of the surface beside its place; undefined where nothing is in it: the browser's own stays. */
  find: (row: string) => { readonly label: string; readonly props: P } | undefined;
  /** The surface with the entries, loaded late: rows are many, and few of their menus are ever seen. */
  surface: LazyPart<P & MenuPlace>;
}

interface PointedPlace extends Place {
  readonly row: string;
  /** Undefined for fingers, which get a sheet. */
  readonly point: Point | undefined;
}

/**
 * The one menu of all rows of a list. Opened at the pointer by a right click or the menu key, and as a sheet by a long press; whatever
 * is in it must also be reached by a button. Text that is selected or written keeps the menu of the browser, which copies and pastes it.
 */
export function RowMenu<P extends object>(menu: RowMenuProps<P>) {
  const { list, attribute, find, surface: Surface } = menu;
  const opening = useSurface<PointedPlace>();
  const { isOpen, place, need, close } = opening;
  const found = place && find(place.row);
  // The row or its entries may go meanwhile; the menu must not open later by itself.
  if (isOpen && !found) close();
  const open = useEffectEvent((element: HTMLElement, point?: Point): boolean => {
    const row = element.getAttribute(attribute) ?? "";
    if (find(row) === undefined) return false;
    const { activeElement } = document;
    const isInside = activeElement instanceof HTMLElement && element.contains(activeElement);
    opening.open({ ...placeOf(isInside ? activeElement : element), row, point });
    return true;
  });
  useEffect(() => {
    const element = list.current ?? undefined;
    return element && listenForAsks(element, attribute, (row, point) => open(row, point));
  }, [list, attribute]);
  const isAtPoint = isOpen && place?.point !== undefined;
  // The point means nothing any more, as for the browser's own.
  const handleResize = useEffectEvent(close);
  useEffect(() => {
    if (!isAtPoint) return undefined;
    const listen = () => handleResize();
    window.addEventListener("resize", listen);
    return () => window.removeEventListener("resize", listen);
  }, [isAtPoint]);
  if (!found) return null;
  return (
    <Surface
      key={need}
      {...found.props}
      label={found.label}
      side="bottom"
      align="start"
      isOpen={isOpen}
      container={place.container}
      point={place.point}
      isSheet={place.point === undefined}
      onClose={close}
      opener={place.opener}
    />
  );
}
