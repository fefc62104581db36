import type { ParticipantAccessLevel, RoomCard, Subscription } from "@colbin/protocol";

/** What each part of the details is told. */
export interface DetailsProps {
  readonly room: Subscription | RoomCard;
  /** Of the person in it. */
  readonly level: ParticipantAccessLevel;
}
