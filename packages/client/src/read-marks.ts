import { MARK_READ_ACK_TIMEOUT_MS, type Message } from "@colbin/protocol";
import { toApiError, type ApiError } from "./api-error.ts";
import { backOffMs } from "./back-off.ts";
import type { ChatState } from "./chat-state.ts";
import type { Http } from "./http.ts";
import { withLocalRead, withReadPosition, withUnreadCount } from "./reducers/subscriptions.ts";
import type { Runtime, Timer } from "./runtime.ts";
import type { WritableStore } from "./store.ts";
import type { Link } from "./sync.ts";

export interface ReadMarksOptions {
  readonly runtime: Runtime;
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly link: Link;
}

interface Mark {
  readonly messageId: string;
  readonly msgNo: number;
}

/** Ids that mark-as-read takes: 24 hexadecimal digits, UUID, or temp_ (specification, section 5). */
const READABLE_ID = /^(temp_[\w-]{1,56}|[0-9a-f]{24}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * Read positions on their way to the server: shown at once, one at a time in each room and only the newest, over the
 * live channel and without an answer in 5 s over REST. What could not be sent is sent again by itself, and when the
 * connection is back.
 */
export class ReadMarks {
  readonly #options: ReadMarksOptions;
  readonly #wanted = new Map<string, Mark>();
  readonly #sending = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, Timer>();
  readonly #failures = new Map<string, number>();

  constructor(options: ReadMarksOptions) {
    this.#options = options;
  }

  /** Settles when the server has it or a connection is awaited; fails when the server refuses. */
  async mark(slug: string, messageId: string): Promise<void> {
    const state = this.#options.store.getSnapshot();
    const subscription = state.subscriptions.get(slug);
    if (!subscription) return;
    const msgNo = placeOf(state, slug, messageId);
    const shown = Math.max(subscription.readMsgNo, state.localReads.get(slug) ?? 0);
    const isSendable = READABLE_ID.test(messageId);
    if (msgNo === undefined || (isSendable && msgNo <= shown)) return;
    this.#options.store.update((next) => withLocalRead(next, slug, msgNo));
    if (!isSendable) return;
    this.#wanted.set(slug, { messageId, msgNo });
    await this.#flush(slug);
  }

  /** To be called when the connection is back. */
  flushAll(): void {
    for (const slug of this.#wanted.keys()) this.#flush(slug).catch(() => undefined);
  }

  forget(): void {
    this.#wanted.clear();
    this.#failures.clear();
    for (const timer of this.#timers.values()) timer.cancel();
  }

  #flush(slug: string): Promise<void> {
    const running = this.#sending.get(slug);
    if (running) return running;
    const sending = this.#sendAll(slug).finally(() => this.#sending.delete(slug));
    this.#sending.set(slug, sending);
    return sending;
  }

  async #sendAll(slug: string): Promise<void> {
    for (let mark = this.#wanted.get(slug); mark; mark = this.#wanted.get(slug)) {
      try {
        await this.#send(slug, mark);
      } catch (cause) {
        const error = toApiError(cause);
        if (error.retryable || error.status === 401) {
          this.#wait(slug, error);
          return;
        }
        this.#done(slug, mark);
        throw error;
      }
      this.#confirm(slug, mark);
    }
  }

  #wait(slug: string, error: ApiError): void {
    const { runtime } = this.#options;
    const failures = (this.#failures.get(slug) ?? 0) + 1;
    this.#failures.set(slug, failures);
    const again = (): void => void this.#flush(slug).catch(() => undefined);
    const delayMs = (error.retryAfterMs ?? 0) + backOffMs(failures, runtime.random);
    this.#timers.get(slug)?.cancel();
    this.#timers.set(slug, runtime.startTimer(again, delayMs));
  }

  async #send(slug: string, { messageId }: Mark): Promise<void> {
    const { link, call, store } = this.#options;
    if (link.isReady()) {
      try {
        const type = "CLIENT_MARK_ROOM_READ";
        const question = { type, sessionRoomSlug: slug, lastReadMessageId: messageId } as const;
        await link.request(question, MARK_READ_ACK_TIMEOUT_MS);
        return;
      } catch (cause) {
        // Of somebody who has gone meanwhile it must not be asked for in the name of the next one.
        if (!toApiError(cause).retryable || !this.#wanted.has(slug)) throw cause;
      }
    }
    const body = { lastReadMessageId: messageId };
    const update = await call("markRead", { params: { slug }, body });
    store.update((state) => withUnreadCount(state, update));
  }

  #confirm(slug: string, mark: Mark): void {
    this.#options.store.update((state) => withReadPosition(state, slug, mark.msgNo));
    this.#done(slug, mark);
  }

  /** The overlay goes, unless a newer read of the room is still on its way. */
  #done(slug: string, mark: Mark): void {
    this.#failures.delete(slug);
    if (this.#wanted.get(slug) !== mark) return;
    this.#wanted.delete(slug);
    this.#options.store.update((state) => withLocalRead(state, slug, null));
  }
}

/** Number of the last numbered message at or before this one; undefined for a message that is not known here. */
function placeOf(state: ChatState, slug: string, messageId: string): number | undefined {
  const subscription = state.subscriptions.get(slug);
  const isNewest = subscription?.lastMessage?.id === messageId || messageId.startsWith("temp_");
  // An own message on its way moves the position to the end by itself; what no server knows is read locally.
  if (isNewest || !READABLE_ID.test(messageId)) return subscription?.lastMsgNo;
  const list: readonly Message[] = state.messages.get(slug) ?? [];
  const at = list.findIndex((each) => each.id === messageId);
  if (at === -1) return undefined;
  const last = list.slice(0, at + 1).findLast((each) => each.msgNo !== null);
  return last?.msgNo ?? undefined;
}
