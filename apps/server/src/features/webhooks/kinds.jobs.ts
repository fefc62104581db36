import { messageId, roomId, userId } from "@colbin/protocol";
import * as z from "zod/mini";
import { jobKind } from "#server/platform/jobs/jobs.ts";

/** The event that a call tells of; it is read when the call is made. */
const source = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("notification"), userId, notificationId: z.uuid() }),
  z.object({ kind: z.literal("message"), roomId, messageId }),
]);
export type WebhookSource = z.infer<typeof source>;

/** One try of a call; the next one is a job of its own, so that others do not wait for the pause. */
export const callJob = jobKind({
  name: "webhooks.call",
  data: z.object({
    /** Of the call, the same in every try. */
    id: z.uuid(),
    webhookId: z.uuid(),
    source,
    /** Tries before this one. */
    tried: z.int(),
    begunAt: z.iso.datetime(),
  }),
  retries: 3,
  limitS: 60,
});
export type WebhookCall = z.infer<(typeof callJob)["data"]>;
