import { toApiError } from "@colbin/client";
import type { ParticipantAccessLevel, RoomInviteOutcome, UserSummary } from "@colbin/protocol";
import { invitations, requests } from "#web/features/access-requests/access-lists.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { inviteOutcomeTexts, peopleTexts } from "./people-texts.ts";

/** The result of inviting or adding one of several people. */
export interface AddingResult {
  readonly person: UserSummary;
  readonly text: string;
  readonly isBanned: boolean;
}

const reads = ["listParticipants"] as const;
const lists = [requests, invitations];

/** Brings people into a room, each with a result of their own. */
export function useAdding(slug: string, accessLevel: ParticipantAccessLevel) {
  const { act: inviteAll } = useAct("inviteToRoom", reads, lists);
  const { act: addOne } = useAct("addParticipant", reads, lists);

  async function invite(
    people: readonly UserSummary[],
    liftBan = false,
  ): Promise<readonly AddingResult[]> {
    // In Personal whoever shares no room with the person is found by a whole name alone (rules-rooms 21).
    const identifiers = people.map(({ username }) => username);
    const body = { identifiers, accessLevel, liftBan };
    const { results } = await inviteAll({ params: { slug }, body });
    return people.map((person, at) => toResult(person, results[at]?.outcome ?? "notFound"));
  }

  /** One after the other; a refusal of one does not stop the rest. */
  async function add(people: readonly UserSummary[]): Promise<readonly AddingResult[]> {
    const results: AddingResult[] = [];
    for (const person of people) {
      try {
        await addOne({ params: { slug }, body: { userId: person.id, accessLevel } });
        results.push({ person, text: t(peopleTexts.added), isBanned: false });
      } catch (cause) {
        const error = toApiError(cause);
        // The first did not arrive: those who are chosen stay, to be tried again.
        if (error.retryable && results.length === 0) throw cause;
        // Nothing else keeps out whoever may be added.
        const isBanned = error.code === "PARTICIPANT_STATUS_CONFLICT";
        const text = isBanned ? t(inviteOutcomeTexts.banned) : errorText(error);
        results.push({ person, text, isBanned });
      }
    }
    return results;
  }
  return { invite, add };
}

function toResult(person: UserSummary, outcome: RoomInviteOutcome): AddingResult {
  return { person, text: t(inviteOutcomeTexts[outcome]), isBanned: outcome === "banned" };
}
