import { setTimeout as sleep } from "node:timers/promises";
import { examineUpdate, SCHEMA_VERSION } from "@colbin/documents";
import {
  closeCodes,
  EDITOR_SCHEMA_PARAMETER,
  editorRefusals,
  fromLiveName,
  toLiveName,
  type DocumentId,
  type DocumentNote,
} from "@colbin/protocol";
import {
  Hocuspocus,
  type beforeHandleAwarenessPayload,
  type Connection,
  type Document,
  type onAuthenticatePayload,
  type onStoreDocumentPayload,
} from "@hocuspocus/server";
import { messageYjsSyncStep1 } from "y-protocols/sync";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import type { Actor } from "#server/platform/actor.ts";
import { isTurnedAway } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/platform/log/log.ts";
import type { Bus } from "#server/platform/realtime/bus.ts";
import { listLevels, type LevelAnswer } from "./access.queries.ts";
import { reaches } from "./documents.rules.ts";
import { enterSocket, isModest, leaveSocket, type SocketUse } from "./live-limits.service.ts";
import { createSizes, type DocumentSizes } from "./live-sizes.service.ts";
import { openNodes, type DocumentNodes } from "./live-nodes.service.ts";
import { findState } from "./states.queries.ts";
import { createStates, type DocumentStates, type StoredNow } from "./states.service.ts";
import type { VersionOrigin } from "./versions.queries.ts";

/** Stored after a rest, and at the latest after so long (rules-collab 27). */
const REST_MS = 2_000;
const STORED_WITHIN_MS = 10_000;
/** A change of access reaches open editors within a second (rules-collab 25). */
const LOOK_MS = 1_000;
const RETRY_MS = 2_000;
interface DocumentContext {
  /** The person of the connection, by whom everything is judged; absent until they have proved who they are. */
  readonly actor?: Actor;
  readonly enter: (token: string) => Promise<Actor>;
  /** Ends the socket, so that its client comes again: a refusal would be final to it. */
  readonly comeAgain: () => void;
  /** Absent where no socket leads to the document. */
  readonly use?: SocketUse;
  /** The access of the person; the connection may be read only for more than that. */
  readonly mode?: { isReadOnly: boolean };
}

export interface DocumentsLiveDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** By default as long as the rules say. */
  readonly documentRestMs?: number | undefined;
}

/** A socket as its editor comes in by it. */
export type EditorSocket = Parameters<Editors["handleConnection"]>[0];

/** The texts of documents for calls of the API, which work as another editor of each, so that they never fight an open one. */
export interface DocumentContents {
  /** Changes a document as one of its editors would, in the name of this person, and stores it (rules-collab 30). */
  edit(
    id: DocumentId,
    actor: Actor,
    change: (doc: Doc) => void,
    /** Given where what comes of it is a version of this kind, and what stood there before is one too. */
    kind?: VersionOrigin,
  ): Promise<void>;
  /** A copy of a document as the editors of this process have it, or as it was stored. */
  copy(id: DocumentId): Promise<Doc>;
  /** Tells everybody who has the document open, over all processes, that its comments have changed. */
  tellComments(id: DocumentId): void;
}

export interface DocumentsLive extends DocumentContents {
  /** An editor at the other end of a socket; what arrives there is told to the connection. */
  connect(
    socket: EditorSocket,
    asked: Request,
    context: DocumentContext,
  ): ReturnType<Editors["handleConnection"]>;
  /** Stores what is not stored; the sockets are to take nothing more by then. */
  close(): Promise<void>;
}

type Editors = Hocuspocus<DocumentContext>;
type LiveConnection = Connection<DocumentContext>;

/** Refused with a reason, which the client shows. Without a message, of which Hocuspocus would write a line. */
class Refusal extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super();
    this.reason = reason;
  }
}

/** Documents that people write together, over all processes of the server. */
export function openDocumentsLive(deps: DocumentsLiveDeps): DocumentsLive {
  const closing = new AbortController();
  const nodes = openNodes(deps);
  const states = createStates({ ...deps, onThreads: (id) => tellComments(id) });
  const sizes = createSizes();
  const tellComments = (id: DocumentId) => tellAll(nodes, editors, id, { kind: "comments" });
  const editors: Editors = new Hocuspocus<DocumentContext>({
    quiet: true,
    debounce: deps.documentRestMs ?? REST_MS,
    maxDebounce: STORED_WITHIN_MS,
    onAuthenticate: (payload) => orComeAgain(deps, payload.context, () => admit(deps, payload)),
    onLoadDocument: ({ document, context }) =>
      orComeAgain(deps, context, () => load({ nodes, states, sizes }, document)),
    // An editor that has kept changes on its device learns which of them are stored.
    async connected({ connection, documentName }) {
      if (!enterSocket(connection)) return;
      const vector = states.vectorOf(documentName);
      if (vector !== undefined) inform(connection, { kind: "stored", vector });
      inform(connection, { kind: "size", size: sizes.of(connection.document) });
    },
    // A change that is refused is dropped, not answered by the end of the connection: it stays on the device that has sent it.
    async beforeSync({ type, payload, connection, document }) {
      const { mode } = connection.context;
      connection.readOnly = mode?.isReadOnly ?? true;
      if (connection.readOnly || type === messageYjsSyncStep1) return;
      const before = sizes.of(document);
      const change = examineUpdate(document, payload);
      connection.readOnly = !change.isComplete || !sizes.takes(document, change, payload.length);
      if (sizes.of(document) !== before) tellSize(sizes, document);
    },
    async onChange({ document, update, transactionOrigin, context }) {
      if (context.actor) states.noteEditor(document.name, context.actor.userId);
      nodes.tellChange(document, update, transactionOrigin);
      if (sizes.add(document, update.length)) tellSize(sizes, document);
    },
    onDisconnect: async ({ context }) => leaveSocket(context),
    beforeHandleAwareness: async (told) => judgePresence(told),
    async onAwarenessUpdate({ document, added, updated, removed, transactionOrigin }) {
      nodes.tellPresence(document, [...added, ...updated, ...removed], transactionOrigin);
    },
    async onStoreDocument({ document, lastContext }) {
      const stored = await storeUntilDone(deps, states, { document, lastContext }, closing.signal);
      if (stored && sizes.set(document, stored.bytes)) tellSize(sizes, document);
    },
    beforeUnloadDocument: ({ documentName }) => keepEnd(deps, states, documentName),
    async afterUnloadDocument({ documentName }) {
      nodes.leave(documentName);
      states.forget(documentName);
    },
  });
  const stopLooking = startLooking(deps, states, editors);
  return {
    connect: (socket, asked, context) => editors.handleConnection(socket, asked, context),
    edit: (...how) => edit({ editors, states }, ...how),
    copy: (id) => copyOf(deps, editors, id),
    tellComments,
    async close() {
      stopLooking();
      closing.abort();
      await storeAll(editors, (document) =>
        storeUntilDone(deps, states, { document, lastContext: {} }, closing.signal),
      );
      nodes.close();
    },
  };
}

interface OpenParts {
  readonly nodes: DocumentNodes;
  readonly states: DocumentStates;
  readonly sizes: DocumentSizes;
}

async function load({ nodes, states, sizes }: OpenParts, document: Document): Promise<void> {
  nodes.join(document);
  try {
    sizes.set(document, await states.load(document));
  } catch (error) {
    // Nothing unloads what was never loaded.
    nodes.leave(document.name);
    throw error;
  }
}

/** Stores what the connections have brought until now. */
async function storeAll(
  { documents }: Editors,
  store: (document: Document) => Promise<unknown>,
): Promise<void> {
  const open = [...documents.values()];
  const connections = open.flatMap((document) => document.getConnections());
  await Promise.all(connections.map((connection) => connection.waitForPendingMessages()));
  // The end of the last connection of a document may have begun to store it.
  await Promise.all(open.map((document) => document.saveMutex.runExclusive(() => store(document))));
}

async function copyOf(
  { db }: Pick<DocumentsLiveDeps, "db">,
  { documents }: Editors,
  id: DocumentId,
): Promise<Doc> {
  const doc = new Doc();
  const stored = await findState(db, id);
  if (stored) applyUpdate(doc, stored.state);
  const open = documents.get(toLiveName(id));
  if (open) applyUpdate(doc, encodeStateAsUpdate(open));
  return doc;
}

/** Everybody who has the document open hears of it, in whichever process. */
function tellAll(
  nodes: DocumentNodes,
  { documents }: Editors,
  id: DocumentId,
  note: DocumentNote,
): void {
  const name = toLiveName(id);
  nodes.tellNote(name, note);
  const open = documents.get(name);
  if (open) tell(open, note);
}

async function edit(
  { editors, states }: { readonly editors: Editors; readonly states: DocumentStates },
  ...[id, actor, change, kind]: Parameters<DocumentContents["edit"]>
): Promise<void> {
  const context = { actor, enter: () => Promise.resolve(actor), comeAgain: () => undefined };
  const connection = await editors.openDirectConnection(toLiveName(id), context);
  try {
    await connection.transact((document) => {
      if (kind) states.keep(document, "auto");
      change(document);
      if (kind) states.keep(document, kind, actor.userId);
    });
  } finally {
    await connection.disconnect();
  }
}

/** A failure that is no refusal, as a database that is away, ends the socket. */
async function orComeAgain<T>(
  { log }: DocumentsLiveDeps,
  { comeAgain }: DocumentContext,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.warn({ err: error }, "A document is opened with the next try");
    comeAgain();
    throw new Refusal("UNAVAILABLE");
  }
}

async function admit(
  { db }: DocumentsLiveDeps,
  {
    context,
    documentName,
    connectionConfig,
    token,
    requestParameters,
  }: onAuthenticatePayload<DocumentContext>,
): Promise<DocumentContext> {
  judgeSchema(requestParameters);
  const documentId = fromLiveName(documentName);
  if (!documentId) throw new Refusal("DOCUMENT_NOT_FOUND");
  const actor = await context.enter(token).catch((error: unknown) => {
    throw isTurnedAway(error) ? new Refusal("UNAUTHORIZED") : error;
  });
  const [answer] = await listLevels(db, [toQuestion(documentId, actor)]);
  if (!answer?.level) throw new Refusal("DOCUMENT_NOT_FOUND");
  connectionConfig.readOnly = isReadOnly(answer);
  return { ...context, actor, mode: { isReadOnly: connectionConfig.readOnly } };
}

/** An editor deletes nodes that it does not know, so it gets no text of a newer server, and a server none of a newer editor. */
function judgeSchema(parameters: URLSearchParams): void {
  const version = Number(parameters.get(EDITOR_SCHEMA_PARAMETER) ?? 1);
  if (version > SCHEMA_VERSION) throw new Refusal(editorRefusals.newer);
  if (version !== SCHEMA_VERSION) throw new Refusal(editorRefusals.older);
}

function toQuestion(documentId: DocumentId, { userId, sessionId }: Actor) {
  return { documentId, userId, sessionId };
}

function isReadOnly({ level, isFrozen }: LevelAnswer): boolean {
  return level === null || !reaches(level, "WRITE") || isFrozen;
}

/** Nobody writes under the name of another, and nobody fills the document with presence. */
function judgePresence({
  states,
  document,
  connection,
}: beforeHandleAwarenessPayload<DocumentContext>): void {
  const actor = connection?.context.actor;
  if (!connection || !actor) return;
  if (isModest({ states, document, connection })) {
    for (const state of states.values())
      state["user"] = { ...toColor(state["user"]), ...toPerson(actor) };
    return;
  }
  // An error would do the same, and leave a line on the console for each.
  states.clear();
  connection.close({ code: closeCodes.tooFast, reason: "presence" });
}

function toPerson({ userId, fullName }: Actor) {
  return { id: userId, name: fullName };
}

const COLOR = /^#[0-9a-f]{6}$/i;

function toColor(user: unknown): { readonly color?: string } {
  const color = (user as { readonly color?: unknown } | undefined)?.color;
  return typeof color === "string" && COLOR.test(color) ? { color } : {};
}

/** A failed store is tried again until it is done, and the log tells of it each time; at the end of the process once. */
async function storeUntilDone(
  { log }: DocumentsLiveDeps,
  states: DocumentStates,
  {
    document,
    lastContext,
  }: Pick<onStoreDocumentPayload<Partial<DocumentContext>>, "document" | "lastContext">,
  closing: AbortSignal,
): Promise<StoredNow | undefined> {
  for (;;) {
    try {
      const stored = await states.store(document, lastContext.actor?.userId);
      if (stored) tell(document, { kind: "stored", vector: stored.vector });
      return stored;
    } catch (error) {
      log.error({ err: error, document: document.name }, "A document is not stored yet");
      if (closing.aborted) return undefined;
      await sleep(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
    }
  }
}

/** Where it fails, a job keeps the version later. */
async function keepEnd(
  { log }: DocumentsLiveDeps,
  states: DocumentStates,
  name: string,
): Promise<void> {
  await states
    .keepEnd(name)
    .catch((error: unknown) => log.warn({ err: error }, "A version is kept later"));
}

function tell(to: Pick<Document, "broadcastStateless">, note: DocumentNote): void {
  to.broadcastStateless(JSON.stringify(note));
}

function tellSize(sizes: DocumentSizes, document: Document): void {
  tell(document, { kind: "size", size: sizes.of(document) });
}

function inform(to: Pick<LiveConnection, "sendStateless">, note: DocumentNote): void {
  to.sendStateless(JSON.stringify(note));
}

/** Looks at the open documents every second until it is stopped; a look that takes longer is the only one meanwhile. */
function startLooking(
  { log, ...deps }: DocumentsLiveDeps,
  states: DocumentStates,
  editors: Editors,
): () => void {
  const orLater = (run: Promise<void>) =>
    run.catch((error: unknown) =>
      log.warn({ err: error }, "Open documents are looked at again in a second"),
    );
  let isLooking = false;
  const look = async () => {
    if (isLooking || editors.documents.size === 0) return;
    isLooking = true;
    // People who may not write any more are stopped, even where changes that others have stored cannot be read.
    await orLater(judgeAll(deps, editors));
    await orLater(states.refresh([...editors.documents.values()]));
    isLooking = false;
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Judges the people of all open documents; each is asked about once, by however many connections they have it open. */
async function judgeAll({ db }: Pick<DocumentsLiveDeps, "db">, { documents }: Editors) {
  const open = [...documents.values()].flatMap((document) => {
    const id = fromLiveName(document.name);
    return document.getConnections().flatMap((connection: LiveConnection) => {
      const { actor } = connection.context;
      return actor && id ? [{ connection, question: toQuestion(id, actor) }] : [];
    });
  });
  if (open.length === 0) return;
  const asked = Map.groupBy(open, ({ question }) => Object.values(question).join(" "));
  const groups = [...asked.values()];
  const answers = await listLevels(
    db,
    groups.flatMap(([first]) => (first ? [first.question] : [])),
  );
  for (const [index, group] of groups.entries())
    for (const { connection } of group) judge(connection, answers[index]);
}

/** Shuts out a person who may not read any more, with the reason. */
function judge(connection: LiveConnection, answer: LevelAnswer | undefined): void {
  if (!answer?.level) return connection.close({ code: 4403, reason: "access" });
  const isNow = isReadOnly(answer);
  const { mode } = connection.context;
  if (!mode || isNow === mode.isReadOnly) return;
  mode.isReadOnly = isNow;
  connection.readOnly = isNow;
  inform(connection, { kind: "mode", isReadOnly: isNow });
}
