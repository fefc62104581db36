import { randomUUID } from "node:crypto";
import type { EndpointName } from "@colbin/protocol";
import { noneOf, person, sending, type EndpointRule } from "./permission-rows.ts";

/* The rows of scheduled messages. */

/** Nobody's; one's own and another one's: features/scheduled/scheduled.test.ts. */
const noScheduled = noneOf("SCHEDULED_NOT_FOUND");
const id = "01930000-0000-7000-8000-000000000000";
const toSchedule = () => ({
  content: "allowed?",
  sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  clientMessageId: `temp_${randomUUID()}`,
});

export const scheduledRules = {
  listScheduledMessages: { row: person, input: () => ({}) },
  scheduleMessage: {
    row: sending,
    input: (sessionRoomSlug) => ({ body: { ...toSchedule(), sessionRoomSlug } }),
  },
  updateScheduledMessage: {
    row: noScheduled,
    input: () => ({ params: { id }, body: {} }),
  },
  deleteScheduledMessage: { row: noScheduled, input: () => ({ params: { id } }) },
  sendScheduledMessage: { row: noScheduled, input: () => ({ params: { id } }) },
} satisfies { readonly [N in EndpointName]?: EndpointRule<N> };
