import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RoomId } from "@colbin/protocol";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { hydration } from "#server/registries.ts";
import { createEmptyDatabase } from "#test/database.ts";
import { createLogReads } from "./log-reader.service.ts";

const DATA = join(import.meta.dirname, "../../../test/migration-data");
const roomId = "01900000-0000-7000-8000-0000000000f0" as RoomId;
const [alice, bob] = [
  "01900000-0000-7000-8000-000000000001",
  "01900000-0000-7000-8000-000000000002",
];

it("a log that kept wire shapes keeps seq, audience and history as facts", async () => {
  const database = await createEmptyDatabase();
  onTestFinished(database.close);
  for (const [until, data] of [
    [1, "0001_foundation.sql"],
    [5, "0005_names.sql"],
  ] as const) {
    await migrate(database.pool, { until });
    await database.pool.query(readFileSync(join(DATA, data), "utf8"));
  }
  await migrate(database.pool);

  const events = await createLogReads(database.kysely, hydration)(roomId, 0, 100);

  const workspaceId: unknown = expect.any(String);
  const place = (userId: string | undefined, change: string) => ({ userId, change, workspaceId });
  expect(events.map(({ seq, name, audience, data }) => ({ seq, name, audience, data }))).toEqual([
    {
      seq: 1,
      name: "participant_changed",
      audience: place(alice, "add"),
      data: {
        userId: alice,
        userName: "Alice",
        accessStatus: "ACCEPTED",
        accessLevel: "OWNER",
        memberCount: 1,
      },
    },
    {
      seq: 2,
      name: "participant_changed",
      audience: place(bob, "add"),
      // As the person is called now, not as they were called then.
      data: {
        userId: bob,
        userName: "Bob",
        accessStatus: "ACCEPTED",
        accessLevel: "WRITE",
        memberCount: 2,
      },
    },
    {
      seq: 3,
      name: "message_new",
      audience: undefined,
      data: {
        clientMessageId: "temp_2",
        message: expect.objectContaining({
          content: "Before facts",
          msgNo: 1,
          stateSeq: 3,
          authorName: "Bob",
        }) as unknown,
      },
    },
    {
      seq: 4,
      name: "participant_changed",
      audience: place(bob, "remove"),
      data: {
        userId: bob,
        userName: "Bob",
        accessStatus: "REMOVED",
        accessLevel: "WRITE",
        memberCount: 1,
      },
    },
  ]);
});
