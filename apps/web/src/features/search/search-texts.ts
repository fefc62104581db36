import type { SearchFilterName, SearchHas, SearchIs } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

/** Texts of the search of messages; they come with the tools of a room, or with the page. */
export const searchTexts = {
  title: { id: "search.title", message: "Search" },
  messages: { id: "search.messages", message: "Search messages" },
  everywhere: { id: "search.everywhere", message: "Search all rooms" },
  everywhereWords: { id: "search.everywhereWords", message: "find messages global" },
  inRoom: { id: "search.inRoom", message: "Search in this room" },
  inRoomWords: { id: "search.inRoomWords", message: "find messages" },
  place: { id: "search.place", message: "{n} of {total}" },
  previous: { id: "search.previous", message: "Newer result" },
  next: { id: "search.next", message: "Older result" },
  allRooms: { id: "search.allRooms", message: "All rooms" },
  close: { id: "search.close", message: "Close search" },
  results: { id: "search.results", message: "Results" },
  count: {
    id: "search.count",
    message: "{n, plural, one {# message} other {# messages}}, newest first",
  },
  countMany: { id: "search.countMany", message: "{n} messages or more, newest first" },
  searching: { id: "search.searching", message: "Searching..." },
  waiting: { id: "search.waiting", message: "Many searches. This one goes on in a moment." },
  failed: { id: "search.failed", message: "Search failed" },
  none: { id: "search.none", message: 'No results found for "{query}"' },
  noneAdvice: {
    id: "search.noneAdvice",
    message: "Messages of rooms that you cannot read are never searched.",
  },
  remove: { id: "search.remove", message: "Remove {filter}" },
  tooShort: { id: "search.tooShort", message: "Type at least {n} letters" },
  tooManyWords: { id: "search.tooManyWords", message: "Type at most {n} words and filters" },
  moreFailed: { id: "search.moreFailed", message: "More results did not load" },
  tryAgain: { id: "error.retry", message: "Try Again" },
  tooMany: { id: "search.tooMany", message: "More words find fewer messages" },
  earlier: { id: "search.earlier", message: "Earlier" },
  today: { id: "messages.today", message: "Today" },
  yesterday: { id: "messages.yesterday", message: "Yesterday" },
  in: { id: "search.in", message: "in {room}" },
  inThread: { id: "search.inThread", message: "in a thread of {room}" },
  thread: { id: "search.thread", message: "in a thread" },
  recent: { id: "search.recent", message: "Recent searches" },
  forget: { id: "search.forget", message: "Forget {query}" },
  help: {
    id: "search.help",
    message: 'Quotes find a "phrase", and - leaves out words and filters.',
  },
  filters: { id: "search.filters", message: "Filters" },
  scope: { id: "search.scope", message: "Rooms" },
  mine: { id: "search.mine", message: "My rooms" },
  public: { id: "search.public", message: "Public rooms too" },
  suggestions: { id: "search.suggestions", message: "Suggestions" },
  me: { id: "search.me", message: "Me" },
  otherDay: { id: "search.otherDay", message: "Another day" },
  weekAgo: { id: "search.weekAgo", message: "A week ago" },
  monthAgo: { id: "search.monthAgo", message: "A month ago" },
  pinned: { id: "search.pinned", message: "Pinned" },
} as const satisfies Record<string, Text>;

/** Help for each filter. */
export const filterTexts: Record<SearchFilterName, Text> = {
  from: { id: "search.filter.from", message: "By a person" },
  in: { id: "search.filter.in", message: "In a room" },
  before: { id: "search.filter.before", message: "Before a day" },
  after: { id: "search.filter.after", message: "After a day" },
  on: { id: "search.filter.on", message: "On a day" },
  has: { id: "search.filter.has", message: "With a link, file or the like" },
  is: { id: "search.filter.is", message: "Pinned, saved, edited, in a thread" },
  mentions: { id: "search.filter.mentions", message: "That mention me" },
};

export const hasTexts: Record<SearchHas, Text> = {
  link: { id: "search.has.link", message: "A link" },
  image: { id: "search.has.image", message: "An image" },
  file: { id: "search.has.file", message: "A file" },
  voice: { id: "search.has.voice", message: "A voice message" },
  poll: { id: "search.has.poll", message: "A poll" },
  code: { id: "search.has.code", message: "Code" },
};

export const isTexts: Record<SearchIs, Text> = {
  pinned: { id: "search.is.pinned", message: "Pinned messages" },
  saved: { id: "search.is.saved", message: "Messages that I saved" },
  edited: { id: "search.is.edited", message: "Edited messages" },
  thread: { id: "search.is.thread", message: "Messages with or in a thread" },
};
