import { useSyncExternalStore } from "react";
import { dayKey } from "./dates.ts";

const CHECK_MS = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_MS);
  return () => clearInterval(timer);
}

/** Today as a day key; midnight changes it. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => dayKey(new Date()));
}
