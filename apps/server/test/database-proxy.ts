import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { connectDatabase, type Database } from "#server/platform/db/database.ts";
import { silentLog } from "./silent-log.ts";

/** A database that a test can take away and give back, as a broken network does. */
export interface FlakyDatabase {
  readonly database: Database;
  /** Cuts every connection; new ones are refused. */
  takeAway(): Promise<void>;
  giveBack(): Promise<void>;
  /** Keeps back what the database says, its end included, until the answer is called. */
  holdAnswers(): () => void;
  /** Nothing comes any more over the connections that there are, not even their end; new ones are as good as ever. */
  silence(): void;
}

const POOL_SIZE = 5;

/** The same database through a door that can be shut; closing it closes the door, not what is behind. */
export async function openFlakyDatabase(
  { connection }: Database,
  settings: { readonly statement_timeout?: number } = {},
): Promise<FlakyDatabase> {
  const { host = "", port = 5432 } = connection;
  const path = join(host, `.s.PGSQL.${port}`);
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  let silent = new WeakSet<Socket>();
  const pass = (socket: Socket, act: () => void): void => {
    if (silent.has(socket)) return;
    if (held) held.push(act);
    else act();
  };
  const open = () =>
    createServer((socket) => {
      const behind = connect(path);
      for (const each of [socket, behind]) {
        sockets.add(each);
        each.on("error", () => undefined);
        each.on("close", () => sockets.delete(each));
      }
      socket.pipe(behind).on("data", (data) => pass(socket, () => socket.write(data)));
      socket.on("close", () => behind.destroy());
      behind.on("close", () => pass(socket, () => socket.destroy()));
    });
  let proxy = open().listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port: proxyPort } = proxy.address() as AddressInfo;
  const takeAway = async () => {
    const closed = once(proxy, "close");
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const address = { ...connection, ...settings, host: "127.0.0.1", port: proxyPort };
  const database = await connectDatabase(address, POOL_SIZE, silentLog, takeAway);
  return {
    database,
    takeAway,
    async giveBack() {
      proxy = open().listen(proxyPort, "127.0.0.1");
      await once(proxy, "listening");
    },
    holdAnswers() {
      held = [];
      return () => {
        const acts = held ?? [];
        held = undefined;
        for (const act of acts) act();
      };
    },
    silence() {
      silent = new WeakSet(sockets);
    },
  };
}
