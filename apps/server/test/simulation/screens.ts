import { roomKeyOf, visibleMessages, type ChatState, type VisibleMessage } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import type { Intent, Intents } from "./intents.ts";
import type { Device } from "./person.ts";
import type { Store } from "./store.ts";
import type { Tab } from "./tab.ts";

/*
 * Looks at every screen whenever its tab has come to rest, and holds what it lays over the confirmed state against what its
 * person has done: a text that was written there and not thrown away is there once, and what was read stays read, unless the
 * server has refused it.
 */

export class Screens {
  readonly #store: Store;
  readonly #intents: Intents;
  readonly #onViolation: (what: string) => void;
  readonly #seen = new WeakMap<Tab, ChatState>();
  /** Devices that had several tabs: what one of them has sent goes from the outbox of all, before the others hear of it. */
  readonly #shared = new Set<Device>();
  /** Tabs that were refused something since the last look. */
  readonly #refused = new Set<Tab>();

  constructor(store: Store, intents: Intents, onViolation: (what: string) => void) {
    this.#store = store;
    this.#intents = intents;
    this.#onViolation = onViolation;
  }

  onRefused(tab: Tab): void {
    this.#refused.add(tab);
  }

  look(tabs: readonly Tab[]): void {
    for (const tab of tabs) {
      const { state, device } = tab;
      if (tabs.some((each) => each !== tab && each.device === device)) this.#shared.add(device);
      const before = this.#seen.get(tab);
      if (before === state) continue;
      this.#written(tab, state, before);
      if (before && !this.#refused.has(tab)) this.#read(tab, state, before);
      this.#seen.set(tab, state);
    }
    this.#refused.clear();
  }

  #written(tab: Tab, state: ChatState, before: ChatState | undefined): void {
    for (const intent of this.#intents.writtenIn(tab.name)) {
      const { slug, content } = intent;
      const roomId = roomKeyOf(state, slug);
      const isSame = (["messages", "pending", "pages"] as const).every(
        (part) => before?.[part].get(roomId) === state[part].get(roomId),
      );
      if (isSame || !intent.isStored) continue;
      const shown = visibleMessages(state, roomId).filter((each) => each.content === content);
      const waiting = shown.filter(({ clientMessageId }) => clientMessageId !== null);
      const isTwice = shown.length > 1 && !isUntold(shown.length, waiting);
      if (isTwice || (shown.length === 0 && !this.#mayMiss(state, intent)))
        this.#onViolation(`${tab.name} shows "${content}" ${shown.length} times`);
    }
  }

  /** Thrown away, or committed and not loaded. */
  #mayMiss(state: ChatState, { device, slug, content, isExcused }: Intent): boolean {
    const log = this.#store.bySlug(slug)?.log ?? [];
    const entry = log.find((each) => each.kind === null && each.content === content);
    const roomId = roomKeyOf(state, slug);
    const page = state.pages.get(roomId);
    if (isExcused || !entry) return isExcused;
    const first = page?.hasMore ? (state.messages.get(roomId)?.[0]?.seq ?? 0) : 0;
    if (page?.status !== "ready" || entry.seq < first) return true;
    return this.#shared.has(device) && entry.seq > page.headSeq;
  }

  #read(tab: Tab, state: ChatState, before: ChatState): void {
    for (const [roomId, { sessionRoomSlug: slug }] of state.subscriptions) {
      const [was, is] = [shownRead(before, roomId), shownRead(state, roomId)];
      if (is < was) this.#onViolation(`${tab.name} ${slug}: shows as read ${was}, then ${is}`);
    }
  }
}

/** NOTE: a page says nothing of the ids of clients: what it brings is not known for one's own until the send is acknowledged. */
function isUntold(count: number, waiting: readonly VisibleMessage[]): boolean {
  return count === 2 && waiting.length === 1 && waiting[0]?.status !== "sent";
}

/** Up to where a room looks read; 0 where the person is not in it. */
function shownRead({ subscriptions, localReads }: ChatState, roomId: RoomId): number {
  return Math.max(subscriptions.get(roomId)?.readMsgNo ?? 0, localReads.get(roomId) ?? 0);
}
