import type { Hydration } from "./features/log/log.service.ts";
import {
  createHydrateMessages,
  createReaderView,
  createToMessages,
  messageDeletedKind,
  messageEditedKind,
  messageNewKind,
  type MessageParts,
} from "./features/messages/messages.view.ts";
import { mentionedPart } from "./features/messages/mentions.view.ts";
import { filesPart } from "./features/files/files.view.ts";
import { participantChangedKind } from "./features/participants/participants.view.ts";
import { roomUpdatedKind } from "./features/room-changes/changes.view.ts";
import { forwardPart, quotePart } from "./features/messages/quotes.service.ts";
import { ownVotePart, pollPart } from "./features/polls/polls.view.ts";
import { pinsPart } from "./features/pins/pins.service.ts";
import { messagePinnedKind } from "./features/pins/pins.view.ts";
import { previewsPart } from "./features/previews/previews.service.ts";
import {
  ownReactionsPart,
  reactionAddedKind,
  reactionRemovedKind,
  reactionsPart,
} from "./features/reactions/reactions.view.ts";
import { messagesPurgedKind } from "./features/retention/retention.view.ts";
import { threadPart } from "./features/threads/threads.view.ts";
import { savedReaderPart } from "./features/saved/saved.view.ts";

/*
 * What features tell of themselves: what decorates a message, and how each event of the log is shown. One entry a feature; they
 * are handed down, because what needs them stands below the features (architecture.md, Data).
 */

export const messageParts: MessageParts = {
  reactions: reactionsPart,
  mentioned: mentionedPart,
  thread: threadPart,
  pin: pinsPart,
  quote: quotePart,
  forward: forwardPart,
  poll: pollPart,
  previews: previewsPart,
  files: filesPart,
};

export const readerView = createReaderView({
  ownReactions: ownReactionsPart,
  saved: savedReaderPart,
  ownVote: ownVotePart,
});

export const toMessages = createToMessages(messageParts);

export const hydration: Hydration = {
  kinds: {
    message_new: messageNewKind,
    message_edited: messageEditedKind,
    message_deleted: messageDeletedKind,
    messages_purged: messagesPurgedKind,
    reaction_added: reactionAddedKind,
    reaction_removed: reactionRemovedKind,
    message_pinned: messagePinnedKind,
    participant_changed: participantChangedKind,
    room_updated: roomUpdatedKind,
  },
  hydrateMessages: createHydrateMessages(toMessages),
};
