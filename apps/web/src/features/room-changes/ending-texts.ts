import type { Text } from "#web/lib/language/i18n.ts";

/* Rooms that one leaves, and rooms that are over. */
export const endingTexts = {
  more: { id: "room.more", message: "More about {room}" },
  leaveTitle: { id: "room.leaveTitle", message: "Leave {room}?" },
  leaveOpen: { id: "room.leaveOpen", message: "You can come back whenever you like." },
  leaveAsk: { id: "room.leaveAsk", message: "To rejoin, ask an owner or admin." },
  leaveHidden: { id: "room.leaveHidden", message: "To come back you have to be invited." },
  hide: { id: "room.hide", message: "Hide conversation" },
  hidden: { id: "room.hidden", message: "Conversation hidden until the next message" },
  hideFailed: { id: "room.hideFailed", message: "Failed to hide conversation" },
  left: { id: "room.left", message: "Left conversation" },
  archiveTitle: { id: "room.archiveTitle", message: "Archive {room}?" },
  archiveText: {
    id: "room.archiveText",
    message:
      "Members can still read it, but nobody can write. You can unarchive it under Archived.",
  },
  leaveFailed: { id: "room.leaveFailed", message: "Failed to leave conversation" },
  archiveFailed: { id: "room.archiveFailed", message: "Failed to archive conversation" },
  archived: { id: "room.archived", message: "Conversation archived" },
  readOnly: { id: "room.readOnly", message: "You can read it, and nobody can write." },
  unarchive: { id: "room.unarchive", message: "Unarchive conversation" },
  unarchived: { id: "room.unarchived", message: "Conversation unarchived" },
  unarchiveFailed: { id: "room.unarchiveFailed", message: "Failed to unarchive conversation" },
  deleteTitle: { id: "room.deleteTitle", message: "Delete {room}?" },
  deleteText: {
    id: "room.deleteText",
    message:
      "It is gone for everybody at once. For {days} days you can restore it under Deleted, then its messages and files are purged.",
  },
  typeTitle: { id: "room.typeTitle", message: "Type {room} to confirm" },
  deleted: { id: "room.deleted", message: "Deleted {room}" },
  restored: { id: "room.restored", message: "Room restored" },
  restoreFailed: { id: "room.restoreFailed", message: "Failed to restore the room" },
} as const satisfies Record<string, Text>;
