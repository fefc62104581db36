import type { CurrentUser } from "@colbin/protocol";
import { createAccount, type AccountWithTokens } from "../src/account.ts";
import type { Chat } from "../src/chat-client.ts";
import { createChat } from "../src/chat.ts";
import { inProcessLocks } from "../src/locks.ts";
import { memoryOutboxStore, type OutboxStore } from "../src/outbox-store.ts";
import type { NeededFiles } from "../src/needed-files.ts";
import type { Runtime, Signal } from "../src/runtime.ts";
import { memorySnapshotStore, type SnapshotStore } from "../src/snapshot-store.ts";
import type { KeyValueStorage } from "../src/storage.ts";
import { Uploads, type FileRows } from "../src/uploads.ts";
import { FakeServer } from "./fake-server.ts";
import { VirtualTime } from "./virtual-time.ts";

/** What the tabs of one browser share. */
export interface Browser {
  readonly storage: () => KeyValueStorage;
  readonly locks: Runtime["locks"];
  readonly outbox: OutboxStore;
  readonly snapshots?: SnapshotStore;
  /** One that can send files. */
  readonly files?: FileRows;
  readonly values: Map<string, string>;
}

type StorageListener = (key: string | null) => void;

/** Like the browser's: a change is told to the other tabs, never to the one that made it. */
export function browser(): Browser {
  const values = new Map<string, string>();
  const tabs = new Set<Set<StorageListener>>();
  const storage = (): KeyValueStorage => {
    const own = new Set<StorageListener>();
    tabs.add(own);
    const tell = (key: string) => {
      for (const tab of tabs) if (tab !== own) for (const listener of tab) listener(key);
    };
    return {
      get: (key) => values.get(key) ?? null,
      set(key, value) {
        values.set(key, value);
        tell(key);
      },
      remove(key) {
        if (values.delete(key)) tell(key);
      },
      subscribe(listener) {
        own.add(listener);
        return () => own.delete(listener);
      },
    };
  };
  return { storage, locks: inProcessLocks(), outbox: memoryOutboxStore(), values };
}

/** One that keeps the state of the chat, too; tokens tell it of which workspace they are. */
export function keepingBrowser(
  server: FakeServer,
): Browser & { readonly snapshots: SnapshotStore } {
  server.toAccessToken = (number) =>
    `${number}.${btoa(JSON.stringify({ wid: server.workspaceId }))}.proof`;
  return { ...browser(), snapshots: memorySnapshotStore() };
}

/** One tab: a client with a person in it. */
export interface Tab {
  readonly account: AccountWithTokens;
  readonly chat: Chat;
  readonly signal: (signal: Signal) => void;
  /** Of a browser that can send files. */
  readonly uploads: Uploads | undefined;
}

export interface World {
  readonly time: VirtualTime;
  readonly server: FakeServer;
  readonly runtime: (browser: Browser) => Runtime & { readonly signal: (signal: Signal) => void };
  /** A new tab of a browser; it finds what the browser keeps. */
  readonly tab: (browser: Browser) => Tab;
  /** A person who has just signed in, in a browser of their own. */
  readonly signedIn: (user: CurrentUser, browser?: Browser) => Tab;
  /** As signedIn, with the channel open and the list received. */
  readonly connected: (user: CurrentUser, browser?: Browser) => Promise<Tab>;
}

export function world(): World {
  const time = new VirtualTime();
  const server = new FakeServer(time);
  let made = 0;
  const uuid = () => {
    made += 1;
    return `00000000-0000-4000-8000-${String(made).padStart(12, "0")}`;
  };

  const runtime: World["runtime"] = (shared) => {
    const listeners = new Set<(signal: Signal) => void>();
    return {
      fetch: server.fetch,
      openSocket: (url, _token, handlers) => server.openSocket(url, handlers),
      now: () => time.now(),
      startTimer: (task, delayMs) => time.startTimer(task, delayMs),
      random: () => 0.5,
      uuid,
      storage: shared.storage(),
      locks: shared.locks,
      onSignal(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      refreshDelivery: "body",
      signal(signal) {
        for (const listener of listeners) listener(signal);
      },
    };
  };

  const tab: World["tab"] = (shared) => {
    const own = runtime(shared);
    const account = createAccount({ runtime: own });
    const files = async (): Promise<NeededFiles> =>
      uploads ?? Promise.reject(new Error("No files"));
    const chat: Chat = createChat(account, {
      outboxStore: shared.outbox,
      files,
      ...(shared.snapshots && { snapshotStore: shared.snapshots }),
    });
    const uploads = shared.files && new Uploads(account, chat.uploadHost, shared.files);
    return { account, chat, signal: own.signal, uploads };
  };

  const signedIn: World["signedIn"] = (user, shared = browser()) => {
    const opened = tab(shared);
    opened.account.tokens.begin({ user, tokens: server.issueTokens(user) });
    return opened;
  };

  return {
    time,
    server,
    runtime,
    tab,
    signedIn,
    async connected(user, shared = browser()) {
      const opened = signedIn(user, shared);
      opened.chat.connection.connect();
      await time.settle();
      return opened;
    },
  };
}
