import type { Text } from "#web/lib/language/i18n.ts";

export const scheduledTexts = {
  title: { id: "scheduled.title", message: "Scheduled" },
  more: { id: "scheduled.more", message: "More ways to send" },
  schedule: { id: "scheduled.schedule", message: "Schedule message" },
  silent: { id: "scheduled.silent", message: "Send without a notification" },
  into: { id: "scheduled.into", message: "In {room}. It goes out also when you are offline." },
  when: { id: "scheduled.when", message: "When" },
  verb: { id: "scheduled.verb", message: "Schedule" },
  verbAt: { id: "scheduled.verbAt", message: "Schedule for {at}" },
  files: { id: "scheduled.files", message: "{n, plural, one {# file} other {# files}}" },
  filesComing: {
    id: "scheduled.filesComing",
    message: "You can schedule it as soon as its files are uploaded.",
  },
  filesFailed: {
    id: "scheduled.filesFailed",
    message: "A file was not uploaded. Close this and remove it, or try it again.",
  },
  scheduleFailed: { id: "scheduled.scheduleFailed", message: "Not scheduled" },
  done: { id: "scheduled.done", message: "Goes out {at}" },
  waiting: {
    id: "scheduled.waiting",
    message: "{n, plural, one {# scheduled message} other {# scheduled messages}}, the next {at}",
  },
  notSent: {
    id: "scheduled.notSent",
    message:
      "{n, plural, one {# scheduled message was not sent} other {# scheduled messages were not sent}}",
  },
  show: { id: "scheduled.show", message: "Show" },
  failedPart: { id: "scheduled.failedPart", message: "Not sent" },
  sending: { id: "scheduled.sending", message: "Being sent" },
  hiddenRoom: { id: "scheduled.hiddenRoom", message: "A room that you do not see any more" },
  edit: { id: "scheduled.edit", message: "Edit" },
  editTitle: { id: "scheduled.editTitle", message: "Scheduled message to {room}" },
  text: { id: "scheduled.text", message: "Message" },
  save: { id: "scheduled.save", message: "Save" },
  saveFailed: { id: "scheduled.saveFailed", message: "Not saved" },
  sendNow: { id: "scheduled.sendNow", message: "Send now" },
  sendFailed: { id: "scheduled.sendFailed", message: "Not sent" },
  remove: { id: "scheduled.remove", message: "Delete" },
  removeTitle: { id: "scheduled.removeTitle", message: "Delete this scheduled message?" },
  removeText: { id: "scheduled.removeText", message: "It is never sent, and its text is lost." },
  removeFailed: { id: "scheduled.removeFailed", message: "Not deleted" },
  none: { id: "scheduled.none", message: "No scheduled messages" },
  noneText: {
    id: "scheduled.noneText",
    message: "Write a message and choose Schedule message beside the send button.",
  },
  loading: { id: "scheduled.loading", message: "Loading scheduled messages" },
  loadFailed: { id: "scheduled.loadFailed", message: "Scheduled messages did not load" },
  tooLate: {
    id: "errors.SCHEDULED_TOO_LATE",
    message: "The server was not there when this message was due",
  },
} as const satisfies Record<string, Text>;
