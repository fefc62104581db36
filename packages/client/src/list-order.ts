import type { Subscription } from "@colbin/protocol";

/**
 * Which of two things that were told of the list of rooms is the newer one, room by room. What the channel tells is numbered; what was
 * read by REST is as old as its question.
 */
export class ListOrder {
  /** Of the newest whole list; lists are numbered anew by each connection. */
  #rev = Number.NEGATIVE_INFINITY;
  /** Rooms of which a change was told since: its number, and when it came. */
  readonly #told = new Map<string, { readonly rev: number; readonly at: number }>();
  #count = 0;

  /** What was told before does not count any more. */
  begin(): void {
    this.#rev = Number.NEGATIVE_INFINITY;
    this.#told.clear();
  }

  /** Logical time of a question that is asked now. */
  get now(): number {
    return this.#count;
  }

  /** False for a whole list that is older than the one before. */
  takes(rev: number): boolean {
    if (rev < this.#rev) return false;
    this.#rev = rev;
    return true;
  }

  /** Of these rooms, of which a change is told, those of which nothing newer was. */
  news(slugs: readonly string[], rev: number): ReadonlySet<string> {
    const isNews = (slug: string): boolean => rev > (this.#told.get(slug)?.rev ?? this.#rev);
    const news = slugs.filter(isNews);
    this.#count += 1;
    for (const slug of news) this.#told.set(slug, { rev, at: this.#count });
    return new Set(news);
  }

  /** The list, with what the state says of rooms of which something was told after it was read. */
  merge(
    list: readonly Subscription[],
    known: ReadonlyMap<string, Subscription>,
    read: { readonly rev: number } | { readonly at: number },
  ): readonly Subscription[] {
    const newer = [...this.#told].flatMap(([slug, { rev, at }]) =>
      ("rev" in read ? rev > read.rev : at > read.at) ? [slug] : [],
    );
    const others = list.filter(({ sessionRoomSlug: slug }) => !newer.includes(slug));
    return [...others, ...newer.flatMap((slug) => known.get(slug) ?? [])];
  }
}
