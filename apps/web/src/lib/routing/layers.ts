import { ways, type Step } from "./ways.ts";

/*
 * Dialogs, sheets and menus that the browser's way back closes, the top one first, before it leaves the page below. Each has an entry
 * of its own in the history, above the entry of the page, and of the same address: the router takes them for the same place.
 */

/**
 * A step that the browser was asked for takes a few milliseconds. One that it never tells of may not hold up the app: a step between
 * pages where there is none behind, or a step between the entries of layers where the page has asked for hundreds within seconds. The
 * browser of a busy machine may tell late of the latter, and a layer that opened meanwhile would take it for the person's way back.
 */
const PAGE_PATIENCE_MS = 1000;
const LAYER_PATIENCE_MS = 10_000;

type Close = () => void;

/** In the order in which they were opened. */
const layers: Close[] = [];
const waiting: Step[] = [];
let moving: ReturnType<typeof setTimeout> | undefined;
/** The entries of layers that the person has just stepped back over are still there, ahead. */
let isAhead = false;

/** Adds an open layer on top. The way back calls `onBack`; a layer that stays open gets its entry back. Returns the way to remove it. */
export function addLayer(onBack: Close): () => void {
  const layer = () => onBack();
  layers.push(layer);
  queueMicrotask(settle);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    // Later, since another one may open in its place at once.
    queueMicrotask(settle);
  };
}

/** Takes a step between pages: at once, or when the browser stands at the entry of the page itself. */
export function whenOnPage(step: Step): void {
  if (moving === undefined && layerOfEntry() === 0) return step();
  waiting.push(step);
  settle();
}

/** Further steps wait until the browser is there. */
function moveBy(entries: number, patience = PAGE_PATIENCE_MS): void {
  moving = setTimeout(arrive, patience);
  window.history.go(entries);
}

function layerOfEntry(): number {
  const state = window.history.state as { readonly layer?: unknown } | null;
  return typeof state?.layer === "number" ? state.layer : 0;
}

function arrive(): void {
  const isOwnStep = moving !== undefined;
  clearTimeout(moving);
  moving = undefined;
  const left = layers.slice(layerOfEntry());
  if (!isOwnStep && left.length > 0) {
    isAhead = true;
    for (const close of left.toReversed()) close();
  }
  // After React has taken away the layers that closed.
  setTimeout(settle);
}

/** Brings the entries of the browser in line with the layers that are open. */
function settle(): void {
  if (moving !== undefined) return;
  if (waiting.length > 0) {
    if (layerOfEntry() > 0) return moveBy(-layerOfEntry(), LAYER_PATIENCE_MS);
    waiting.shift()?.();
    return queueMicrotask(settle);
  }
  const missing = layers.length - layerOfEntry();
  const isBackInSight = isAhead;
  isAhead = false;
  if (missing < 0 || (missing > 0 && isBackInSight)) return moveBy(missing, LAYER_PATIENCE_MS);
  for (let layer = layerOfEntry() + 1; layer <= layers.length; layer += 1)
    window.history.pushState({ ...(window.history.state as object | null), layer }, "");
}

Object.assign(ways, { whenOnPage, moveBy: (entries) => moveBy(entries) } satisfies typeof ways);
// Before the router hears of it, which may ask for another step at once.
window.addEventListener("popstate", arrive, { capture: true });
// A page that was loaded anew has none of the layers that were open before.
settle();
