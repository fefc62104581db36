import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of polls; loaded with the parts that show them. */
export const pollTexts = {
  poll: { id: "polls.poll", message: "Poll" },
  several: { id: "polls.several", message: "Several answers" },
  anonymous: { id: "polls.anonymous", message: "Anonymous" },
  closed: { id: "polls.closed", message: "Closed" },
  option: {
    id: "polls.option",
    message: "{text}, {n, plural, one {# vote} other {# votes}}, {percent}%",
  },
  percent: { id: "polls.percent", message: "{percent}%" },
  none: { id: "polls.none", message: "No votes yet" },
  noneAtAll: { id: "polls.noneAtAll", message: "No votes" },
  votes: { id: "polls.votes", message: "{n, plural, one {# vote} other {# votes}}" },
  peopleVotes: {
    id: "polls.peopleVotes",
    message:
      "{people, plural, one {# person} other {# people}}, {n, plural, one {# vote} other {# votes}}",
  },
  closes: { id: "polls.closes", message: "closes {at}" },
  closedAt: { id: "polls.closedAt", message: "closed {at}" },
  withdraw: { id: "polls.withdraw", message: "Withdraw vote" },
  joinFirst: { id: "polls.joinFirst", message: "Join the room to vote" },
  archived: { id: "polls.archived", message: "This room is archived" },
  voters: { id: "polls.voters", message: "Votes for {text}" },
  more: { id: "polls.more", message: "{n, plural, one {and # more} other {and # more}}" },
  close: { id: "polls.close", message: "Close poll" },
  closeTitle: { id: "polls.closeTitle", message: "Close this poll?" },
  closeText: {
    id: "polls.closeText",
    message: "Nobody can vote any more. The result stays, and a line in the room tells of it.",
  },
  closeFailed: { id: "polls.closeFailed", message: "Not closed" },
} as const satisfies Record<string, Text>;

/** Texts of the dialog that asks a new one. */
export const askTexts = {
  create: { id: "polls.create", message: "Create a poll" },
  createText: {
    id: "polls.createText",
    message: "Everybody in {room} can vote, and change it until the poll closes",
  },
  verb: { id: "polls.verb", message: "Create poll" },
  failed: { id: "polls.failed", message: "Not created" },
  question: { id: "polls.question", message: "Question" },
  answers: { id: "polls.answers", message: "Answers" },
  answer: { id: "polls.answer", message: "Answer {n}" },
  same: { id: "polls.same", message: "This answer stands there already" },
  add: { id: "polls.add", message: "Add an answer" },
  count: { id: "polls.count", message: "{n} of {max} answers" },
  remove: { id: "polls.remove", message: "Remove answer {n}" },
  multiple: { id: "polls.multiple", message: "Several answers" },
  multipleHint: { id: "polls.multipleHint", message: "One person may choose more than one" },
  anonymous: { id: "polls.makeAnonymous", message: "Anonymous" },
  anonymousHint: {
    id: "polls.anonymousHint",
    message: "Only numbers, for everybody, also for you",
  },
  timed: { id: "polls.timed", message: "Closes by itself" },
  timedHint: { id: "polls.timedHint", message: "Otherwise you close it from its menu" },
  when: { id: "polls.when", message: "Closes" },
} as const satisfies Record<string, Text>;
