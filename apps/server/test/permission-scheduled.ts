import { randomUUID } from "node:crypto";
import type { EndpointName } from "@colbin/protocol";
import { seen } from "./permission-kinds.ts";
import { noneOf, person, sending, type EndpointRule } from "./permission-rows.ts";

/* The rows of scheduled messages and drafts. */

/** Nobody's; one's own and another one's: features/scheduled/scheduled.test.ts. */
const noScheduled = noneOf("SCHEDULED_NOT_FOUND");
const id = "01930000-0000-7000-8000-000000000000";
const toSchedule = () => ({
  content: "allowed?",
  sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  clientMessageId: `temp_${randomUUID()}`,
});

/** Any place in the room. */
const drafting = seen({ MEM: "NOT_A_PARTICIPANT" });
const unchanged = { content: "", version: 0 };

export const scheduledRules = {
  listDrafts: { row: person, input: () => ({}) },
  putDraft: {
    row: drafting,
    input: (slug) => ({ params: { slug }, query: {}, body: unchanged }),
  },
  deleteDraft: {
    row: drafting,
    input: (slug) => ({ params: { slug }, query: { version: "0" } }),
  },
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
