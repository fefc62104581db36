import type { RoomId } from "@colbin/protocol";
import type { AccountWithTokens } from "./account.ts";
import type { Chat, TakenBackListener } from "./chat-client.ts";
import { initialChatState, type ChatState } from "./chat-state.ts";
import { kindOf } from "./commands.ts";
import { Connection } from "./connection.ts";
import { createMessages } from "./messages.ts";
import { Outbox } from "./outbox.ts";
import type { LoadFiles } from "./needed-files.ts";
import { memoryOutboxStore, type OutboxStore } from "./outbox-store.ts";
import { createPeople } from "./people.ts";
import { createPersonalEvents } from "./personal-events.ts";
import { tryRead } from "./read-marks.ts";
import { createReceipts } from "./receipts.ts";
import { addressOf } from "./reducers/addresses.ts";
import { RoomCards } from "./room-cards.ts";
import { createRooms } from "./rooms.ts";
import { SnapshotKeeper } from "./snapshot-keeper.ts";
import type { SnapshotStore } from "./snapshot-store.ts";
import { createStore, type NextFrame, type WritableStore } from "./store.ts";
import { Sync, type Link } from "./sync.ts";
import { Typing } from "./typing.ts";
import { leaveLost } from "./workspaces.ts";

export interface ChatOptions {
  /** Where unsent messages survive; memory unless given. */
  readonly outboxStore?: OutboxStore;
  /** Files on their way, for messages that need some; without it none can be sent. */
  readonly files?: LoadFiles;
  /** Where the state of the chat survives a reload; nowhere unless given. */
  readonly snapshotStore?: SnapshotStore;
  /** News from the server is shown together at the next frame; at once unless given. */
  readonly nextFrame?: NextFrame;
}

/** The live part on top of an account: rooms, messages, typing, and the connection that keeps them true. */
export function createChat(account: AccountWithTokens, options: ChatOptions = {}): Chat {
  const parts = assemble(account, options);
  const { store, connection, sync, outbox, typing, people, personal, ...rest } = parts;
  const { receipts, link, takenBack, lost, keeper, cards } = rest;
  const { call } = account;
  const stopFollowing = followPerson(account, parts);
  return {
    store,
    connection: {
      connect: () => connect(account, parts),
      disconnect: () => connection.disconnect(),
      onAccessLost(listener) {
        lost.add(listener);
        return () => lost.delete(listener);
      },
    },
    rooms: {
      ...createRooms({ store, call, link, sync, onLeave: (roomId) => typing.stop(roomId) }),
      know: (ids) => cards.know(ids),
    },
    messages: createMessages({
      store,
      call,
      outbox,
      typing,
      takenBack,
      recordWhile: sync.recordWhile,
      isLive: link.isReady,
      loadSubscriptions: sync.loadSubscriptions,
    }),
    uploadHost: parts.uploadHost,
    threadHost: { store, call, recordWhile: sync.recordWhile },
    typing: {
      keystroke: (roomId, threadId) => typing.keystroke({ roomId, threadId }),
      stop: (roomId) => typing.stop(roomId),
    },
    people: people.api,
    receipts: receipts.api,
    ...personal.api,
    view: {
      selectMessage: (selectedMessageId) =>
        store.update((state) => ({ ...state, selectedMessageId })),
      search: (searchQuery) => store.update((state) => ({ ...state, searchQuery })),
      setSidebarOpen: (sidebarOpen) => store.update((state) => ({ ...state, sidebarOpen })),
    },
    whenRestored: () => keeper?.restored ?? nothingToRestore,
    close() {
      stopFollowing();
      keeper?.close();
      connection.close();
      sync.reset();
      outbox.close();
    },
  };
}

interface Parts {
  readonly store: WritableStore<ChatState>;
  readonly connection: Connection;
  readonly sync: Sync;
  readonly outbox: Outbox;
  readonly typing: Typing;
  readonly people: ReturnType<typeof createPeople>;
  readonly receipts: ReturnType<typeof createReceipts>;
  readonly personal: ReturnType<typeof createPersonalEvents>;
  readonly cards: RoomCards;
  readonly link: Link;
  readonly takenBack: Set<TakenBackListener>;
  readonly lost: Set<() => void>;
  readonly keeper: SnapshotKeeper | undefined;
  readonly uploadHost: Chat["uploadHost"];
}

const noFiles: LoadFiles = () => Promise.reject(new Error("No files can be sent here"));
const nothingToRestore = Promise.resolve();

function assemble(account: AccountWithTokens, options: ChatOptions): Parts {
  const { outboxStore: entries = memoryOutboxStore(), snapshotStore: snapshots } = options;
  const { nextFrame, files = noFiles } = options;
  const { runtime, call } = account;
  const store = createStore<ChatState>(initialChatState, nextFrame);
  const takenBack = new Set<TakenBackListener>();
  const lost = new Set<() => void>();
  const connection: Connection = new Connection(account, {
    resume: () => sync.resume(),
    onReady(frame) {
      store.update((state) => ({ ...state, webBuild: frame.webBuild }));
      sync.onReady(frame);
      outbox.resume(frame.userId);
      people.onReady();
      receipts.onReady();
      cards.forget();
    },
    onFrame: (frame) =>
      store.gather(() => {
        sync.onFrame(frame);
        people.onFrame(frame);
        receipts.onFrame(frame);
        personal.onFrame(frame);
      }),
    onLost() {
      sync.onLost();
      typing.forget();
    },
    onStatus: (connectionStatus, connectionError) =>
      store.update((state) => ({ ...state, connectionStatus, connectionError })),
    async onAccessLost() {
      if (!(await leaveLost(account))) return;
      if (connection.isWanted) connection.connect();
      for (const listener of lost) listener();
    },
  });
  const link: Link = {
    isReady: () => connection.isReady,
    request: (question, timeoutMs) => connection.request(question, timeoutMs),
    noteHead: (roomId, seq) => connection.noteHead(addressOf(store.getSnapshot(), roomId), seq),
  };
  const people = createPeople({ runtime, store, connection });
  const receipts = createReceipts({ runtime, store, connection });
  const cards = new RoomCards({ runtime, store, call });
  const personal = createPersonalEvents(store, account);
  const sync = new Sync({ runtime, store, call, link, lookAround: personal.look });
  const io = { store, link, call, files };
  const outbox = new Outbox({
    runtime,
    store,
    entries,
    files,
    workspaceId: account.workspaceId,
    send: (entry) => kindOf(entry).try(entry, io),
    sendRead: (entry, isMeant) => tryRead(entry, io, isMeant),
    accept: (roomId, acknowledgement) => sync.accept(roomId, [acknowledgement]),
    onTakenBack: (entry, error) => {
      for (const listener of takenBack) listener(entry, error);
    },
  });
  const typing = new Typing({
    runtime,
    say({ roomId, threadId }, isTyping) {
      const roomSlug = addressOf(store.getSnapshot(), roomId);
      return connection.send({
        type: "CLIENT_TYPING",
        roomSlug,
        isTyping,
        ...(threadId && { threadId }),
      });
    },
  });
  const keeper = snapshots && new SnapshotKeeper({ account, store, snapshots, sync, outbox });
  const told = { people, receipts, personal, cards };
  const uploadHost = { store, entries, changed: (roomId: RoomId) => outbox.flushAll([roomId]) };
  const own = { store, connection, sync, outbox, typing, keeper, uploadHost };
  return { ...own, ...told, link, takenBack, lost };
}

/** The list is read by REST as well: it is there before the channel, and also where no channel is to be had. */
function connect(account: AccountWithTokens, { connection, sync, store }: Parts): void {
  if (!account.tokens.accessToken) return;
  connection.connect();
  if (!store.getSnapshot().hasSubscriptions)
    sync.loadSubscriptions().catch(() => {
      // The channel brings the list as soon as it is open.
    });
}

/** Everything belongs to one person: another one, or nobody, begins with an empty state. */
function followPerson(account: AccountWithTokens, parts: Parts): () => void {
  const { store, connection, sync, outbox, typing, keeper } = parts;
  const follow = (): void => {
    const { user } = account.session.getSnapshot();
    const known = store.getSnapshot().currentUser;
    // A switch before the channel was there: what is opened from now on is of another workspace, whose addresses may be the same.
    if (user?.id === known?.id && !keeper?.isOfAnother) {
      store.update((state) =>
        state.currentUser === user ? state : { ...state, currentUser: user },
      );
      return;
    }
    const wasWanted = connection.isWanted;
    connection.disconnect();
    sync.reset();
    outbox.stop();
    typing.forget();
    store.update(({ sidebarOpen }) => ({ ...initialChatState, sidebarOpen, currentUser: user }));
    if (!user) {
      // However the session ended, and in whichever tab: what this one may have kept goes.
      keeper?.clear().catch(() => undefined);
      return;
    }
    keeper?.restore(user.id);
    void outbox.restore(user.id);
    if (wasWanted) connect(account, parts);
  };
  // The session may have ended while no page of the chat was there to hear it.
  if (!account.session.getSnapshot().user) keeper?.clear().catch(() => undefined);
  follow();
  account.onSignOut((user) => outbox.clear(user.id));
  return account.session.subscribe(follow);
}
