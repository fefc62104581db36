import type { UserId } from "@colbin/protocol";
import type { Document } from "@hocuspocus/server";
import { encodeStateAsUpdate, encodeStateVector } from "yjs";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { mergeState } from "./live-nodes.service.ts";
import { fromLiveName, toText } from "./live.rules.ts";
import { findState, holdState, listNewerStates, upsertState } from "./states.queries.ts";

/** Open documents and their states in the database, which several processes merge into (rules-collab 27). */
export interface DocumentStates {
  /** Never seeded by a client: all that a document begins with was stored. */
  load(document: Document): Promise<void>;
  /**
   * Merges with what another process has stored, under the lock of the document, and stores all of it. Returns the state vector of
   * that in base64; undefined where the document was deleted for ever.
   */
  store(document: Document, by: UserId | undefined): Promise<string | undefined>;
  /** Brings in what other processes have stored since. */
  refresh(documents: readonly Document[]): Promise<void>;
  forget(name: string): void;
}

export function createStates({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): DocumentStates {
  /** The version of the stored state that is in the open document, by its name. */
  const versions = new Map<string, number>();
  return {
    async load(document) {
      const id = fromLiveName(document.name);
      const stored = id && (await findState(db, id));
      if (stored) mergeState(document, stored.state);
      versions.set(document.name, stored?.version ?? 0);
    },
    async store(document, by) {
      const id = fromLiveName(document.name);
      if (!id) return undefined;
      const done = await runTransaction(db, async (tx) => {
        const held = await holdState(tx, id);
        if (!held) return undefined;
        const { stored } = held;
        if (stored) mergeState(document, stored.state);
        const state = encodeStateAsUpdate(document);
        const vector = Buffer.from(encodeStateVector(document)).toString("base64");
        let version = stored?.version ?? 0;
        if (!stored?.state.equals(state)) {
          version += 1;
          const text = toText(document);
          await upsertState(tx, id, { state, text, version, at: clock.now(), by });
        }
        return { vector, version };
      });
      if (done) versions.set(document.name, done.version);
      return done?.vector;
    },
    async refresh(documents) {
      const known = documents.flatMap(({ name }) => {
        const [id, version] = [fromLiveName(name), versions.get(name)];
        return id && version !== undefined ? [{ id, version }] : [];
      });
      const newer = new Map((await listNewerStates(db, known)).map((each) => [each.id, each]));
      for (const document of documents) {
        const id = fromLiveName(document.name);
        const found = id && newer.get(id);
        if (!found || document.isDestroyed) continue;
        mergeState(document, found.state);
        versions.set(document.name, found.version);
      }
    },
    forget: (name) => void versions.delete(name),
  };
}
