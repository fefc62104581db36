import type { Participant, ParticipantAccessLevel } from "@colbin/protocol";

/** What is asked before something is done with the people of a room. */
export type MemberQuestion =
  | { readonly is: "add" }
  | { readonly is: "remove"; readonly person: Participant }
  | {
      /** Somebody becomes an owner, or the person themself is one no more. */
      readonly is: "own";
      readonly person: Participant;
      readonly to: ParticipantAccessLevel;
    };
