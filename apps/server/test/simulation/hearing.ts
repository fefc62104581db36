import type { FrameOf, RoomEventEntry } from "@colbin/protocol";

interface Place {
  /** Complete up to here; undefined until it is known where it begins. */
  head: number | undefined;
  /** Told already, with something missing before it. */
  readonly early: Set<number>;
  /** Told as the answer to an own send, which waits for nothing. */
  readonly answered: Set<number>;
  /** Not named in the resume: the newest list of the entry says where it begins. */
  readonly isBeginning: boolean;
}

/**
 * What one socket is told of the rooms' logs. From the end of its entry on every event of a room is the next one: nobody has to
 * ask for what the server could have told (wire.md, Delivery).
 */
export class Hearing {
  readonly #places = new Map<string, Place>();
  /** Subscriptions that are being changed, by the question: what is heard until its answer begins and ends anywhere. */
  readonly #changing = new Map<string, readonly string[]>();
  /** Of the newest list. */
  #listed: ReadonlySet<string> = new Set();
  /** Joined by an event since then. */
  readonly #joined = new Set<string>();
  #isEntered = false;
  #rev = Number.NEGATIVE_INFINITY;

  begin(resumed: Readonly<Record<string, number>>): void {
    for (const [slug, head] of Object.entries(resumed)) this.#places.set(slug, toPlace(head));
  }

  /** The client asks to hear rooms, or not to hear them any more. */
  change(requestId: string, slugs: readonly string[]): void {
    this.#changing.set(requestId, slugs);
  }

  list({ requestId, ...update }: FrameOf<"SERVER_SUBSCRIPTION_UPDATE">): void {
    const changed = requestId === undefined ? undefined : this.#changing.get(requestId);
    for (const slug of changed ?? []) this.#places.delete(slug);
    this.#changing.delete(requestId ?? "");
    if (update.rev < this.#rev) return;
    this.#rev = update.rev;
    const { subscriptions, changed: rooms = [], removed = [] } = update;
    const before = this.#listed;
    const named = (subscriptions ?? rooms).map(({ sessionRoomSlug }) => sessionRoomSlug);
    const listed = subscriptions
      ? new Set(named)
      : new Set(named).union(before).difference(new Set(removed));
    this.#listed = listed;
    if (this.#isEntered) {
      // What comes later begins with its first event: a list may be older than what was told before it. So does a room of which
      // the list alone tells.
      for (const slug of this.#places.keys()) {
        const isKnown = before.has(slug) || this.#joined.has(slug);
        if (!listed.has(slug) || !isKnown) this.#places.delete(slug);
      }
      this.#joined.clear();
      return;
    }
    for (const { sessionRoomSlug: slug, headSeq } of subscriptions ?? []) {
      const place = this.#place(slug);
      if (place.isBeginning) place.head = Math.max(place.head ?? 0, headSeq);
      advance(place);
    }
  }

  /** Everything that was missed has been told. Answers the rooms of which something was left out. */
  entered(): string[] {
    if (this.#isEntered) return [];
    this.#isEntered = true;
    const gaps = [...this.#places].filter(
      ([, { head, early }]) => head !== undefined && early.size > 0,
    );
    return gaps.map(([slug]) => slug);
  }

  replay({ sessionRoomSlug: slug, events, truncated, headSeq }: Replay): void {
    const place = this.#place(slug);
    for (const { seq } of events) place.early.add(seq);
    if (truncated) place.head = Math.max(place.head ?? 0, headSeq);
    advance(place);
  }

  answer(slug: string, seq: number): void {
    const place = this.#place(slug);
    place.answered.add(seq);
    advance(place);
  }

  /**
   * `own`: the event says that the person is in the room from now on, or is not any more. False: something before it was left
   * out.
   */
  live(slug: string, { seq }: RoomEventEntry, own: "in" | "out" | undefined): boolean {
    if (own === "in") {
      this.#places.set(slug, toPlace(seq - 1));
      this.#joined.add(slug);
    }
    const place = this.#place(slug);
    if (place.head === undefined && this.#isEntered) place.head = seq - 1;
    place.early.add(seq);
    advance(place);
    if (own === "out") this.#places.delete(slug);
    // Whoever is taken out while they enter is replayed nothing more of the room.
    const isGap = this.#isEntered && own !== "out" && place.early.has(seq);
    const isChanging = [...this.#changing.values()].some((slugs) => slugs.includes(slug));
    return !isGap || isChanging;
  }

  #place(slug: string): Place {
    const known = this.#places.get(slug);
    if (known) return known;
    const place = toPlace(undefined);
    this.#places.set(slug, place);
    return place;
  }
}

type Replay = Extract<FrameOf<"SERVER_MESSAGE_HISTORY">, { readonly mode: "resume" }>;

function toPlace(head: number | undefined): Place {
  return { head, early: new Set(), answered: new Set(), isBeginning: head === undefined };
}

function advance(place: Place): void {
  const { early, answered } = place;
  if (place.head === undefined) return;
  while (early.has(place.head + 1) || answered.has(place.head + 1)) place.head += 1;
  for (const seq of early) if (seq <= place.head) early.delete(seq);
}
