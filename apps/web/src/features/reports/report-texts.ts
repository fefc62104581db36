import type { ReportReason, ReportStatus } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const reasonTexts: Readonly<Record<ReportReason, Text>> = {
  spam: { id: "report.spam", message: "Spam" },
  harassment: { id: "report.harassment", message: "Harassment or hate" },
  illegal: { id: "report.illegal", message: "Against the law" },
  other: { id: "report.other", message: "Something else" },
};

export const closedTexts: Readonly<Record<Exclude<ReportStatus, "open">, Text>> = {
  dismissed: { id: "report.dismissed", message: "Dismissed by {name}, {date}" },
  removed: { id: "report.removed", message: "Message removed by {name}, {date}" },
};

export const reportTexts = {
  report: { id: "report.report", message: "Report" },
  reportMenu: { id: "report.menu", message: "Report message" },
  reportTitle: { id: "report.title", message: "Report this message?" },
  reportText: {
    id: "report.text",
    message: "It goes to the people who lead this room. Its author does not hear who reported it.",
  },
  reportDirectText: {
    id: "report.directText",
    message:
      "The people who lead this workspace get a copy of it and of the two messages before it. Its author does not hear who reported it.",
  },
  reportFailed: { id: "report.failed", message: "Message not reported" },
  reported: { id: "report.reported", message: "Message reported" },
  reason: { id: "report.reason", message: "What is wrong with it?" },
  note: { id: "report.note", message: "Note (optional)" },
  noteHint: { id: "report.noteHint", message: "Read by those who decide." },

  remove: { id: "report.remove", message: "Remove" },
  removeMenu: { id: "report.removeMenu", message: "Remove message" },
  removeOfOwner: { id: "report.removeOfOwner", message: "Only an owner may remove it" },
  removeTitle: { id: "report.removeTitle", message: "Remove this message?" },
  removeText: {
    id: "report.removeText",
    message:
      "It goes for everybody, and ‘Removed by a moderator’ stays in its place. Nobody can bring it back.",
  },
  removeReason: { id: "report.removeReason", message: "Reason" },
  removeReasonHint: {
    id: "report.removeReasonHint",
    message: "The author reads it, and it is kept in the audit log.",
  },
  removeFailed: { id: "report.removeFailed", message: "Message not removed" },

  reports: { id: "report.reports", message: "Reports" },
  lead: {
    id: "report.lead",
    message:
      "Messages that people reported in rooms that you lead, and in conversations where you lead the workspace.",
  },
  show: { id: "report.show", message: "Reports to show" },
  open: { id: "report.open", message: "Open" },
  closed: { id: "report.closed", message: "Closed" },
  loading: { id: "report.loading", message: "Loading reports" },
  loadFailed: { id: "report.loadFailed", message: "Reports did not load" },
  none: { id: "report.none", message: "Nothing is reported" },
  noneText: { id: "report.noneText", message: "A new report comes with a notification." },
  noneClosed: { id: "report.noneClosed", message: "Nothing has been decided yet" },
  by: { id: "report.by", message: "Reported by {name}" },
  inRoom: { id: "report.inRoom", message: "in {room}" },
  inConversation: { id: "report.inConversation", message: "in a conversation" },
  author: { id: "report.author", message: "Message of {name}" },
  openMessage: { id: "report.openMessage", message: "Open message" },
  dismiss: { id: "report.dismiss", message: "Dismiss" },
  dismissOf: { id: "report.dismissOf", message: "Dismiss the report of a message of {name}" },
  removeOf: { id: "report.removeOf", message: "Remove the message of {name}" },
  dismissFailed: { id: "report.dismissFailed", message: "Report not dismissed" },
  suspend: { id: "report.suspend", message: "Suspend the author" },
  gone: { id: "report.gone", message: "Message deleted" },
  goneByModerator: { id: "report.goneByModerator", message: "Removed by a moderator" },
  copyEnded: {
    id: "report.copyEnded",
    message: "The copy of the conversation was deleted with the decision.",
  },
} as const satisfies Record<string, Text>;
