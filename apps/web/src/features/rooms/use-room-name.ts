import type { RoomType, Subscription } from "@colbin/protocol";
import { useKnownName } from "#web/features/presence/use-person.ts";

interface NamedRoom {
  readonly roomName: string;
  readonly roomType?: RoomType;
  readonly participants?: Subscription["participants"];
}

/** A talk of two is called after the other one, as they are called now. */
export function useRoomName({ roomName, roomType, participants = [] }: NamedRoom): string {
  const peer = roomType === "direct" ? participants[0]?.sessionUserId : undefined;
  return useKnownName(peer) ?? roomName;
}
