import type { ParticipantAccessLevel, RoomCard, Subscription } from "@colbin/protocol";

/** Props of each part of the details. */
export interface DetailsProps {
  readonly room: Subscription | RoomCard;
  /** The level of the person in it. */
  readonly level: ParticipantAccessLevel;
}
