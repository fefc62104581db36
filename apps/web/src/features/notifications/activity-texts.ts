import type { NotificationTab } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const activityTexts = {
  title: { id: "activity.title", message: "Activity" },
  open: { id: "activity.open", message: "Open the activity" },
  openWords: {
    id: "activity.openWords",
    message: "notifications mentions reactions requests unread feed inbox",
  },
  where: { id: "activity.where", message: "Workspace" },
  everywhere: { id: "activity.everywhere", message: "All workspaces" },
  list: { id: "activity.list", message: "Notifications" },
  next: { id: "activity.next", message: "Next notification" },
  previous: { id: "activity.previous", message: "Previous notification" },
  stepWords: { id: "activity.stepWords", message: "go down up" },
  tools: { id: "activity.tools", message: "Acts on this notification" },
  more: { id: "activity.more", message: "More" },
  openRow: { id: "activity.openRow", message: "Open" },
  done: { id: "activity.done", message: "Done" },
  doneWords: { id: "activity.doneWords", message: "archive put away clear" },
  undone: { id: "activity.undone", message: "Move back" },
  read: { id: "activity.read", message: "Mark as read" },
  unread: { id: "activity.unread", message: "Mark as unread" },
  toggleRead: { id: "activity.toggleRead", message: "Mark as read or unread" },
  readWords: { id: "activity.readWords", message: "seen unseen" },
  snooze: { id: "activity.snooze", message: "Snooze" },
  snoozeWords: { id: "activity.snoozeWords", message: "later remind time hide" },
  snoozeTitle: { id: "activity.snoozeTitle", message: "Snooze until when?" },
  snoozeText: {
    id: "activity.snoozeText",
    message: "It is hidden until then, and comes back unread at the top.",
  },
  when: { id: "activity.when", message: "When" },
  unsnooze: { id: "activity.unsnooze", message: "Bring back now" },
  undo: { id: "activity.undo", message: "Undo" },
  undoWords: { id: "activity.undoWords", message: "back revert" },
  isDone: { id: "activity.isDone", message: "Marked as done" },
  isUndone: { id: "activity.isUndone", message: "Moved back" },
  isSnoozed: { id: "activity.isSnoozed", message: "Snoozed until {when}" },
  isBack: { id: "activity.isBack", message: "Back in the activity" },
  until: { id: "activity.until", message: "Until {when}" },
  failed: { id: "activity.failed", message: "The notification was not changed" },
  answered: { id: "activity.answered", message: "Already handled" },
  acceptFailed: { id: "activity.acceptFailed", message: "The invitation was not accepted" },
  declineFailed: { id: "activity.declineFailed", message: "The invitation was not declined" },
  accept: { id: "activity.accept", message: "Accept" },
  acceptNamed: { id: "activity.acceptNamed", message: "Accept ({org})" },
  decline: { id: "activity.decline", message: "Decline" },
  declineNamed: { id: "activity.declineNamed", message: "Decline ({org})" },
  answerThere: { id: "activity.answerThere", message: "Answer in {org}" },
} as const satisfies Record<string, Text>;

export const tabTexts: Readonly<Record<NotificationTab, Text>> = {
  all: { id: "activity.all", message: "All" },
  unread: { id: "activity.unreadTab", message: "Unread" },
  mentions: { id: "activity.mentions", message: "Mentions" },
  threads: { id: "activity.threads", message: "Threads" },
  reactions: { id: "activity.reactions", message: "Reactions" },
  invites: { id: "activity.invites", message: "Requests" },
  snoozed: { id: "activity.snoozedTab", message: "Snoozed" },
  done: { id: "activity.doneTab", message: "Done" },
};

interface EmptyTexts {
  readonly title: Text;
  readonly text: Text;
}

export const emptyTexts: Readonly<Record<NotificationTab, EmptyTexts>> = {
  all: {
    title: { id: "activity.noneAll", message: "All done" },
    text: {
      id: "activity.noneAllText",
      message: "Mentions, replies, reactions, requests and invitations come here.",
    },
  },
  unread: {
    title: { id: "activity.noneUnread", message: "Nothing unread" },
    text: { id: "activity.noneUnreadText", message: "You have read all that you were told." },
  },
  mentions: {
    title: { id: "activity.noneMentions", message: "No mentions" },
    text: {
      id: "activity.noneMentionsText",
      message: "When somebody mentions you, the message stands here.",
    },
  },
  threads: {
    title: { id: "activity.noneThreads", message: "No replies" },
    text: {
      id: "activity.noneThreadsText",
      message: "Replies in threads that you follow stand here.",
    },
  },
  reactions: {
    title: { id: "activity.noneReactions", message: "No reactions" },
    text: { id: "activity.noneReactionsText", message: "Reactions to your messages stand here." },
  },
  invites: {
    title: { id: "activity.noneInvites", message: "No requests" },
    text: {
      id: "activity.noneInvitesText",
      message: "Invitations, and requests that wait for your answer, stand here.",
    },
  },
  snoozed: {
    title: { id: "activity.noneSnoozed", message: "Nothing snoozed" },
    text: {
      id: "activity.noneSnoozedText",
      message: "Snooze a notification with the key S, and it waits here for its time.",
    },
  },
  done: {
    title: { id: "activity.noneDone", message: "Nothing done yet" },
    text: {
      id: "activity.noneDoneText",
      message: "Notifications that you mark as done with the key E are kept here for 90 days.",
    },
  },
};
