import type { FileType } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const fileTexts = {
  title: { id: "files.title", message: "Files" },
  view: { id: "files.view", message: "View" },
  list: { id: "files.list", message: "List" },
  grid: { id: "files.grid", message: "Grid" },
  search: { id: "files.search", message: "Search files by name" },
  scope: { id: "files.scope", message: "Which files" },
  all: { id: "files.all", message: "All files" },
  trash: { id: "files.trash", message: "Trash" },
  type: { id: "files.type", message: "Type" },
  anyType: { id: "files.anyType", message: "Any type" },
  room: { id: "files.room", message: "Room" },
  anyRoom: { id: "files.anyRoom", message: "Any room" },
  person: { id: "files.person", message: "Person" },
  me: { id: "search.me", message: "Me" },
  date: { id: "files.date", message: "Date" },
  anyDate: { id: "files.anyDate", message: "Any date" },
  clear: { id: "files.clear", message: "Clear filters" },
  name: { id: "files.name", message: "Name" },
  sharedBy: { id: "files.sharedBy", message: "Shared by" },
  size: { id: "files.size", message: "Size" },
  loading: { id: "files.loading", message: "Loading files" },
  loadFailed: { id: "files.loadFailed", message: "Files did not load" },
  moreFailed: { id: "files.moreFailed", message: "More files did not load" },
  none: { id: "files.none", message: "No files yet" },
  noneText: {
    id: "files.noneText",
    message: "What you and the people of your rooms send is found here.",
  },
  noneInRoom: { id: "files.noneInRoom", message: "No files in this room yet" },
  noneFound: { id: "files.noneFound", message: "No file matches" },
  noneFoundText: {
    id: "files.noneFoundText",
    message: "Other words or fewer filters find more.",
  },
  noneTrash: { id: "files.noneTrash", message: "The trash is empty" },
  noneTrashText: {
    id: "files.noneTrashText",
    message: "Files that you delete can be restored for {days} days.",
  },
  onlyYou: { id: "files.onlyYou", message: "Only you" },
  today: { id: "messages.today", message: "Today" },
  yesterday: { id: "messages.yesterday", message: "Yesterday" },
  showAll: { id: "files.showAll", message: "Show all files of this room" },
  tryAgain: { id: "error.retry", message: "Try Again" },
} as const satisfies Record<string, Text>;

export const sinceTexts = {
  "1": { id: "files.since.today", message: "Today" },
  "7": { id: "files.since.week", message: "Last 7 days" },
  "30": { id: "files.since.month", message: "Last 30 days" },
  "365": { id: "files.since.year", message: "Last 12 months" },
} as const satisfies Record<string, Text>;

export const typeTexts: Record<FileType, Text> = {
  image: { id: "files.type.image", message: "Images" },
  video: { id: "files.type.video", message: "Videos" },
  audio: { id: "files.type.audio", message: "Sound" },
  document: { id: "files.type.document", message: "Documents" },
  code: { id: "files.type.code", message: "Code" },
  archive: { id: "files.type.archive", message: "Archives" },
  other: { id: "files.type.other", message: "Others" },
};
