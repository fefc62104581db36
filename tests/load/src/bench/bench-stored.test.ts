import { describe, expect, test } from "vitest";
import { benchAck } from "./ack.ts";
import { compareServers } from "./compare.ts";
import { expectWhole, PATIENCE } from "./expect-whole.ts";
import { benchGrowth } from "./growth.ts";
import { benchOpenRoom } from "./open-room.ts";
import { benchRows } from "./rows.ts";
import { withServer } from "./server.ts";
import { benchThroughput } from "./throughput.ts";

/* The benchmarks of what is written and read in small, as those of the live channel. */

describe("in small", () => {
  test("ack", PATIENCE, async () => {
    expectWhole(await benchAck({ warmUp: 20, rounds: 3, perRound: 10 }), "P5");
  });

  test("throughput: every send is acknowledged", PATIENCE, async () => {
    const sizes = { rooms: 4, members: 3, inFlight: 4, warmUpS: 0.2, seconds: 0.6 };
    expectWhole(await benchThroughput({ ...sizes, peers: [] }), "P4");
  });

  test("compare: two servers in turns", PATIENCE, async () => {
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
    for (const { peers } of report.rows) expect(peers?.[0]?.ratio).toBeGreaterThan(0);
  });

  test("rows: one inserted a message, however many are in the room", PATIENCE, async () => {
    const sizes = { members: [60], inFlight: [1], messages: 20, countedAfterS: 11 };

    const report = await benchRows(sizes);

    expectWhole(report, "P6");
    expect(report.rows[0]?.ours).toContain("1.00 inserted, 2.00 updated");
  });

  test("opening a room: every answer is a full page", PATIENCE, async () => {
    const sizes = { rooms: 4, people: 8, roomsPerPerson: 2, messagesPerRoom: 60 };
    expectWhole(await benchOpenRoom({ ...sizes, inFlight: 4, seconds: 0.5 }), "P9");
  });

  test("growth", PATIENCE, async () => {
    const sizes = { messages: [200], members: [5], roomsEach: [4] };
    expectWhole(await benchGrowth({ ...sizes, sends: 5, opens: 0.3, entries: 2 }), "P12");
  });
});
