import {
  createAccount,
  createChat,
  inProcessLocks,
  memoryOutboxStore,
  memoryStorage,
  programRuntime,
  type AccountWithTokens,
  type Chat,
  type KeyValueStorage,
  type Locks,
  type OutboxStore,
  type RawSocket,
  type SnapshotStore,
} from "@colbin/client";

/* Tabs with the real client on a real server, as the web app has them. */

/** What the tabs of one browser share. */
export interface Shared {
  readonly locks: Locks;
  readonly outbox: OutboxStore;
  /** Where the state of the chat survives a reload; nowhere unless given. */
  readonly snapshots?: SnapshotStore;
  /** A tab's view of the storage; each has one of its own unless given. */
  readonly openStorage?: () => KeyValueStorage;
}

export interface Tab {
  readonly account: AccountWithTokens;
  readonly chat: Chat;
  /** Cuts its sockets; nothing it asks for is answered from now on. */
  readonly goOffline: () => void;
  readonly goOnline: () => void;
  /** It is in the background from now on. */
  readonly hide: () => void;
}

/** Hears what the sockets of a tab do, each with the workspace that it entered. */
export interface Watch {
  heard(text: string, workspaceId: string | undefined): void;
  left(workspaceId: string | undefined): void;
}

export function openTab(url: string, shared: Shared, watch?: Watch): Tab {
  const base = programRuntime();
  const sockets = new Set<RawSocket>();
  let isOnline = true;
  const listeners = new Set<(signal: "hidden") => void>();
  const account = createAccount({
    baseUrl: url,
    runtime: {
      ...base,
      locks: shared.locks,
      onSignal(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      ...(shared.openStorage && { storage: shared.openStorage() }),
      fetch: (...request) =>
        isOnline ? base.fetch(...request) : Promise.reject(new TypeError("fetch failed")),
      openSocket(address, token, handlers) {
        let place: string | undefined;
        const socket = base.openSocket(address, token, {
          ...handlers,
          onText(text) {
            place ??= /"SERVER_MULTI_ROOM_AUTH_SUCCESS".*"workspaceId":"([^"]+)"/.exec(text)?.[1];
            watch?.heard(text, place);
            handlers.onText(text);
          },
          onClose(code) {
            watch?.left(place);
            handlers.onClose(code);
          },
        });
        sockets.add(socket);
        return socket;
      },
    },
  });
  return {
    account,
    chat: createChat(account, {
      outboxStore: shared.outbox,
      ...(shared.snapshots && { snapshotStore: shared.snapshots }),
    }),
    goOffline() {
      isOnline = false;
      for (const socket of sockets) socket.close(4000, "The network is gone");
    },
    goOnline() {
      isOnline = true;
    },
    hide() {
      for (const listener of listeners) listener("hidden");
    },
  };
}

/** A browser whose tabs hear of what the others store, a moment later. */
export function openSharedBrowser(): Shared {
  const { get, set, remove } = memoryStorage();
  const tabs: Set<(key: string | null) => void>[] = [];
  return {
    locks: inProcessLocks(),
    outbox: memoryOutboxStore(),
    openStorage() {
      const own = new Set<(key: string | null) => void>();
      tabs.push(own);
      const tell = (key: string) => {
        const others = tabs.filter((tab) => tab !== own);
        setImmediate(() => {
          for (const listener of others.flatMap((tab) => [...tab])) listener(key);
        });
      };
      return {
        get,
        set(key, value) {
          set(key, value);
          tell(key);
        },
        remove(key) {
          remove(key);
          tell(key);
        },
        subscribe(listener) {
          own.add(listener);
          return () => own.delete(listener);
        },
      };
    },
  };
}
