import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../../../../apps/server/test/free-port.ts";
import { startArchiveDatabase, type ArchiveDatabase } from "./archive-database.ts";
import {
  findPackageVersion,
  makePeerFolder,
  startPeerProcess,
  writeConfiguration,
  type PeerCommand,
  type PeerProcess,
} from "./peer-process.ts";

/* The two chat servers of Debian that Colbin is held against: group chat (MUC) with its archive (MAM) in PostgreSQL. */

export const xmppPeers = ["ejabberd", "prosody"] as const;
export type XmppPeer = (typeof xmppPeers)[number];

export interface XmppServer {
  readonly name: XmppPeer;
  readonly version: string;
  readonly port: number;
  readonly pid: number;
  readonly database: ArchiveDatabase;
  stop(): Promise<void>;
}

/** All that the accounts of a benchmark have in common. */
export const XMPP_PASSWORD = "secret";
export const XMPP_DOMAIN = "localhost";

/** Where the version is missing the peer is not installed here; the benchmarks show that instead of a figure. */
export function findXmppVersion(name: XmppPeer): Promise<string | undefined> {
  return findPackageVersion(name);
}

/** Starts a peer with the accounts `u0`, `u1`, ... on an empty database of its own. Nothing is left of it after `stop`. */
export async function startXmppServer(name: XmppPeer, users: number): Promise<XmppServer> {
  const version = await findXmppVersion(name);
  if (version === undefined) throw new Error(`${name} is not installed`);
  const database = await startArchiveDatabase();
  try {
    const process = await startOn(database, name, users);
    return {
      name,
      version,
      ...process,
      database,
      async stop() {
        await process.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startOn(
  database: ArchiveDatabase,
  name: XmppPeer,
  users: number,
): Promise<PeerProcess & { readonly port: number }> {
  await database.query(await tablesOf[name]());
  await database.query(accountsOf[name], [users, XMPP_PASSWORD]);
  const port = await findFreePort();
  const folder = await makePeerFolder(name);
  const configuration = await writeConfiguration(folder, configurationOf[name], { port, database });
  const process = await startPeerProcess(commandOf[name](folder, configuration), { folder, port });
  return { ...process, port };
}

const configurationOf: Readonly<Record<XmppPeer, string>> = {
  ejabberd: "ejabberd.yml.template",
  prosody: "prosody.cfg.lua",
};

/** ejabberd wants its tables made; Prosody makes its own, but too late for the accounts. */
const tablesOf: Readonly<Record<XmppPeer, () => Promise<string>>> = {
  ejabberd: () => readFile("/usr/share/ejabberd/sql/pg.sql", "utf8"),
  prosody: () =>
    Promise.resolve(`
      create table prosody (host text not null, "user" text not null, store text not null, key text not null,
        type text not null, value text not null);
      create index prosody_index on prosody (host, "user", store, key)`),
};

/** Straight into the tables: making accounts one by one is nothing that is measured. */
const accountsOf: Readonly<Record<XmppPeer, string>> = {
  ejabberd: `insert into users (username, password)
    select 'u' || n, $2 from generate_series(0, $1::integer - 1) as n`,
  prosody: `insert into prosody (host, "user", store, key, type, value)
    select 'localhost', 'u' || n, 'accounts', 'password', 'string', $2 from generate_series(0, $1::integer - 1) as n`,
};

const commandOf: Readonly<
  Record<XmppPeer, (folder: string, configuration: string) => PeerCommand>
> = {
  // Without a node name there is no second daemon that names nodes, and nothing but the one port listens.
  ejabberd: (folder, configuration) => ({
    file: "/usr/bin/erl",
    args: [
      "+K",
      "true",
      "+P",
      "250000",
      "-noinput",
      "-mnesia",
      "dir",
      `"${join(folder, "mnesia")}"`,
      "-s",
      "ejabberd",
    ],
    env: {
      ERL_LIBS: "/usr/lib/x86_64-linux-gnu",
      ERL_MAX_PORTS: "65536",
      ERL_CRASH_DUMP: join(folder, "crash.dump"),
      EJABBERD_CONFIG_PATH: configuration,
      EJABBERD_LOG_PATH: join(folder, "ejabberd.log"),
    },
  }),
  prosody: (_folder, configuration) => ({
    file: "/usr/bin/prosody",
    args: ["--config", configuration, "-F"],
  }),
};
