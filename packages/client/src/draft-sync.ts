import type { Draft, MessageId, RoomId } from "@colbin/protocol";
import { toApiError } from "./api-error.ts";
import type { ListHost } from "./list-host.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { Runtime, Timer } from "./runtime.ts";

/** Where a draft is: the composer of a room, or of a thread in it. */
export interface DraftPlace {
  readonly roomId: RoomId;
  readonly threadId: MessageId | null;
}

/** The draft that the server was last known to have in a place. */
export type DraftMark = Pick<Draft, "content" | "other" | "version">;

/** The texts of this device, which come first: they are written there before anybody is asked. */
export interface DeviceDrafts {
  /** Places that have a text or a mark. */
  readonly places: () => readonly DraftPlace[];
  /** Empty where there is none. */
  readonly text: (place: DraftPlace) => string;
  readonly setText: (place: DraftPlace, text: string) => void;
  readonly mark: (place: DraftPlace) => DraftMark | undefined;
  readonly setMark: (place: DraftPlace, mark: DraftMark) => void;
}

type Host = ListHost & Pick<Runtime, "startTimer">;

/** From the last key on (rules-messages 40). */
const SAVE_DELAY_MS = 1_000;
/** After a try that failed for a reason that passes. */
const RETRY_MS = 5_000;

const nothing: DraftMark = { content: "", other: null, version: 0 };
const keyOf = ({ roomId, threadId }: DraftPlace): string => `${roomId} ${threadId ?? ""}`;

/**
 * Keeps the drafts of a device and those of the server the same. A text that was not changed here since it was saved follows the
 * server's. Where both have changed, the text of this device goes on, and the one that was there becomes the other text of the place:
 * no text that was saved is lost.
 */
export class DraftSync {
  readonly #host: Host;
  readonly #device: DeviceDrafts;
  readonly #timers = new Map<string, Timer>();
  /** Places whose text is on its way to the server, with the newest draft of which was told meanwhile. */
  readonly #saving = new Map<string, DraftMark | undefined>();
  /** Other texts as they are to be. */
  readonly #wished = new Map<string, string | null>();
  readonly #stopNews: () => void;
  readonly #look = oneAtATime(() => this.#readAll());
  /** The person and workspace whose drafts were read. */
  #known: string | undefined;
  #isStopped = false;

  constructor(host: Host, device: DeviceDrafts) {
    this.#host = host;
    this.#device = device;
    this.#stopNews = host.onNews((news) => {
      if (news.part !== "drafts") return;
      const { change } = news;
      if (!change) this.#lookAgain();
      // A draft of another workspace, or of a room that has just come: the list tells of it.
      else if (this.#slugOf(change.draft) !== undefined) this.#take(change.draft, change.draft);
    });
    this.#lookAgain();
  }

  /** The text of a place has changed on this device: it is saved a second after the last key. */
  changed(place: DraftPlace): void {
    this.#saveIn(SAVE_DELAY_MS, place);
  }

  /** The other text becomes the one that is written, and the other way round. */
  takeOther(place: DraftPlace): void {
    const { content, other } = this.#wishOf(place);
    if (other === null) return;
    this.#device.setText(place, other);
    this.#wishOther(place, content.trim() === "" ? null : content);
  }

  dropOther(place: DraftPlace): void {
    this.#wishOther(place, null);
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopNews();
    for (const timer of this.#timers.values()) timer.cancel();
  }

  #wishOther(place: DraftPlace, other: string | null): void {
    this.#wished.set(keyOf(place), other);
    this.#saveIn(0, place);
  }

  #markOf(place: DraftPlace): DraftMark {
    return this.#device.mark(place) ?? nothing;
  }

  #wishOf(place: DraftPlace): Pick<DraftMark, "content" | "other"> {
    const wish = this.#wished.get(keyOf(place));
    const other = wish === undefined ? this.#markOf(place).other : wish;
    return { content: this.#device.text(place), other };
  }

  #isSaved(place: DraftPlace): boolean {
    const [{ content, other }, mark] = [this.#wishOf(place), this.#markOf(place)];
    return content === mark.content && other === mark.other;
  }

  #slugOf({ roomId }: DraftPlace): string | undefined {
    return this.#host.store.getSnapshot().subscriptions.get(roomId)?.sessionRoomSlug;
  }

  #later(key: string, delayMs: number, task: () => void): void {
    this.#timers.get(key)?.cancel();
    if (!this.#isStopped) this.#timers.set(key, this.#host.startTimer(task, delayMs));
  }

  #saveIn(delayMs: number, place: DraftPlace): void {
    this.#later(keyOf(place), delayMs, () => void this.#save(place));
  }

  #isKnown(): boolean {
    return !this.#isStopped && this.#known === this.#host.owner();
  }

  async #save(place: DraftPlace): Promise<void> {
    const key = keyOf(place);
    const slug = this.#slugOf(place);
    if (slug === undefined || !this.#isKnown() || this.#saving.has(key) || this.#isSaved(place))
      return;
    this.#saving.set(key, undefined);
    const { threadId } = place;
    const { version } = this.#markOf(place);
    let nextMs: number | undefined = SAVE_DELAY_MS;
    try {
      const draft = await this.#host.call("putDraft", {
        params: { slug },
        query: threadId === null ? {} : { threadId },
        body: { ...this.#wishOf(place), version },
      });
      if (this.#isKnown()) this.#device.setMark(place, draft);
      else nextMs = undefined;
      if (this.#wished.get(key) === draft.other) this.#wished.delete(key);
    } catch (cause) {
      nextMs = this.#isKnown() ? this.#afterFailure(place, cause) : undefined;
    }
    const told = this.#saving.get(key);
    this.#saving.delete(key);
    if (told) this.#take(place, told);
    if (nextMs !== undefined && !this.#isSaved(place)) this.#saveIn(nextMs, place);
  }

  /** After so many milliseconds it is tried again; undefined where that would not help. */
  #afterFailure(place: DraftPlace, cause: unknown): number | undefined {
    const { code, details, status, retryable, retryAfterMs } = toApiError(cause);
    if (code !== "DRAFT_CONFLICT") {
      const isFinal = !retryable && status >= 400 && status < 500;
      return isFinal ? undefined : Math.max(RETRY_MS, retryAfterMs ?? 0);
    }
    const { current } = details as { readonly current: Draft };
    const { content, other } = this.#wishOf(place);
    this.#wished.set(keyOf(place), joined(content, [other, current.other, current.content]));
    this.#device.setMark(place, current);
    return 0;
  }

  /** The server has this draft in a place. An older word than the last one says nothing. */
  #take(place: DraftPlace, draft: DraftMark): void {
    const key = keyOf(place);
    const mark = this.#markOf(place);
    if (this.#isStopped || draft.version < mark.version) return;
    if (this.#saving.has(key)) {
      // It may be the text that is on its way: the person may have gone on since.
      const told = this.#saving.get(key);
      if (draft.version >= (told?.version ?? 0)) this.#saving.set(key, draft);
      return;
    }
    const text = this.#device.text(place);
    const isOwn = text === draft.content;
    if (text === mark.content || isOwn) {
      this.#device.setMark(place, draft);
      if (!isOwn) this.#device.setText(place, draft.content);
    }
    if (!this.#isSaved(place)) this.#saveIn(SAVE_DELAY_MS, place);
  }

  #lookAgain(): void {
    if (!this.#isStopped)
      this.#look().catch(() => this.#later("list", RETRY_MS, () => this.#lookAgain()));
  }

  async #readAll(): Promise<void> {
    const asked = this.#host.owner();
    const before = this.#device.places().map((place) => ({ place, mark: this.#markOf(place) }));
    const { results } = await this.#host.call("listDrafts", {});
    if (this.#isStopped || this.#host.owner() !== asked) return;
    this.#known = asked;
    const listed = new Set(results.map(keyOf));
    for (const draft of results) this.#take(draft, draft);
    for (const { place, mark } of before) {
      // A place that was saved meanwhile is in no list of before.
      const isSame = this.#markOf(place) === mark && !this.#saving.has(keyOf(place));
      if (isSame && !listed.has(keyOf(place)))
        this.#take(place, { ...nothing, version: mark.version });
    }
  }
}

/** All that would be lost beside this text, each once; null where that is nothing. */
function joined(content: string, texts: readonly (string | null)[]): string | null {
  const kept: string[] = [];
  for (const text of texts) {
    const trimmed = text?.trim() ?? "";
    const isThere = [content, ...kept].some((each) => each.includes(trimmed));
    if (trimmed !== "" && !isThere) kept.push(trimmed);
  }
  return kept.length === 0 ? null : kept.join("\n\n");
}
