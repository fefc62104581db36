/** One press of an arrow moves an enlarged picture by this part of the window. */
const MOVE_PART = 0.15;
/** By the keys: to the right, and down. */
export const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** In pixels of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point of the window, and the part of the picture that is there, from its start. */
export interface Held {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
}

/** When the zoom changes, a point of the picture stays in its place: that which is clicked, else the middle of the window. */
export function hold(stage: HTMLElement | null, clicked?: Point): Held | undefined {
  const [sheet] = stage?.children ?? [];
  if (!stage || !sheet) return undefined;
  const view = stage.getBoundingClientRect();
  const { x, y } = clicked ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  const box = sheet.getBoundingClientRect();
  return { x, y, across: (x - box.x) / box.width, down: (y - box.y) / box.height };
}

/** After the zoom has changed. */
export function putBack(stage: HTMLElement | null, { x, y, across, down }: Held): void {
  const box = stage?.children[0]?.getBoundingClientRect();
  if (box) stage?.scrollBy(box.x + across * box.width - x, box.y + down * box.height - y);
}

/** One press of an arrow. */
export function moveBy(stage: HTMLElement | null, [right, down]: readonly [number, number]): void {
  const { clientWidth = 0, clientHeight = 0 } = stage ?? {};
  stage?.scrollBy(right * clientWidth * MOVE_PART, down * clientHeight * MOVE_PART);
}
