import { totalmem } from "node:os";

/*
 * Settings of a database on a small machine that it shares with the server. Given on the command line at every start, so
 * that a new version of Colbin brings its own; what an operator writes into postgresql.conf applies to the rest.
 */

const MIB = 1024 * 1024;

export type Settings = Readonly<Record<string, string>>;

/** How clients reach the database: through a socket in a private folder, or on loopback where there are no such sockets. */
export interface Endpoint {
  readonly socketFolder: string | undefined;
  readonly port: number;
}

/** Settings for this machine: an eighth of the memory for the database's own cache, within bounds. */
export function listSettings(endpoint: Endpoint, overrides: Settings): Settings {
  const memory = process.constrainedMemory() || totalmem();
  const usable = Math.min(memory, totalmem());
  const buffers = Math.min(512, Math.max(64, Math.floor(usable / MIB / 8)));
  return {
    listen_addresses: endpoint.socketFolder === undefined ? "127.0.0.1" : "",
    unix_socket_directories: endpoint.socketFolder ?? "",
    unix_socket_permissions: "0700",
    port: String(endpoint.port),
    max_connections: "100",
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(usable / MIB / 2))}MB`,
    random_page_cost: "1.1",
    jit: "off",
    max_wal_size: "1GB",
    min_wal_size: "128MB",
    // After a crash every file is synced first: one call for all takes a tenth of the time.
    recovery_init_sync_method: process.platform === "linux" ? "syncfs" : "fsync",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    // The log names neither statements nor values: they hold what people wrote.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    ...overrides,
  };
}
