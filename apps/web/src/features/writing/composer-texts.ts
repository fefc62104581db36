import type { Text } from "#web/lib/language/i18n.ts";

export const composerTexts = {
  write: { id: "messages.write", message: "Go to the composer" },
  writeWords: { id: "messages.writeWords", message: "write type focus message" },
  sendAction: { id: "messages.sendAction", message: "Send the message" },
  sendWords: { id: "messages.sendWords", message: "post submit" },
  clear: { id: "messages.clear", message: "Clear the text" },
  clearWords: { id: "messages.clearWords", message: "empty delete discard" },
  editLast: { id: "messages.editLast", message: "Edit your last message" },
  editLastWords: { id: "messages.editLastWords", message: "change correct" },
  compose: { id: "messages.compose", message: "Message {room}" },
  composeDisabled: { id: "composer.disabled", message: "You cannot send messages in this room" },
  send: { id: "messages.send", message: "Send" },
  enterHint: { id: "messages.enterHint", message: "Enter to send" },
  lineHint: { id: "messages.lineHint", message: "Shift+Enter for a new line" },
  cleared: { id: "messages.cleared", message: "Text cleared" },
  undo: { id: "messages.undo", message: "Undo" },
  left: { id: "messages.left", message: "{n} left" },
  over: { id: "messages.over", message: "{n} over {max}" },
  tooLong: { id: "messages.tooLong", message: "Too long for one message. Shorten it." },
} as const satisfies Record<string, Text>;
