import type { RoomType } from "@colbin/protocol";

interface Named {
  readonly roomType: RoomType;
  readonly roomName?: string;
  /** The others. */
  readonly participants?: readonly { readonly fullName: string }[];
}

/** Is it called after its people? Then their set is fixed (rules-rooms 30). */
export function isUnnamedGroup({ roomType, roomName, participants = [] }: Named): boolean {
  return roomType === "group" && roomName === participants.map((each) => each.fullName).join(", ");
}
