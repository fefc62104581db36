import { orderedSubscriptions } from "@colbin/client";
import {
  LIST_PAGE_MAX,
  ROOM_SEARCH_MAX,
  PREVIEW_MAX_CHARS,
  type RoomCard,
  type Subscription,
} from "@colbin/protocol";
import { UsersRound } from "lucide-react";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import type { Command, Mark } from "./command.ts";
import { paletteTexts } from "./texts.ts";

type Navigate = (path: string) => void;

/** The rooms of the person but the direct ones, whose people are found themselves. */
export function findOwnRooms(navigate: Navigate): readonly Command[] {
  const rooms = orderedSubscriptions(chat.store.getSnapshot());
  return rooms
    .filter(({ roomType }) => roomType !== "direct")
    .map((room) => ({
      ...toCommand(room, navigate),
      mark: markOf(room),
      subtitle: subtitleOf(room, room.lastMessage?.text),
      unread: { count: room.unreadCount, mentions: room.mentionCount },
    }));
}

/** As the sidebar has it. */
function markOf(room: Subscription): Mark {
  const { roomType, accessType, avatar_url: picture, roomId: id, roomName: fullName } = room;
  switch (roomType) {
    case "channel":
      return { kind: "room", accessType, picture };
    case "group":
      return picture ? { kind: "room", accessType, picture } : { kind: "icon", icon: UsersRound };
    case "direct":
    case "saved":
      return { kind: "person", person: { id, fullName, avatar_url: null } };
  }
}

/** The other rooms that the person sees, as far as name or description contains the text. */
export async function findOtherRooms(
  text: string,
  signal: AbortSignal,
  navigate: Navigate,
): Promise<readonly Command[]> {
  const search = text.slice(0, ROOM_SEARCH_MAX);
  const workspaceId = account.workspaceId();
  const { results } = await account.call(
    "listRooms",
    { query: { limit: LIST_PAGE_MAX, ...(search !== "" && { search }) } },
    { signal, ...(workspaceId && { workspaceId }) },
  );
  const { subscriptions } = chat.store.getSnapshot();
  return results
    .filter(({ roomId }) => !subscriptions.has(roomId))
    .map((card) => toCommand(card, navigate));
}

type Room = Pick<
  RoomCard & Subscription,
  | "roomId"
  | "sessionRoomSlug"
  | "roomName"
  | "description"
  | "avatar_url"
  | "accessType"
  | "memberCount"
>;

function toCommand(room: Room, navigate: Navigate): Command {
  const { roomId, sessionRoomSlug, roomName, description, avatar_url, accessType } = room;
  return {
    id: `channel:${roomId}`,
    title: roomName,
    subtitle: subtitleOf(room),
    category: "channel",
    keywords: [sessionRoomSlug, description ?? ""],
    mark: { kind: "room", accessType, picture: avatar_url },
    run: () => navigate(roomPath(sessionRoomSlug)),
  };
}

/** Specification, section 9: the number of members, and the last message, else what the room is about. */
function subtitleOf({ memberCount, description }: Room, preview?: string): string {
  const [about = t(paletteTexts.noDescription)] = [preview, description]
    .map((text) => text?.replaceAll(/\s+/g, " ").trim() ?? "")
    .filter((text) => text !== "")
    .map((text) => Array.from(text).slice(0, PREVIEW_MAX_CHARS).join(""));
  return `${t(paletteTexts.members, { n: memberCount })} · ${about}`;
}
