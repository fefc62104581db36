import { createStore, type Store } from "@colbin/client";
import { SCHEMA_VERSION } from "@colbin/documents";
import {
  API_BASE_PATH,
  documentClosings,
  DOCUMENTS_LIVE_PATH,
  EDITOR_SCHEMA_PARAMETER,
  editorRefusals,
  toLiveName,
  type DocumentId,
  type DocumentNote,
  type DocumentSize,
  type UserId,
} from "@colbin/protocol";
import type { HocuspocusProvider } from "@hocuspocus/provider";
import { Doc } from "yjs";
import { account } from "#web/lib/api/account.ts";
import { renew } from "#web/lib/api/use-renewal.ts";
import { NewerCopyError, openCopy, type DeviceCopy } from "./device-copy.ts";
import { documentReads } from "./document-reads.ts";
import { PacedProvider } from "./paced-provider.ts";
import {
  clockOf,
  clocksOf,
  countDeletions,
  countWaiting,
  toClocks,
  type Clocks,
} from "./waiting.ts";

export interface EditorPerson {
  readonly id: UserId;
  readonly name: string;
}

/** How an open document stands. */
export interface LiveState {
  /** The text is there: of the server, or of this device. */
  readonly isReady: boolean;
  /** The server has the same text, and hears of each change. */
  readonly isConnected: boolean;
  /** The server had it at some time since it was opened. */
  readonly wasConnected: boolean;
  /** As the server last said; undefined until it does. */
  readonly isReadOnly: boolean | undefined;
  /** Changes of this device that are not in the database. */
  readonly waiting: number;
  /** The device keeps the text, also those changes. */
  readonly isKept: boolean;
  /** The document is not there any more, or not open to the person. */
  readonly isGone: boolean;
  /** By the build of this page, beside that of the server: an older one is to be loaded anew, a newer one waits for the server. */
  readonly build: "same" | "older" | "newer";
  readonly size: DocumentSize;
  /** People who have it open now, each once. */
  readonly people: readonly EditorPerson[];
}

/** Before a document is opened. */
export const closedState: LiveState = {
  isReady: false,
  isConnected: false,
  wasConnected: false,
  isReadOnly: undefined,
  waiting: 0,
  isKept: false,
  isGone: false,
  build: "same",
  size: "fits",
  people: [],
};

export interface LiveDocument {
  readonly doc: Doc;
  readonly provider: HocuspocusProvider;
  readonly person: EditorPerson;
  readonly state: Store<LiveState>;
  readonly close: () => void;
}

/** How long a connection that was not let in is left before another one asks again. */
const RETRY_MS = 2_000;

/** Opens a document on the channel of documents, with what this device has kept of it. */
export function openLiveDocument(id: DocumentId, person: EditorPerson): LiveDocument {
  const doc = new Doc();
  const state = createStore(closedState);
  const change = (part: Partial<LiveState>) => state.update((before) => ({ ...before, ...part }));
  const provider = new PacedProvider({
    url: liveUrl(),
    name: toLiveName(id),
    document: doc,
    token: takeTicket,
  });
  const saving = followSaving(doc, (waiting) => change({ waiting }));
  const copying = openCopy(doc, { userId: person.id, documentId: id }).catch((error: unknown) => {
    if (error instanceof NewerCopyError) connection.leaveOlder();
    return undefined;
  });
  let isClosed = false;
  const connection = followConnection(provider, {
    onChange(part) {
      const before = state.getSnapshot().isReadOnly;
      change(part);
      const { isReadOnly = before, isGone } = part;
      const isOther = isReadOnly !== before && (isReadOnly === true || before === true);
      // Why that is so, the document says.
      if (isGone || isOther) void renew(...documentReads);
    },
    onStored: (vector) => saving.note(vector),
  });

  countDeletions(doc);
  const page = new AbortController();
  holdPage(state, page.signal);
  copying
    .then((copy) => {
      if (!copy || isClosed) return;
      saving.keepIn(copy);
      change(clocksOf(doc).size > 0 ? { isKept: true, isReady: true } : { isKept: true });
    })
    .catch(() => undefined);

  return {
    doc,
    provider,
    person,
    state,
    close() {
      isClosed = true;
      const { isGone, waiting } = state.getSnapshot();
      page.abort();
      connection.end();
      provider.destroy();
      // A person who may not read it any more has no use for a copy, unless something is nowhere else.
      const end = (copy?: DeviceCopy) => (isGone && waiting === 0 ? copy?.remove() : copy?.close());
      void copying.then(end).finally(() => doc.destroy());
    },
  };
}

/** Asks before the page is left with changes that are nowhere else. */
function holdPage(state: Store<LiveState>, signal: AbortSignal): void {
  const hold = (event: Event): void => {
    const { waiting, isKept } = state.getSnapshot();
    if (waiting > 0 && !isKept) event.preventDefault();
  };
  window.addEventListener("beforeunload", hold, { signal });
}

function liveUrl(): string {
  const origin = window.location.origin.replace(/^http/, "ws");
  return `${origin}${API_BASE_PATH}${DOCUMENTS_LIVE_PATH}?${EDITOR_SCHEMA_PARAMETER}=${SCHEMA_VERSION}`;
}

async function takeTicket(): Promise<string> {
  // Single use: the answer to another call must never be taken for this one.
  const options = { idempotencyKey: "none", workspaceId: null };
  return (await account.call("createWsTicket", {}, options)).ticket;
}

/** Counts the changes of this device that the server has not stored: those of now, and those that an earlier page has left here. */
function followSaving(doc: Doc, onWaiting: (waiting: number) => void) {
  let stored: Clocks = new Map();
  let kept: Clocks = new Map();
  let copy: DeviceCopy | undefined;
  const count = (): void => {
    const own = new Map(kept).set(doc.clientID, clockOf(doc));
    const waiting = countWaiting(own, stored);
    onWaiting(waiting);
    copy?.note(waiting > 0);
  };
  doc.on("update", count);
  return {
    note(vector: string): void {
      stored = toClocks(vector);
      copy?.keepStored(vector);
      count();
    },
    keepIn(opened: DeviceCopy): void {
      copy = opened;
      kept = clocksOf(doc);
      if (stored.size === 0 && opened.stored !== undefined) stored = toClocks(opened.stored);
      count();
    },
  };
}

interface ConnectionListener {
  readonly onChange: (part: Partial<LiveState>) => void;
  /** All that is in this state vector is in the database. */
  readonly onStored: (vector: string) => void;
}

function followConnection(
  provider: HocuspocusProvider,
  { onChange, onStored }: ConnectionListener,
): { readonly end: () => void; readonly leaveOlder: () => void } {
  const socket = provider.configuration.websocketProvider;
  const network = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFull = false;
  const end = (): void => {
    clearTimeout(timer);
    network.abort();
  };
  const leave = (): void => {
    end();
    onChange({ isGone: true, isConnected: false });
    provider.disconnect();
  };
  // The page is to be loaded anew before it opens the document again.
  const leaveOlder = (): void => {
    end();
    onChange({ build: "older", isConnected: false });
    provider.disconnect();
  };
  // The socket opens anew by itself, and asks with another ticket.
  const reopen = () => socket.webSocket?.close();
  const handlers = {
    synced() {
      onChange({ isConnected: true, wasConnected: true, isReady: true, build: "same" });
      // Nobody told of comments meanwhile.
      void renew("listDocumentComments");
    },
    authenticated: ({ scope }: { readonly scope: string }) =>
      onChange({ isReadOnly: scope === "readonly" }),
    authenticationFailed({ reason }: { readonly reason: string }) {
      if (reason === "DOCUMENT_NOT_FOUND") return leave();
      if (reason === editorRefusals.older) return leaveOlder();
      if (reason === editorRefusals.newer) onChange({ build: "newer" });
      timer = setTimeout(reopen, RETRY_MS);
    },
    close({ event }: { readonly event: { readonly reason: string } }) {
      onChange({ isConnected: false });
      if (documentClosings.some((reason) => reason === event.reason)) leave();
      else reopen();
    },
    stateless({ payload }: { readonly payload: string }) {
      const note = JSON.parse(payload) as DocumentNote;
      if (note.kind === "stored") return onStored(note.vector);
      if (note.kind === "comments") return void renew("listDocumentComments");
      if (note.kind === "size") {
        onChange({ size: note.size });
        // Changes that were refused while it was full may come in now.
        if (isFull && note.size !== "full") provider.forceSync();
        isFull = note.size === "full";
        return;
      }
      onChange({ isReadOnly: note.isReadOnly });
      // The server has taken nothing of what was written meanwhile.
      if (!note.isReadOnly) provider.forceSync();
    },
  };
  for (const [name, handle] of Object.entries(handlers)) provider.on(name, handle);
  followPeople(provider, (people) => onChange({ people }));
  followNetwork(provider, network.signal);
  return { end, leaveOlder };
}

/** A socket may take minutes to find out that the network is gone, and to try again once it is back. */
function followNetwork(provider: HocuspocusProvider, signal: AbortSignal): void {
  const socket = provider.configuration.websocketProvider;
  window.addEventListener("offline", () => socket.disconnect(), { signal });
  window.addEventListener(
    "online",
    () => {
      // Also where the former connection has not ended yet.
      socket.shouldConnect = true;
      void socket.connect();
    },
    { signal },
  );
}

function followPeople(
  { awareness }: HocuspocusProvider,
  onPeople: (people: readonly EditorPerson[]) => void,
): void {
  let told = "[]";
  awareness?.on("change", () => {
    const people = new Map<string, EditorPerson>();
    for (const { user } of awareness.getStates().values() as Iterable<{ user?: EditorPerson }>)
      if (user?.id && !people.has(user.id)) people.set(user.id, { id: user.id, name: user.name });
    const list = [...people.values()];
    const words = JSON.stringify(list);
    if (words === told) return;
    told = words;
    onPeople(list);
  });
}
