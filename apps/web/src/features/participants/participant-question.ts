import type { Participant, ParticipantAccessLevel } from "@colbin/protocol";

/** An act on the people of a room that is done after a question. */
export type ParticipantQuestion =
  | { readonly is: "add" }
  | { readonly is: "remove"; readonly person: Participant }
  | {
      /** Somebody becomes an owner, or the person themself is one no more. */
      readonly is: "own";
      readonly person: Participant;
      readonly to: ParticipantAccessLevel;
    };
