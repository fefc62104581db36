import { hash } from "node:crypto";
import { readContent } from "@colbin/documents";
import { fromLiveName, type DocumentId, type UserId } from "@colbin/protocol";
import type { Document } from "@hocuspocus/server";
import { sql } from "kysely";
import { Doc, encodeStateAsUpdate, encodeStateVector, encodeStateVectorFromUpdate } from "yjs";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/platform/log/log.ts";
import { judgeThreads } from "./comments.service.ts";
import { mergeState } from "./live-nodes.service.ts";
import { noteReferences, tellNamed } from "./references.service.ts";
import { findState, holdState, listNewerStates, upsertState } from "./states.queries.ts";
import { openEditing } from "./editing.service.ts";
import { toText } from "./states.view.ts";
import { keepEditing, keepEnd, type EditingNews } from "./version-keeping.service.ts";
import type { VersionOrigin } from "./versions.queries.ts";

/** Open documents and their states in the database, which several processes merge into (rules-collab 27). */
export interface DocumentStates {
  /** Never seeded by a client: all that a document begins with was stored. Returns its bytes. */
  load(document: Document): Promise<number>;
  /**
   * Merges with what another process has stored, under the lock of the document, and stores all of it. Returns the state vector of
   * that in base64, and its size; undefined where the document was deleted for ever.
   */
  store(document: Document, by: UserId | undefined): Promise<StoredNow | undefined>;
  /** Somebody has changed an open document; `store` writes that down. */
  noteEditor(name: string, by: UserId): void;
  /** The present text becomes a version with the next `store`; by this person, or by those who have changed it. */
  keep(document: Document, kind: VersionOrigin, by?: UserId): void;
  /** The last editor of this process has left: what was written since the last version is kept. */
  keepEnd(name: string): Promise<void>;
  /** Brings in what other processes have stored since. */
  refresh(documents: readonly Document[]): Promise<void>;
  /** The state vector, in base64, of what of an open document is known to be in the database. */
  vectorOf(name: string): string | undefined;
  forget(name: string): void;
}

interface Stored {
  readonly version: number;
  readonly vector: string;
  /** Of the stored state; undefined where there is none. */
  readonly digest?: string;
}

export interface StoredNow {
  readonly vector: string;
  readonly bytes: number;
}

interface StateDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Pick<Logger, "error">;
  /** Threads beside the document are orphaned by now, or open again. */
  readonly onThreads: (id: DocumentId) => void;
}

/** The states of the documents that this process has open. */
export function createStates(deps: StateDeps): DocumentStates {
  const { db, clock } = deps;
  /** The stored state that is in the open document, by its name. */
  const known = new Map<string, Stored>();
  const editing = openEditing();
  return {
    async load(document) {
      const id = fromLiveName(document.name);
      const stored = id && (await findState(db, id));
      if (stored) mergeState(document, stored.state);
      const vector = stored
        ? encodeStateVectorFromUpdate(stored.state)
        : encodeStateVector(new Doc());
      known.set(document.name, {
        version: stored?.version ?? 0,
        vector: toBase64(vector),
        ...(stored && { digest: hash("sha256", stored.state) }),
      });
      return stored?.state.length ?? 0;
    },
    async store(document, by) {
      const id = fromLiveName(document.name);
      if (!id) return undefined;
      const news = editing.take(document.name);
      const done = await runTransaction(deps.db, (tx) =>
        storeHeld(tx, deps, { id, document, by, news, last: known.get(document.name) }),
      ).catch((error: unknown) => {
        editing.giveBack(document.name, news);
        throw error;
      });
      if (done) known.set(document.name, done);
      if (done?.hasNewThreads) deps.onThreads(id);
      return done;
    },
    noteEditor: (name, by) => editing.note(name, by),
    keep(document, kind, by) {
      const version = { kind, content: readContent(document), at: clock.now() };
      editing.want(document.name, version, by);
    },
    async keepEnd(name) {
      const id = fromLiveName(name);
      if (id) await keepEnd({ db, clock }, id);
    },
    async refresh(documents) {
      const open = documents.flatMap(({ name }) => {
        const [id, stored] = [fromLiveName(name), known.get(name)];
        return id && stored ? [{ id, version: stored.version }] : [];
      });
      const newer = new Map((await listNewerStates(db, open)).map((each) => [each.id, each]));
      for (const document of documents) {
        const id = fromLiveName(document.name);
        const found = id && newer.get(id);
        if (!found || document.isDestroyed) continue;
        mergeState(document, found.state);
        const vector = toBase64(encodeStateVectorFromUpdate(found.state));
        const digest = hash("sha256", found.state);
        known.set(document.name, { version: found.version, vector, digest });
      }
    },
    vectorOf: (name) => known.get(name)?.vector,
    forget(name) {
      known.delete(name);
      editing.take(name);
    },
  };
}

interface Storing {
  readonly id: DocumentId;
  readonly document: Document;
  readonly by: UserId | undefined;
  readonly news: EditingNews;
  readonly last: Stored | undefined;
}

async function storeHeld(
  tx: Tx,
  deps: StateDeps,
  { id, document, by, news, last }: Storing,
): Promise<(Stored & StoredNow & { readonly hasNewThreads: boolean }) | undefined> {
  const { clock } = deps;
  const held = await holdState(tx, id);
  if (held === undefined) return undefined;
  const other = held === last?.version ? undefined : await findState(tx, id);
  if (other) mergeState(document, other.state);
  const state = encodeStateAsUpdate(document);
  const vector = toBase64(encodeStateVector(document));
  const digest = hash("sha256", state);
  const isOther = digest !== (other ? hash("sha256", other.state) : last?.digest);
  const version = isOther ? held + 1 : held;
  const text = toText(document);
  if (isOther) await upsertState(tx, id, { state, text, version, at: clock.now(), by });
  let hasNewThreads = false;
  await besides(tx, deps, document, async () => {
    if (isOther) {
      hasNewThreads = await judgeThreads(tx, id, document);
      const added = await noteReferences(tx, { id, text }, document);
      await tellNamed(tx, deps, { id, added, editors: editorsOf(news) });
    }
    await keepEditing(tx, id, news, { now: clock.now(), read: () => readContent(document) });
  });
  return { vector, digest, bytes: state.length, version, hasNewThreads };
}

/** Nothing that stands beside the state may keep it from being stored: it is as it was before, and the log says so. */
async function besides(
  tx: Tx,
  { log }: Pick<StateDeps, "log">,
  { name }: Document,
  run: () => Promise<void>,
): Promise<void> {
  await sql`savepoint besides`.execute(tx);
  try {
    await run();
  } catch (error) {
    await sql`rollback to savepoint besides`.execute(tx);
    log.error({ err: error, document: name }, "What stands beside a document is old");
  }
}

function editorsOf({ wanted, by }: EditingNews): readonly UserId[] {
  return [...new Set([...wanted.flatMap((version) => version.by), ...by])];
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
