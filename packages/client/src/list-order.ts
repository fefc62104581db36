import type { RoomId, Subscription } from "@colbin/protocol";

/**
 * Decides which of two reports about the list of rooms is the newer one, room by room. Reports of the channel are numbered; a
 * REST answer is as old as its question.
 */
export class ListOrder {
  /** The number of the newest whole list; lists are numbered anew by each connection. */
  #rev = Number.NEGATIVE_INFINITY;
  /** Rooms of which a change was told since: its number, and when it came. */
  readonly #told = new Map<RoomId, { readonly rev: number; readonly at: number }>();
  #count = 0;

  /** Reports from before do not count any more. */
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

  /** The rooms among these changed ones of which nothing newer was told. */
  news(ids: readonly RoomId[], rev: number): ReadonlySet<RoomId> {
    const isNews = (id: RoomId): boolean => rev > (this.#told.get(id)?.rev ?? this.#rev);
    const news = ids.filter(isNews);
    this.#count += 1;
    for (const id of news) this.#told.set(id, { rev, at: this.#count });
    return new Set(news);
  }

  /** Which of these changed and removed rooms are news; a removal that came before the room's id was known counts by its address. */
  changes(
    changed: readonly Subscription[],
    removed: readonly RoomId[],
    rev: number,
  ): { readonly shown: readonly Subscription[]; readonly gone: readonly RoomId[] } {
    const isOut = (address: string): boolean =>
      (this.#told.get(address as RoomId)?.rev ?? this.#rev) > rev;
    const isIn = changed.filter(({ sessionRoomSlug }) => !isOut(sessionRoomSlug));
    const news = this.news([...isIn.map(({ roomId }) => roomId), ...removed], rev);
    return {
      shown: isIn.filter(({ roomId }) => news.has(roomId)),
      gone: removed.filter((roomId) => news.has(roomId)),
    };
  }

  /** The list, with what the state says of rooms of which something was told after it was read. */
  merge(
    list: readonly Subscription[],
    known: ReadonlyMap<RoomId, Subscription>,
    read: { readonly rev: number } | { readonly at: number },
  ): readonly Subscription[] {
    const newer = [...this.#told].flatMap(([id, { rev, at }]) =>
      ("rev" in read ? rev > read.rev : at > read.at) ? [id] : [],
    );
    // A room that was removed before its id was known is told of by its address.
    const isNewer = (key: string): boolean => newer.includes(key as RoomId);
    const others = list.filter(
      ({ roomId, sessionRoomSlug }) => !isNewer(roomId) && !isNewer(sessionRoomSlug),
    );
    return [...others, ...newer.flatMap((id) => known.get(id) ?? [])];
  }
}
