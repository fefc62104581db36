import { isBlank, toEmoji, type MessageId } from "@colbin/protocol";
import { ApiError, notAuthenticated, toApiError } from "./api-error.ts";
import type { Chat, TakenBackListener } from "./chat-client.ts";
import type { ChatState, Command } from "./chat-state.ts";
import type { Http } from "./http.ts";
import type { Outbox } from "./outbox.ts";
import { markRead } from "./read-marks.ts";
import { withOlderPage, withPage, withSeen } from "./reducers/messages.ts";
import { hasReacted } from "./reducers/reactions.ts";
import { countUnsent, visibleMessages } from "./selectors.ts";
import { applyEvent, headOf } from "./state.ts";
import type { WritableStore } from "./store.ts";
import type { Sync } from "./sync.ts";
import type { Typing } from "./typing.ts";

export interface MessagesOptions {
  readonly store: WritableStore<ChatState>;
  readonly call: Http["call"];
  readonly outbox: Outbox;
  readonly typing: Typing;
  readonly takenBack: Set<TakenBackListener>;
  readonly recordWhile: Sync["recordWhile"];
}

/** What screens do with messages. */
export function createMessages(options: MessagesOptions): Chat["messages"] {
  const { store, outbox } = options;
  return {
    send: (slug, content) => send(options, slug, content),
    edit: (slug, messageId, content) => edit(options, slug, messageId, content),
    remove: (slug, messageId) => add(options, slug, { kind: "delete", messageId }),
    react: (slug, messageId, emoji) => react(options, slug, messageId, emoji),
    onTakenBack(listener) {
      options.takenBack.add(listener);
      return () => options.takenBack.delete(listener);
    },
    retry: (clientMessageId) => outbox.retry(clientMessageId),
    discard: (clientMessageId) => outbox.discard(clientMessageId),
    async findUnsent() {
      const { currentUser } = store.getSnapshot();
      const elsewhere = currentUser ? await outbox.restore(currentUser.id) : 0;
      return countUnsent(store.getSnapshot()) + elsewhere;
    },
    loadOlder: (slug) => loadOlder(options, slug),
    markRead(slug, messageId) {
      store.update((state) => withSeen(state, slug, messageId));
      return markRead(options, slug, messageId);
    },
  };
}

async function send(options: MessagesOptions, slug: string, text: string): Promise<void> {
  const { currentUser, hasSubscriptions, subscriptions } = options.store.getSnapshot();
  const content = text.trim();
  if (!currentUser) throw notAuthenticated();
  if (hasSubscriptions && !subscriptions.has(slug)) throw notSubscribed();
  if (isBlank(content)) return;
  options.typing.stop(slug);
  const anchorSeq = headOf(options.store.getSnapshot(), slug) ?? Number.MAX_SAFE_INTEGER;
  await add(options, slug, { kind: "send", content, type: "text", anchorSeq });
}

async function add(options: MessagesOptions, slug: string, command: Command): Promise<void> {
  const { currentUser } = options.store.getSnapshot();
  if (!currentUser) throw notAuthenticated();
  await options.outbox.add(currentUser.id, slug, command);
}

async function edit(
  options: MessagesOptions,
  slug: string,
  messageId: MessageId,
  text: string,
): Promise<void> {
  const content = text.trim();
  const shown = findShown(options, slug, messageId);
  if (isBlank(content) || shown?.content === content) return;
  await add(options, slug, { kind: "edit", messageId, content });
}

async function react(
  options: MessagesOptions,
  slug: string,
  messageId: MessageId,
  picked: string,
): Promise<void> {
  const emoji = toEmoji(picked);
  if (emoji === undefined) return;
  const me = options.store.getSnapshot().currentUser?.id;
  const shown = findShown(options, slug, messageId);
  const isOwn = shown !== undefined && hasReacted(shown, emoji, me);
  await add(options, slug, { kind: "react", messageId, emoji, action: isOwn ? "remove" : "add" });
}

function findShown({ store }: MessagesOptions, slug: string, id: MessageId) {
  return visibleMessages(store.getSnapshot(), slug).find((each) => each.id === id);
}

function notSubscribed(): ApiError {
  const message = "Not subscribed to this room";
  return new ApiError({ code: "NOT_SUBSCRIBED", message, status: 403, details: {} });
}

async function loadOlder(
  { store, call, recordWhile }: MessagesOptions,
  slug: string,
): Promise<void> {
  const before = store.getSnapshot();
  const page = before.pages.get(slug);
  const first = before.messages.get(slug)?.[0];
  if (page?.status !== "ready" || !page.hasMore || page.isLoadingOlder || !first) return;
  store.update((state) => withPage(state, slug, { isLoadingOlder: true, error: null }));
  const isSame = (state: ChatState): boolean => state.messages.get(slug)?.[0] === first;
  try {
    const query = { before: page.nextCursor ?? first.id };
    const read = () => call("listMessages", { params: { slug }, query });
    const { answer, recorded } = await recordWhile(slug, read);
    // A reload or another person in the meantime: this page belongs to what is gone.
    store.update((state) => {
      if (!isSame(state)) return state;
      // What has not come to its turn yet will find the messages loaded.
      const headSeq = state.pages.get(slug)?.headSeq ?? 0;
      const past = recorded.filter(({ seq }) => seq <= headSeq);
      const inOrder = past.toSorted((one, other) => one.seq - other.seq);
      return inOrder.reduce<ChatState>(applyEvent, withOlderPage(state, slug, answer));
    });
  } catch (cause) {
    const error = toApiError(cause);
    store.update((state) =>
      isSame(state) ? withPage(state, slug, { isLoadingOlder: false, error }) : state,
    );
    throw cause;
  }
}
