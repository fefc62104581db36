import { participantAccessLevels, participantAccessStatuses, userId } from "@colbin/protocol";
import * as z from "zod/mini";
import type { RoomEventKind } from "#server/features/log/log.service.ts";

const changeFacts = z.object({
  userId,
  accessStatus: z.enum(participantAccessStatuses),
  accessLevel: z.enum(participantAccessLevels),
  /** Participants of the room after the change. */
  memberCount: z.int(),
});

/** A change of somebody's place: it alone changes who receives what follows. */
export const participantChangedKind: RoomEventKind<
  "participant_changed",
  z.infer<typeof changeFacts>
> = {
  name: "participant_changed",
  facts: changeFacts,
  people: ({ facts }) => [facts.userId],
  audience: ({ userId: person, accessStatus }) => ({
    userId: person,
    change: accessStatus === "ACCEPTED" ? "add" : "remove",
  }),
  toWire: ({ facts }, shown) => ({ ...facts, userName: shown.nameOf(facts.userId) }),
};
