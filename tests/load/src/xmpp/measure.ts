import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { readRssBytes, readTreeCpuS } from "../bench/usage.ts";
import {
  findXmppVersion,
  startXmppServer,
  XMPP_DOMAIN,
  XMPP_PASSWORD,
  type XmppPeer,
  type XmppServer,
} from "./peer-servers.ts";
import type { XmppAnswer, XmppFigures, XmppLoad, XmppPlan } from "./plan.ts";

const generator = fileURLToPath(new URL("generator.ts", import.meta.url));

export interface XmppResult {
  readonly name: XmppPeer;
  /** With that of its database. */
  readonly version: string;
  readonly figures: XmppFigures;
  /** Of one core, of the server and of its database while it was measured. */
  readonly serverShare: number;
  readonly databaseShare: number;
  readonly deliveriesPerCpuS: number;
  /** Resident bytes of the server that each occupant has cost. */
  readonly bytesPerOccupant: number;
  readonly occupants: number;
}

export interface XmppSizes {
  readonly rooms: number;
  readonly perRoom: number;
  readonly load: XmppLoad;
}

export interface XmppFound {
  readonly name: XmppPeer;
  /** Undefined where it is not installed. */
  readonly result: XmppResult | undefined;
}

/** One after the other, so that each has the machine. */
export async function measureXmppPeers(
  names: readonly XmppPeer[],
  sizes: XmppSizes,
): Promise<XmppFound[]> {
  const found: XmppFound[] = [];
  for (const name of names) {
    const isHere = (await findXmppVersion(name)) !== undefined;
    found.push({ name, result: isHere ? await measureXmpp(name, sizes) : undefined });
  }
  return found;
}

/** Starts the peer on an empty archive, lets everybody enter, and measures it under this load. */
async function measureXmpp(name: XmppPeer, sizes: XmppSizes): Promise<XmppResult> {
  const server = await startXmppServer(name, sizes.rooms * sizes.perRoom);
  try {
    return await drive(server, sizes);
  } finally {
    await server.stop();
  }
}

async function drive(server: XmppServer, sizes: XmppSizes): Promise<XmppResult> {
  const plan: XmppPlan = {
    ...sizes,
    port: server.port,
    domain: XMPP_DOMAIN,
    password: XMPP_PASSWORD,
  };
  const emptyBytes = readRssBytes(server.pid);
  const child = fork(generator, [JSON.stringify(plan)]);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`The generator ended with code ${String(code)} before it was done`);
  });
  const next = async <T extends XmppAnswer["type"]>(
    type: T,
  ): Promise<Extract<XmppAnswer, { type: T }>> => {
    const [message] = (await Promise.race([once(child, "message"), failed])) as [XmppAnswer];
    if (message.type !== type) throw new Error(`The generator said ${message.type}, not ${type}`);
    return message as Extract<XmppAnswer, { type: T }>;
  };
  await next("entered");
  const bytes = readRssBytes(server.pid) - emptyBytes;
  child.send({ type: "go" });
  await next("warm");
  const [serverS, databaseS] = [readTreeCpuS(server.pid), readTreeCpuS(server.database.pid())];
  const { figures } = await next("done");
  // What the last deliveries cost after the time is theirs, too.
  const usedS = readTreeCpuS(server.pid) - serverS;
  const databaseUsedS = readTreeCpuS(server.database.pid()) - databaseS;
  failed.catch(() => undefined);
  return {
    name: server.name,
    version: `${server.version} with PostgreSQL ${server.database.version}`,
    figures,
    serverShare: usedS / figures.seconds,
    databaseShare: databaseUsedS / figures.seconds,
    deliveriesPerCpuS: figures.deliveries / usedS,
    bytesPerOccupant: bytes / (sizes.rooms * sizes.perRoom),
    occupants: sizes.rooms * sizes.perRoom,
  };
}
