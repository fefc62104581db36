import { benchAck } from "./ack.ts";
import { benchCalls } from "./calls.ts";
import { benchCodes } from "./codes.ts";
import { benchConvoy } from "./convoy.ts";
import { benchDocuments } from "./documents.ts";
import { benchFanout } from "./fanout.ts";
import { benchFiles } from "./files.ts";
import { benchGenerator } from "./generator.ts";
import { benchGrowth } from "./growth.ts";
import { benchHostile } from "./hostile.ts";
import { benchIdentifiers } from "./identifiers.ts";
import { benchLatency } from "./latency.ts";
import { benchMembers } from "./members.ts";
import { benchMemory } from "./memory.ts";
import { benchMixed } from "./mixed.ts";
import { benchNotifications } from "./notifications.ts";
import { benchOpenRoom } from "./open-room.ts";
import { benchPresence } from "./presence.ts";
import type { BenchReport } from "./report.ts";
import { benchRemoval } from "./removal.ts";
import { benchRoomLists } from "./room-lists.ts";
import { benchRows } from "./rows.ts";
import { benchSearch } from "./search.ts";
import { benchSlowReaders } from "./slow-readers.ts";
import { benchSparse } from "./sparse.ts";
import { benchStatistics } from "./statistics.ts";
import { benchStart } from "./start.ts";
import { benchStorm } from "./storm.ts";
import { benchThreads } from "./threads.ts";
import { benchThroughput } from "./throughput.ts";
import { benchWeb } from "./web.ts";

export interface Bench {
  /** The figure of quality.md that it measures. */
  readonly id: string;
  readonly run: () => Promise<BenchReport>;
}

/** Every benchmark, in the order of `npm run bench -- all`. */
export const benches: Readonly<Record<string, Bench>> = {
  generator: { id: "the generator itself", run: () => benchGenerator() },
  fanout: { id: "P1", run: () => benchFanout() },
  sparse: { id: "P2", run: () => benchSparse() },
  latency: { id: "P3", run: () => benchLatency() },
  throughput: { id: "P4", run: () => benchThroughput() },
  ack: { id: "P5", run: () => benchAck() },
  rows: { id: "P6", run: () => benchRows() },
  memory: { id: "P7", run: () => benchMemory() },
  storm: { id: "P8", run: () => benchStorm() },
  "open-room": { id: "P9", run: () => benchOpenRoom() },
  threads: { id: "threads", run: () => benchThreads() },
  search: { id: "P10", run: () => benchSearch() },
  documents: { id: "documents", run: () => benchDocuments() },
  statistics: { id: "rules-messages 51", run: () => benchStatistics() },
  "slow-readers": { id: "R8", run: () => benchSlowReaders() },
  calls: { id: "calls", run: () => benchCalls() },
  convoy: { id: "convoy", run: () => benchConvoy() },
  mixed: { id: "P13", run: () => benchMixed() },
  codes: { id: "rules-identity 69", run: () => benchCodes() },
  identifiers: { id: "rules-identity 22", run: () => benchIdentifiers() },
  members: { id: "rules-identity 45", run: () => benchMembers() },
  presence: { id: "rules-rooms 54", run: () => benchPresence() },
  "room-lists": { id: "rules-rooms 11", run: () => benchRoomLists() },
  removal: { id: "rules-identity 63", run: () => benchRemoval() },
  notifications: { id: "notifications", run: () => benchNotifications() },
  files: { id: "files", run: () => benchFiles() },
  hostile: { id: "R5", run: () => benchHostile() },
  start: { id: "P11", run: () => benchStart() },
  web: { id: "W0, W3, W4, W5", run: () => benchWeb() },
  growth: { id: "P12", run: () => benchGrowth() },
};
