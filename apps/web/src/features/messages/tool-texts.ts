import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the acts on a message; loaded with the tools and dialogs. */
export const toolTexts = {
  markUnread: { id: "messages.markUnread", message: "Mark as unread" },
  markUnreadFailed: { id: "messages.markUnreadFailed", message: "Could not mark as unread" },
  more: { id: "messages.more", message: "More actions" },
  edit: { id: "messages.edit", message: "Edit" },
  editHint: { id: "messages.editHint", message: "Enter to save, Escape to cancel" },
  empty: { id: "messages.empty", message: "Message cannot be empty" },
  save: { id: "messages.save", message: "Save" },
  cancel: { id: "messages.cancel", message: "Cancel" },
  close: { id: "messages.close", message: "Close" },
  delete: { id: "messages.delete", message: "Delete" },
  deleteTitle: { id: "messages.deleteTitle", message: "Delete this message?" },
  deleteText: {
    id: "messages.deleteText",
    message: "It goes for everybody in the room, and nobody can bring it back.",
  },
  pin: { id: "messages.pinLabel", message: "Pin" },
  unpin: { id: "messages.unpin", message: "Unpin" },
  pinned: { id: "messages.pinned", message: "Pinned by {name}" },
  pinFailed: { id: "messages.pinFailed", message: "Pin not changed" },
  copyText: { id: "messages.copyText", message: "Copy text" },
  copied: { id: "messages.copied", message: "Copied" },
  copyLink: { id: "messages.copyLink", message: "Copy link" },
  linkCopied: { id: "messages.linkCopied", message: "Link copied" },
  copyFailed: { id: "messages.copyFailed", message: "Failed to copy message" },
  replyInThread: { id: "messages.replyInThread", message: "Reply in thread" },
} as const satisfies Record<string, Text>;
