import type { Text } from "#web/lib/language/i18n.ts";

/** The part of `errorTexts` that is about messages. */
export const messageErrorTexts = {
  MESSAGE_NOT_FOUND: { id: "errors.MESSAGE_NOT_FOUND", message: "Message not found" },
  NOT_SUBSCRIBED: { id: "errors.NOT_SUBSCRIBED", message: "Not subscribed to this room" },
  MESSAGE_SEND_NOT_ALLOWED: {
    id: "errors.MESSAGE_SEND_NOT_ALLOWED",
    message: "You cannot send messages in this room",
  },
  DRAFT_CONFLICT: {
    id: "errors.DRAFT_CONFLICT",
    message: "This draft was changed on another device",
  },
  SCHEDULE_LIMIT_REACHED: {
    id: "errors.SCHEDULE_LIMIT_REACHED",
    message: "You have too many scheduled messages or reminders",
  },
  SCHEDULED_NOT_FOUND: {
    id: "errors.SCHEDULED_NOT_FOUND",
    message: "Scheduled message not found",
  },
  MESSAGE_EMPTY: { id: "errors.MESSAGE_EMPTY", message: "Message cannot be empty" },
  MESSAGE_TOO_LONG: {
    id: "errors.MESSAGE_TOO_LONG",
    message: "The message is too long: {length} of {max} characters",
  },
  MESSAGE_TYPE_NOT_ALLOWED: {
    id: "errors.MESSAGE_TYPE_NOT_ALLOWED",
    message: "Messages of this type cannot be sent",
  },
  MESSAGE_NOT_AUTHOR: { id: "errors.MESSAGE_NOT_AUTHOR", message: "Only the author can do that" },
  MESSAGE_DELETED: { id: "errors.MESSAGE_DELETED", message: "This message was deleted" },
  MESSAGE_NOT_EDITABLE: {
    id: "errors.MESSAGE_NOT_EDITABLE",
    message: "This message cannot be edited",
  },
  EDIT_WINDOW_CLOSED: {
    id: "errors.EDIT_WINDOW_CLOSED",
    message: "The time for editing has passed",
  },
  MESSAGE_REVISION_CONFLICT: {
    id: "errors.MESSAGE_REVISION_CONFLICT",
    message: "The message was edited in the meantime",
  },
  MESSAGE_NOT_REACTABLE: {
    id: "errors.MESSAGE_NOT_REACTABLE",
    message: "You cannot react to this message",
  },
  EMOJI_NOT_FOUND: { id: "errors.EMOJI_NOT_FOUND", message: "Emoji not found" },
  EMOJI_NAME_TAKEN: { id: "errors.EMOJI_NAME_TAKEN", message: "Another emoji has this name" },
  EMOJI_NAME_RESERVED: {
    id: "errors.EMOJI_NAME_RESERVED",
    message: "A standard emoji has this name",
  },
  EMOJI_LIMIT_REACHED: {
    id: "errors.EMOJI_LIMIT_REACHED",
    message: "There is no room for more emoji",
  },
  EMOJI_INVALID: { id: "errors.EMOJI_INVALID", message: "This emoji is not known" },
  REACTION_LIMIT_REACHED: {
    id: "errors.REACTION_LIMIT_REACHED",
    message: "There is no room for more reactions",
  },
  THREAD_ROOT_INVALID: {
    id: "errors.THREAD_ROOT_INVALID",
    message: "You cannot answer this message",
  },
  MENTION_LIMIT_REACHED: {
    id: "errors.MENTION_LIMIT_REACHED",
    message: "A message can mention {max} people",
  },
  WILDCARD_NOT_ALLOWED: {
    id: "errors.WILDCARD_NOT_ALLOWED",
    message: "You cannot mention everybody in this room",
  },
  QUOTE_NOT_ALLOWED: {
    id: "errors.QUOTE_NOT_ALLOWED",
    message: "You can only quote messages of this room",
  },
  AUDIENCE_GROWS: {
    id: "errors.AUDIENCE_GROWS",
    message: "People who cannot see the original will see this message",
  },
  MESSAGE_NOT_FORWARDABLE: {
    id: "errors.MESSAGE_NOT_FORWARDABLE",
    message: "This message cannot be forwarded",
  },
  ADDRESS_NOT_ALLOWED: {
    id: "errors.ADDRESS_NOT_ALLOWED",
    message: "The server may not connect to this address",
  },
  IMAGE_NOT_AVAILABLE: {
    id: "errors.IMAGE_NOT_AVAILABLE",
    message: "There is no image at this address",
  },
  MESSAGE_NOT_PINNABLE: {
    id: "errors.MESSAGE_NOT_PINNABLE",
    message: "This message cannot be pinned",
  },
  MESSAGE_NOT_REMOVABLE: {
    id: "errors.MESSAGE_NOT_REMOVABLE",
    message: "This message cannot be removed",
  },
  MESSAGE_NOT_REPORTABLE: {
    id: "errors.MESSAGE_NOT_REPORTABLE",
    message: "This message cannot be reported",
  },
  REPORT_NOT_FOUND: { id: "errors.REPORT_NOT_FOUND", message: "Report not found" },
  POLL_CLOSED: { id: "errors.POLL_CLOSED", message: "This poll is closed" },
  POLL_OPTION_INVALID: {
    id: "errors.POLL_OPTION_INVALID",
    message: "This choice is not part of the poll",
  },
  PIN_LIMIT_REACHED: {
    id: "errors.PIN_LIMIT_REACHED",
    message: "There is no room for more pins",
  },
  SAVED_LIMIT_REACHED: {
    id: "errors.SAVED_LIMIT_REACHED",
    message: "You have saved too many messages",
  },
  REMINDER_NOT_FOUND: { id: "errors.REMINDER_NOT_FOUND", message: "Reminder not found" },
} as const satisfies Readonly<Record<string, Text>>;
