import type { News } from "./list-host.ts";

interface NewsOffice {
  readonly tell: (news: News) => void;
  /** Returns the way to stop. */
  readonly onNews: (listener: (news: News) => void) => () => void;
}

/** Brings news to whoever asked for it, in the order of asking. */
export function createNews(): NewsOffice {
  const listeners = new Set<(news: News) => void>();
  return {
    tell(news) {
      for (const listener of listeners) listener(news);
    },
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
