import { expect, test } from "vitest";
import { compareServers } from "./compare.ts";
import { withServer } from "./server.ts";
import { toMarkdown } from "./table.ts";

/*
 * One benchmark in small, which runs three others, through all that they share: they still run, and count right. No time is
 * judged, and no peer is installed. All of them, with their bars: `npm run bench -- all --bars`.
 */

test(
  "compare: two servers in turns, and nothing lost or doubled",
  { timeout: 90_000 },
  async () => {
    const times = { warmUpS: 0.2, seconds: 0.6 };
    const sizes = {
      sparse: { rooms: 4, perRoom: 3, perSecond: 40, ...times },
      throughput: { rooms: 4, members: 3, inFlight: 4, ...times },
      ack: { warmUp: 20, rounds: 2, perRound: 10 },
    };

    const report = await withServer({}, (now) =>
      withServer({}, (before) => compareServers({ now, before, commit: "before" }, sizes)),
    );

    expect(report.rows.map(({ id }) => id)).toEqual(["P2", "P4", "P4", "P5"]);
    // A run may be void because this machine is busy, never because something was lost or came twice.
    for (const { ours, peers = [] } of report.rows) {
      const isVoid = [ours, ...peers.map(({ figure }) => figure)].some((each) =>
        each.startsWith("void"),
      );
      expect(isVoid || (peers[0]?.ratio ?? 0) > 0).toBe(true);
    }
    expect(toMarkdown(report)).not.toMatch(/[1-9]\d* lost|[1-9]\d* doubled|NaN|undefined/);
  },
);
