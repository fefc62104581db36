import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve as toAbsolute } from "node:path";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster.ts";

/*
 * `npm run cluster`: several servers on this machine on one database and one NATS, with a proxy in front, to try what an
 * operator of several machines has. Without DATA_DIR everything is thrown away at the end.
 */

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "3" },
    port: { type: "string", default: "4000" },
  },
});

async function main(): Promise<void> {
  const told = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve());
  });
  const folder = await mkdtemp(join(tmpdir(), "colbin-cluster-"));
  const chosen = process.env["DATA_DIR"];
  try {
    const cluster = await startCluster({
      folder,
      ...(chosen ? { dataDir: toAbsolute(chosen) } : {}),
      nodes: Number(values.nodes),
      port: Number(values.port),
      settings: { LOG_LEVEL: process.env["LOG_LEVEL"] ?? "info" },
    });
    // By its name: browsers keep passkeys for names alone.
    const { port } = new URL(cluster.proxy.baseUrl);
    console.log(`Colbin is ready at http://localhost:${port}, which passes on in turn to`);
    for (const [place, node] of cluster.nodes.entries()) {
      console.log(`  node ${place + 1}  ${node.baseUrl}  (process ${node.pid()})`);
    }
    console.log(`  NATS    ${cluster.nats.url}  (process ${cluster.nats.pid()})`);
    console.log(`Sign in with any email address: the code is shown on the page.`);
    console.log(`Logs: ${folder}/node-*/server.log. Ctrl-C stops everything.`);
    await told;
    await cluster.stop();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

await main();
process.exit(0);
