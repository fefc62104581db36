import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import {
  startEmbedded,
  type DirectConnection,
} from "../../../../apps/server/src/platform/db/embedded/embedded.ts";
import { findFreePort } from "../../../../apps/server/test/free-port.ts";

/** The PostgreSQL that a peer keeps its archive in: the same binaries and settings as ours, fsync and synchronous_commit on. */
export interface ArchiveDatabase {
  readonly connection: DirectConnection;
  readonly version: string;
  pid(): number;
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const silent = { info: nothing, warn: nothing, error: nothing };

function nothing(): void {
  // What the database says about itself is in its own log.
}

/** Starts an empty one on loopback, since not every peer can use a socket. Nothing is left of it after `stop`. */
export async function startArchiveDatabase(): Promise<ArchiveDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-archive-"));
  await chmod(folder, 0o711);
  const embedded = await startEmbedded({
    dataFolder: join(folder, "data"),
    systemFolder: join(folder, "system"),
    loopbackPort: await findFreePort(),
    log: silent,
  });
  const client = new Client(embedded.connection);
  await client.connect();
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return {
    connection: embedded.connection,
    version: rows[0]?.version ?? "",
    pid: embedded.pid,
    async query(text, values = []) {
      const result = await client.query<Record<string, unknown>>(text, [...values]);
      return result.rows;
    },
    async stop() {
      await client.end();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
