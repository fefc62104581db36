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

/** What the server was last known to have in a place. */
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

export interface DraftSync {
  /** The text of a place has changed on this device: it is saved a second after the last key. */
  readonly changed: (place: DraftPlace) => void;
  /** The other text becomes the one that is written, and the other way round. */
  readonly takeOther: (place: DraftPlace) => void;
  readonly dropOther: (place: DraftPlace) => void;
  readonly stop: () => void;
}

/** From the last key on (rules-messages 40). */
const SAVE_DELAY_MS = 1_000;
/** After a try that failed for a reason that passes. */
const RETRY_MS = 5_000;

const nothing: DraftMark = { content: "", other: null, version: 0 };
const keyOf = ({ roomId, threadId }: DraftPlace): string => `${roomId} ${threadId ?? ""}`;

/**
 * Keeps the drafts of a device and those of the server the same. A text that was not changed here since it was saved follows the
 * server's. Where both have changed, the text of this device goes on, and what was there becomes the other text of the place: nothing
 * that was saved is lost.
 */
export function createDraftSync(
  { call, store, owner, onNews, startTimer }: ListHost & Pick<Runtime, "startTimer">,
  device: DeviceDrafts,
): DraftSync {
  const timers = new Map<string, Timer>();
  const saving = new Set<string>();
  /** Other texts as they are to be. */
  const wished = new Map<string, string | null>();
  let known: string | undefined;
  let isStopped = false;

  const markOf = (place: DraftPlace): DraftMark => device.mark(place) ?? nothing;
  function wishOf(place: DraftPlace): Pick<DraftMark, "content" | "other"> {
    const wish = wished.get(keyOf(place));
    const other = wish === undefined ? markOf(place).other : wish;
    return { content: device.text(place), other };
  }
  function isSaved(place: DraftPlace): boolean {
    const [{ content, other }, mark] = [wishOf(place), markOf(place)];
    return content === mark.content && other === mark.other;
  }

  function saveIn(delayMs: number, place: DraftPlace): void {
    later(keyOf(place), delayMs, () => void save(place));
  }
  function later(key: string, delayMs: number, task: () => void): void {
    timers.get(key)?.cancel();
    if (!isStopped) timers.set(key, startTimer(task, delayMs));
  }

  async function save(place: DraftPlace): Promise<void> {
    const key = keyOf(place);
    const slug = store.getSnapshot().subscriptions.get(place.roomId)?.sessionRoomSlug;
    if (isStopped || saving.has(key) || known !== owner() || isSaved(place)) return;
    if (slug === undefined) return;
    saving.add(key);
    const wish = wishOf(place);
    const { threadId } = place;
    const { version } = markOf(place);
    const input = {
      params: { slug },
      query: threadId === null ? {} : { threadId },
      body: { ...wish, version },
    };
    let nextMs: number | undefined = SAVE_DELAY_MS;
    try {
      const draft = await call("putDraft", input);
      if (known !== owner()) return;
      device.setMark(place, draft);
      if (wished.get(key) === draft.other) wished.delete(key);
    } catch (cause) {
      nextMs = known === owner() ? afterFailure(place, cause) : undefined;
    } finally {
      saving.delete(key);
    }
    if (nextMs !== undefined && !isSaved(place)) saveIn(nextMs, place);
  }

  /** After so many milliseconds it is tried again; undefined where that would not help. */
  function afterFailure(place: DraftPlace, cause: unknown): number | undefined {
    const { code, details, status, retryAfterMs } = toApiError(cause);
    if (code !== "DRAFT_CONFLICT")
      return status >= 400 && status < 500 && code !== "RATE_LIMITED"
        ? undefined
        : Math.max(RETRY_MS, retryAfterMs ?? 0);
    const { current } = details as { readonly current: Draft };
    const { content, other } = wishOf(place);
    wished.set(keyOf(place), joined(content, [other, current.other, current.content]));
    device.setMark(place, current);
    return 0;
  }

  /** What the server has in a place. An older word than the last one says nothing. */
  function take(place: DraftPlace, draft: DraftMark): void {
    const mark = markOf(place);
    if (draft.version < mark.version) return;
    const text = device.text(place);
    const isOwn = text === draft.content;
    if (text === mark.content || isOwn) {
      device.setMark(place, draft);
      if (!isOwn) device.setText(place, draft.content);
    }
    if (!isSaved(place)) saveIn(SAVE_DELAY_MS, place);
  }

  const look = oneAtATime(async () => {
    const asked = owner();
    const before = device.places().map((place) => ({ place, mark: markOf(place) }));
    const { results } = await call("listDrafts", {});
    if (isStopped || owner() !== asked) return;
    known = asked;
    const listed = new Set(results.map(keyOf));
    for (const draft of results) take(draft, draft);
    for (const { place, mark } of before) {
      // A place that was saved meanwhile is in no list of before.
      const isSame = markOf(place) === mark && !saving.has(keyOf(place));
      if (isSame && !listed.has(keyOf(place))) take(place, { ...nothing, version: mark.version });
    }
  });
  function lookAgain(): void {
    if (!isStopped) look().catch(() => later("list", RETRY_MS, lookAgain));
  }

  function change(place: DraftPlace, other: string | null): void {
    wished.set(keyOf(place), other);
    saveIn(0, place);
  }

  const stopNews = onNews((news) => {
    if (news.part !== "drafts") return;
    const { change: told } = news;
    if (!told) lookAgain();
    // Of another workspace, or of a room that has just come: the list tells of it.
    else if (store.getSnapshot().subscriptions.has(told.draft.roomId)) take(told.draft, told.draft);
  });
  lookAgain();
  return {
    changed: (place) => saveIn(SAVE_DELAY_MS, place),
    takeOther(place) {
      const { content, other } = wishOf(place);
      if (other === null) return;
      device.setText(place, other);
      change(place, content.trim() === "" ? null : content);
    },
    dropOther: (place) => change(place, null),
    stop() {
      isStopped = true;
      stopNews();
      for (const timer of timers.values()) timer.cancel();
    },
  };
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
