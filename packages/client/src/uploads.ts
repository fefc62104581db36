import type { FileId, FileType, RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import type { AccountWithTokens } from "./account.ts";
import { toApiError } from "./api-error.ts";
import type { ChatState, OutboxEntry, OutgoingFile, SendFailure } from "./chat-state.ts";
import { kindOf } from "./commands.ts";
import { isPassing, Lanes } from "./lanes.ts";
import type { NeededFiles, SentFiles } from "./needed-files.ts";
import type { OutboxStore } from "./outbox-store.ts";
import { addressOf } from "./reducers/addresses.ts";
import type { Bytes } from "./runtime.ts";
import { createStore, type Store } from "./store.ts";
import { transfer } from "./transfer.ts";

interface UploadFailure extends SendFailure {
  /** The most bytes of a file, where it has more. */
  readonly max?: number;
}

/** A file that the person adds, as it is kept on the device until the message with it has arrived. */
export interface LocalFile extends OutgoingFile {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId | undefined;
  readonly roomId: RoomId;
  /** Names the composer where it was added. */
  readonly place: string;
  /** Order of adding. */
  readonly position: number;
  /** The key of the call that begins its upload. */
  readonly attempt: string;
  /** The id of its upload on the server, once that was begun; the file that it becomes has the same. */
  readonly uploadId?: FileId | undefined;
  /** Set once the server has made a file of it. */
  readonly type?: FileType | undefined;
  readonly isPaused?: boolean;
  /** Refused for good: waits for the person. */
  readonly failure?: UploadFailure | undefined;
  /** It was uploaded a second time, since the server had it no more. */
  readonly isRenewed?: boolean;
}

/** A file with what is known of it in this tab. */
export interface Upload extends LocalFile {
  /** Bytes that the server has. */
  readonly sent: number;
  /** `cut`: the last try did not get through, and the next one waits. */
  readonly activity: "waiting" | "sending" | "cut";
  /** A message has it: it is in no tray any more. */
  readonly isHeld: boolean;
}

/** Where files on their way survive a reload. */
export interface FileRows {
  /** Rejects where the device has no room. */
  readonly add: (file: LocalFile, bytes: Bytes) => Promise<void>;
  /** Replaces all but the bytes; a file that is not there stays away. */
  readonly put: (file: LocalFile) => Promise<void>;
  readonly remove: (file: LocalFile) => Promise<void>;
  readonly list: (userId: UserId) => Promise<readonly LocalFile[]>;
  readonly bytes: (file: LocalFile) => Promise<Bytes | undefined>;
}

/** The parts of the chat that uploads need. */
export interface UploadHost {
  readonly store: Store<ChatState>;
  readonly entries: OutboxStore;
  /** Messages of the room may have all their files now. */
  readonly changed: (roomId: RoomId) => void;
}

export type AddedFile = Pick<LocalFile, "name" | "mediaType" | "width" | "height" | "voice"> & {
  readonly bytes: Bytes;
};

const PARALLEL = 3;

/**
 * Files on their way to the server: they begin when they are added, go on by themselves after an interruption or a reload, a few at a
 * time, and one tab at a time brings each. They stay until their message has arrived, or the person removes them.
 */
export class Uploads implements NeededFiles {
  readonly #account: AccountWithTokens;
  readonly #host: UploadHost;
  readonly #rows: FileRows;
  readonly #store = createStore<ReadonlyMap<string, Upload>>(new Map());
  /** The bytes of files that were added in this tab. */
  readonly #bytes = new Map<string, Bytes>();
  /** Being stored, or the device has no room: they live as long as the page. */
  readonly #unkept = new Set<string>();
  readonly #turns = new Map<string, AbortController>();
  readonly #lanes: Lanes;
  readonly #inTurn = limit(PARALLEL);
  #person: UserId | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(account: AccountWithTokens, host: UploadHost, rows: FileRows) {
    this.#account = account;
    this.#host = host;
    this.#rows = rows;
    const { runtime, session } = account;
    this.#lanes = new Lanes({ runtime, sendNext: (id) => this.#next(id) });
    const follow = (): void => this.#followPerson();
    session.subscribe(follow);
    follow();
    let { connectionStatus: before } = host.store.getSnapshot();
    host.store.subscribe(() => {
      const { connectionStatus: now } = host.store.getSnapshot();
      if (now !== before && now === "connected") this.#flushAll();
      before = now;
    });
    runtime.onSignal((signal) => {
      if (signal === "online") this.#flushAll();
      // Another tab may have sent or removed some.
      if (signal === "focus") this.#reading = this.#read();
    });
  }

  /** In the order of adding. */
  get store(): Store<ReadonlyMap<string, Upload>> {
    return this.#store;
  }

  /** Settles when the files of earlier pages are there. */
  whenRead(): Promise<void> {
    return this.#reading;
  }

  /** Adds files to the message that is being written in a place, and begins to upload them. */
  add(at: Pick<LocalFile, "place" | "roomId">, added: readonly AddedFile[]): void {
    const { runtime, workspaceId } = this.#account;
    const userId = this.#person;
    if (!userId) return;
    for (const { bytes, ...facts } of added) {
      const [id, attempt] = [runtime.uuid(), runtime.uuid()];
      const position = Math.max(runtime.now(), (this.#last?.position ?? 0) + 1);
      const owner = { userId, workspaceId: workspaceId() };
      const file = { ...facts, ...at, ...owner, id, attempt, position, size: bytes.size };
      this.#bytes.set(id, bytes);
      this.#unkept.add(id);
      this.#show({ ...file, sent: 0, activity: "waiting", isHeld: false });
      void this.#keepBytes(file, bytes);
      void this.#lanes.flush(id);
    }
  }

  /** Undefined where the device has lost them. */
  async bytesOf(id: string): Promise<Bytes | undefined> {
    const file = this.#find(id);
    return this.#bytes.get(id) ?? (file && this.#rows.bytes(file).catch(() => undefined));
  }

  /** The words for an image. */
  describe(id: string, alt: string): void {
    void this.#keep(id, { alt: alt.trim() === "" ? undefined : alt });
  }

  pause(id: string): void {
    void this.#keep(id, { isPaused: true });
    this.#turns.get(id)?.abort();
  }

  /** Goes on with one that is paused. */
  resume(id: string): void {
    void this.#keep(id, { isPaused: false });
    void this.#lanes.flush(id);
  }

  /** A message takes them out of the tray, or gives them back. It waits for all, and none can be resumed there. */
  hold(ids: readonly string[], isHeld: boolean): void {
    for (const id of ids) {
      this.#change(id, { isHeld });
      if (isHeld && this.#find(id)?.isPaused) this.resume(id);
    }
  }

  async stateOf(ids: readonly string[]): Promise<"ready" | "coming" | SendFailure> {
    await this.#reading;
    // Added in another tab since.
    if (ids.some((id) => !this.#find(id))) await (this.#reading = this.#read());
    this.hold(ids, true);
    const files = ids.map((id) => this.#find(id));
    const failed = files.find((file) => !file || file.failure);
    if (files.includes(undefined)) return gone;
    if (failed?.failure) return failed.failure;
    return files.every((file) => file?.type) ? "ready" : "coming";
  }

  toSent(files: readonly OutgoingFile[]): SentFiles {
    const uploads = files.map(({ id }) => this.#find(id));
    const sent = files.flatMap(({ id, alt }) => {
      const fileId = this.#find(id)?.uploadId;
      return fileId ? [{ fileId, ...(alt !== undefined && { alt }) }] : [];
    });
    const [{ voice } = {}] = files;
    const [recording] = sent;
    if (voice && recording)
      return { type: "voice", metadata: { voice: { ...recording, wave: voice.wave } } };
    const isImages = uploads.every((each) => each?.type === "image");
    return { type: isImages ? "image" : "file", metadata: { files: sent } };
  }

  retry(ids: readonly string[]): void {
    for (const id of ids) {
      if (!this.#find(id)?.failure) continue;
      void this.#keep(id, { failure: undefined, ...this.#anew });
      void this.#lanes.flush(id);
    }
  }

  async renew(ids: readonly string[], fileId: unknown): Promise<boolean> {
    const file = [...this.#store.getSnapshot().values()].find(
      ({ id, uploadId, isRenewed }) => ids.includes(id) && uploadId === fileId && !isRenewed,
    );
    if (!file) return false;
    await this.#keep(file.id, { type: undefined, isRenewed: true, ...this.#anew });
    void this.#lanes.flush(file.id);
    return true;
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.#drop(id);
  }

  cancel(ids: readonly string[]): void {
    for (const id of ids) {
      const file = this.#find(id);
      this.#turns.get(id)?.abort();
      this.#drop(id);
      if (file?.uploadId) this.#end(file, file.uploadId);
    }
  }

  /** On the server; one that does not get through ends there by itself. */
  #end({ workspaceId }: LocalFile, id: FileId): void {
    const options = { ...(workspaceId && { workspaceId }) };
    void this.#account.call("cancelUpload", { params: { id } }, options).catch(() => undefined);
  }

  get #last(): Upload | undefined {
    return [...this.#store.getSnapshot().values()].at(-1);
  }

  get #anew() {
    return { uploadId: undefined, attempt: this.#account.runtime.uuid() };
  }

  #find(id: string): Upload | undefined {
    return this.#store.getSnapshot().get(id);
  }

  #show(upload: Upload): void {
    this.#store.update((before) => new Map(before).set(upload.id, upload));
  }

  #change(id: string, change: Partial<Upload>): void {
    const file = this.#find(id);
    if (file) this.#show({ ...file, ...change });
  }

  #drop(id: string): void {
    const file = this.#find(id);
    if (!file) return;
    this.#store.update((before) => {
      const next = new Map(before);
      next.delete(id);
      return next;
    });
    this.#bytes.delete(id);
    void this.#rows.remove(file).catch(() => undefined);
  }

  async #keepBytes(file: LocalFile, bytes: Bytes): Promise<void> {
    try {
      await this.#rows.add(file, bytes);
    } catch {
      return;
    }
    this.#unkept.delete(file.id);
    const now = this.#find(file.id);
    await (now ? this.#rows.put(toLocal(now)) : this.#rows.remove(file)).catch(() => undefined);
  }

  /** Changes it on the screen and on the device. */
  async #keep(id: string, change: Partial<Upload>): Promise<void> {
    this.#change(id, change);
    const file = this.#find(id);
    if (file && !this.#unkept.has(id)) await this.#rows.put(toLocal(file)).catch(() => undefined);
  }

  /** Takes up the files that the device keeps, and lets go of those that are kept no more. */
  async #read(): Promise<void> {
    const userId = this.#person;
    if (!userId) return;
    const [then, unkept] = [this.#store.getSnapshot(), new Set(this.#unkept)];
    const [rows, entries] = await Promise.all([
      this.#rows.list(userId).catch(() => undefined),
      this.#host.entries.list(userId).catch(() => []),
    ]);
    if (this.#person !== userId || !rows) return;
    const held = new Set(entries.flatMap((each) => needsOf(each as OutboxEntry)));
    this.#store.update((before) => {
      // Added since, or not stored by then.
      const own = [...before.values()].filter(({ id }) => unkept.has(id) || !then.has(id));
      // The rows are older than what has changed, or went, since.
      const kept = rows.flatMap((row) => {
        const known = before.get(row.id);
        return known === then.get(row.id) ? toUpload(row, known) : (known ?? []);
      });
      const all = [...kept, ...own.filter(({ id }) => !kept.some((each) => each.id === id))];
      const inOrder = all.toSorted((one, other) => one.position - other.position);
      const marked = inOrder.map((each) => ({
        ...each,
        isHeld: each.isHeld || held.has(each.id),
      }));
      return new Map(marked.map((each) => [each.id, each]));
    });
    this.#flushAll();
    const rooms = [...this.#store.getSnapshot().values()].filter(({ isHeld }) => isHeld);
    for (const { roomId } of rooms) this.#host.changed(roomId);
  }

  #flushAll(): void {
    for (const file of this.#store.getSnapshot().values())
      if (this.#isDue(file)) void this.#lanes.flush(file.id);
  }

  #isDue({ type, failure, isPaused, userId, workspaceId }: Upload): boolean {
    const here = this.#account.workspaceId();
    const isHere = workspaceId === undefined || here === undefined || workspaceId === here;
    return !type && !failure && !isPaused && isHere && userId === this.#person;
  }

  /** Nothing is to be done again by itself after it: a failure that passes is thrown. */
  async #next(id: string): Promise<false> {
    const file = this.#find(id);
    if (!file || !this.#isDue(file)) return false;
    const { locks } = this.#account.runtime;
    await locks.run(`colbin-upload ${id}`, () => this.#inTurn(() => this.#upload(id)));
    return false;
  }

  async #upload(id: string): Promise<void> {
    await this.#catchUp(id);
    const file = this.#find(id);
    if (!file || !this.#isDue(file)) return;
    const turn = new AbortController();
    this.#turns.set(id, turn);
    this.#change(id, { activity: "sending" });
    try {
      const { type, mediaType, width, height } = await this.#transfer(file, turn.signal);
      await this.#keep(id, { type, mediaType, width, height, sent: file.size });
    } catch (cause) {
      const error = toApiError(cause);
      if (turn.signal.aborted) return;
      this.#change(id, { activity: "cut" });
      if (isPassing(error)) throw error;
      const { code, message, details } = error;
      const { max } = details;
      const failure = { code, message, ...(typeof max === "number" && { max }) };
      // Another tab may have removed it, also from the server.
      await this.#catchUp(id);
      await this.#keep(id, { failure });
    } finally {
      this.#turns.delete(id);
    }
    this.#host.changed(file.roomId);
  }

  async #transfer(file: Upload, signal: AbortSignal) {
    const { id, name, roomId, uploadId, workspaceId, attempt } = file;
    const { call, exchange, runtime } = this.#account;
    const bytes = await this.bytesOf(id);
    if (!bytes) throw new Error("The device has lost the bytes of a file");
    const roomSlug = addressOf(this.#host.store.getSnapshot(), roomId);
    return transfer(
      { call, exchange, now: runtime.now },
      {
        name,
        bytes,
        roomSlug,
        workspaceId,
        attempt,
        uploadId,
        signal,
        onBegun: (begun) => this.#begun(file, begun),
        onProgress: (sent) => {
          if (sent > 0) this.#lanes.succeeded(id);
          this.#change(id, { sent });
        },
      },
    );
  }

  /** It may have been removed meanwhile; one of a person who is gone goes on when they come back. */
  async #begun(file: Upload, uploadId: FileId): Promise<void> {
    if (this.#find(file.id)) await this.#keep(file.id, { uploadId });
    else if (file.userId === this.#person) this.#end(file, uploadId);
  }

  /** Another tab may have brought it on since. */
  async #catchUp(id: string): Promise<void> {
    const file = this.#find(id);
    if (!file || this.#unkept.has(id)) return;
    const rows = await this.#rows.list(file.userId).catch(() => undefined);
    const row = rows?.find((each) => each.id === id);
    if (row) this.#change(id, row);
    else if (rows && this.#find(id)) this.#drop(id);
  }

  #followPerson(): void {
    const person = this.#account.session.getSnapshot().user?.id;
    if (person === this.#person) return;
    this.#person = person;
    for (const turn of this.#turns.values()) turn.abort();
    this.#lanes.stop();
    this.#bytes.clear();
    this.#unkept.clear();
    this.#store.update(() => new Map());
    this.#reading = this.#read();
  }
}

const gone: SendFailure = { code: "FILE_NOT_USABLE", message: "This file cannot be attached" };

function needsOf(entry: OutboxEntry): readonly string[] {
  return kindOf(entry).needs?.(entry) ?? [];
}

function toLocal({
  sent: _sent,
  activity: _activity,
  isHeld: _isHeld,
  ...file
}: Upload): LocalFile {
  return file;
}

function toUpload(row: LocalFile, known: Upload | undefined): Upload {
  if (known && !row.type) return known;
  const sent = row.type ? row.size : 0;
  return { activity: "waiting", isHeld: false, ...known, ...row, sent };
}

/** Runs so many tasks at a time, in the order of asking. */
function limit(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
