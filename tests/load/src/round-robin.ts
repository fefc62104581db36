import { once } from "node:events";
import { createConnection, createServer, type AddressInfo, type Socket } from "node:net";

/*
 * The smallest proxy that does for a cluster what nginx or Caddy do: each connection goes to the next node that serves. A node
 * that does not answer /readyz, or says there that it is stopping, gets no new connections; those that it has stay.
 */

export interface RoundRobin {
  /** Where clients go. */
  readonly baseUrl: string;
  close(): Promise<void>;
}

const CHECK_MS = 100;
const CHECK_PATIENCE_MS = 1_000;

/** Listens on the port (0: any free one) and passes connections on to these addresses in turn. */
export async function startRoundRobin(nodes: readonly string[], port = 0): Promise<RoundRobin> {
  const targets = nodes.map((baseUrl) => new URL(baseUrl));
  const serving = new Set<URL>();
  const sockets = new Set<Socket>();
  let next = 0;

  /** Every node once, those that serve first, beginning with the one whose turn it is. */
  function listInTurn(): URL[] {
    next += 1;
    const turned = targets.map((_, place) => targets[(place + next) % targets.length]);
    const all = turned.filter((target) => target !== undefined);
    return [
      ...all.filter((each) => serving.has(each)),
      ...all.filter((each) => !serving.has(each)),
    ];
  }

  const server = createServer({ pauseOnConnect: true }, (incoming) => {
    keep(sockets, incoming);
    passOn(incoming, listInTurn(), (socket) => keep(sockets, socket));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  const check = async (target: URL): Promise<void> => {
    if (await isServing(target)) serving.add(target);
    else serving.delete(target);
  };
  await Promise.all(targets.map(check));
  const checking = setInterval(() => void Promise.all(targets.map(check)), CHECK_MS);
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(checking);
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Ready, or without its bus: such a node still works, only slower. */
async function isServing(target: URL): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(CHECK_PATIENCE_MS);
    const reply = await fetch(new URL("/readyz", target), { signal });
    if (reply.ok) return true;
    const { missing } = (await reply.json()) as { readonly missing?: readonly string[] };
    return missing !== undefined && missing.every((each) => each === "bus");
  } catch {
    return false;
  }
}

/** Tries the targets until one takes the connection; nobody is a connection that ends. */
function passOn(incoming: Socket, targets: readonly URL[], onOpen: (socket: Socket) => void): void {
  const [target, ...others] = targets;
  if (!target || incoming.destroyed) {
    incoming.destroy();
    return;
  }
  const outgoing = createConnection({ host: target.hostname, port: Number(target.port) });
  onOpen(outgoing);
  const retry = (): void => passOn(incoming, others, onOpen);
  outgoing.once("error", retry);
  outgoing.once("connect", () => {
    outgoing.off("error", retry);
    for (const socket of [incoming, outgoing]) {
      socket.setNoDelay(true);
      socket.once("error", ignore);
    }
    // What ends on one side ends on the other, also without a word.
    incoming.once("close", () => outgoing.destroy());
    outgoing.once("close", () => incoming.destroy());
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
  });
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.once("close", () => sockets.delete(socket));
  socket.on("error", ignore);
}

function ignore(): void {
  // Its close follows, and that is what counts.
}
