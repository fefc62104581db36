import type { Text } from "#web/lib/language/i18n.ts";

/** On the page of one document. */
export const editorTexts = {
  title: { id: "documents.editor.title", message: "Title" },
  untitled: { id: "documents.editor.untitled", message: "Untitled" },
  text: { id: "documents.editor.text", message: "Text of the document" },
  placeholder: { id: "documents.editor.placeholder", message: "Write here" },
  renameFailed: { id: "documents.editor.renameFailed", message: "The title was not changed" },
  task: { id: "documents.editor.task", message: "Done: {text}" },
  loading: { id: "documents.editor.loading", message: "Loading the text" },
  outline: { id: "documents.editor.outline", message: "Outline" },
  edited: { id: "documents.editor.edited", message: "edited {when} by {name}" },
  here: { id: "documents.editor.here", message: "Here now: {names}" },
  share: { id: "documents.editor.share", message: "Share" },
  versions: { id: "documents.editor.versions", message: "Version history" },
  copy: { id: "documents.editor.copy", message: "Download a copy" },
  gone: {
    id: "documents.editor.gone",
    message:
      "This document is not there any more, or no longer open to you. Nothing more is saved here.",
  },
  large: {
    id: "documents.editor.large",
    message: "This document is very large. Parts of it are better off in documents of their own.",
  },
  full: {
    id: "documents.editor.full",
    message:
      "This document is full. What is added now stays on this device alone until something is deleted.",
  },
  older: {
    id: "documents.editor.older",
    message:
      "A newer version of Colbin is there. Reload to go on with this document; what you wrote is sent then.",
  },
  newer: {
    id: "documents.editor.newer",
    message: "The server is being updated. What you write is sent when that is done.",
  },
  reload: { id: "app.reload", message: "Reload" },
  documents: { id: "documents.title", message: "Documents" },
} as const satisfies Record<string, Text>;

/** How the text stands. */
export const stateTexts = {
  connecting: { id: "documents.state.connecting", message: "Connecting…" },
  saved: { id: "documents.state.saved", message: "Saved" },
  saving: { id: "documents.state.saving", message: "Saving…" },
  offline: { id: "documents.state.offline", message: "Offline" },
  waiting: {
    id: "documents.state.waiting",
    message:
      "{n, plural, one {Offline, # change waits on this device} other {Offline, # changes wait on this device}}",
  },
  unkept: {
    id: "documents.state.unkept",
    message:
      "{n, plural, one {Offline, # change is only in this tab} other {Offline, # changes are only in this tab}}",
  },
  older: { id: "documents.state.older", message: "Read only until you reload" },
  newer: { id: "documents.state.newer", message: "Waiting for the server" },
  kept: {
    id: "documents.state.kept",
    message:
      "{n, plural, one {# change waits on this device} other {# changes wait on this device}}",
  },
  readOnly: { id: "documents.state.readOnly", message: "Read only" },
  locked: { id: "documents.state.locked", message: "Read only, it is locked" },
  archived: { id: "documents.state.archived", message: "Read only, it is archived" },
  level: { id: "documents.state.level", message: "Read only, you may not write here" },
  unsaved: {
    id: "documents.state.unsaved",
    message:
      "{n, plural, one {Read only, # change of this device is not saved} other {Read only, # changes of this device are not saved}}",
  },
  gone: { id: "documents.state.gone", message: "Not saved any more" },
} as const satisfies Record<string, Text>;
