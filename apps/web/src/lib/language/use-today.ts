import { useSyncExternalStore } from "react";
import { dayKey } from "./dates.ts";

const CHECK_MS = 30_000;
const MINUTE_MS = 60_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_MS);
  return () => clearInterval(timer);
}

/** Today as a day key; midnight changes it. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => dayKey(new Date()));
}

/** When the present minute began, in milliseconds. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
}
