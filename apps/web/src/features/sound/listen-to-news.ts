import type { ChatState } from "@colbin/client";
import { chat } from "#web/lib/api/chat.ts";
import { newsOf, type News } from "./news.ts";

const listeners = new Set<(news: readonly News[]) => void>();
let known: ChatState | undefined;

/** Calls back with the newest messages of other people, whenever there are some. */
export function listenToNews(listener: (news: readonly News[]) => void): void {
  listeners.add(listener);
  if (known) return;
  known = chat.store.getSnapshot();
  chat.store.subscribe(() => {
    const state = chat.store.getSnapshot();
    const news = known ? newsOf(known, state) : [];
    known = state;
    if (news.length > 0) for (const each of listeners) each(news);
  });
}
