import type { ToastVariant } from "@colbin/protocol";
import { useSyncExternalStore } from "react";
import { keepInTab, readInTab } from "#web/lib/device/tab-storage.ts";

export interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly variant?: ToastVariant;
  readonly durationMs?: number;
  /** A button in it, which closes it. A toast of the next page has none. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

export interface ShownToast extends Toast {
  readonly id: number;
}

/** Specification, section 2: how long a toast stays when nobody says otherwise. */
export const TOAST_DURATION_MS = 5000;
/** Pixels of a swipe to the right that close it. */
export const TOAST_SWIPE_PX = 50;

const NEXT_KEY = "nextToast";

let count = 0;
let shown = takeNext();
const listeners = new Set<() => void>();

function show(next: ShownToast | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in the place of the one before: there is one at a time. Callable from anywhere, also outside React. */
export function toast(message: Toast): void {
  count += 1;
  show({ ...message, id: count });
}

/** Shows a toast on the page that a full load leads to. */
export function toastNext(message: Omit<Toast, "action">): void {
  keepInTab(NEXT_KEY, message);
}

function takeNext(): ShownToast | undefined {
  const kept = readInTab(NEXT_KEY) as Toast | undefined;
  if (kept === undefined) return undefined;
  keepInTab(NEXT_KEY, undefined);
  count += 1;
  return { ...kept, id: count };
}

/** Takes that toast away, unless another one has already taken its place. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShownToast(): ShownToast | undefined {
  return useSyncExternalStore(subscribe, () => shown);
}
