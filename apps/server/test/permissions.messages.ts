import type { EndpointName } from "@colbin/protocol";
import { seen, type Row } from "./permission-kinds.ts";
import {
  foreign,
  foreigners,
  inside,
  marking,
  noneOf,
  open,
  person,
  reading,
  sending,
  tooLow,
  unseen,
  type EndpointRule,
} from "./permission-rows.ts";

/* The permission matrix of what people do with messages. */

/** The message of somebody else; one's own: features/messages/edits.test.ts. */
const editing = seen({ in: foreign, COM: tooLow, REA: tooLow, MEM: unseen });
const deleting = seen({ in: foreign, MEM: unseen });
const noMessage = "MESSAGE_NOT_FOUND";
/** Into the room of the message, which not all may write who read it. */
const commenters = { COM: tooLow, REA: tooLow };
const forwarding: Row = {
  PUBLIC: { ...commenters, MEM: "NOT_SUBSCRIBED", BAN: unseen },
  PROTECTED: { ...commenters, MEM: unseen },
  PRIVATE: commenters,
};
const low = "ACCESS_LEVEL_TOO_LOW";
/** In a room that lets everybody pin who writes; another: features/pins/pins.test.ts. */
const pinning = seen({ COM: low, REA: low, MEM: unseen });

export const messageRules = {
  listMessages: { row: open(reading), input: (slug) => ({ params: { slug }, query: {} }) },
  getMessage: { row: open(reading), input: (slug, id) => ({ params: { slug, id } }) },
  listRevisions: { row: inside, input: (slug, id) => ({ params: { slug, id } }) },
  editMessage: {
    row: open(editing),
    input: (slug, id) => ({ params: { slug, id }, body: { content: "allowed?" } }),
  },
  deleteMessage: { row: open(deleting), input: (slug, id) => ({ params: { slug, id } }) },
  addReaction: {
    row: open(inside),
    input: (slug, id) => ({ params: { slug, id }, body: { emoji: "👍" } }),
  },
  removeReaction: {
    row: open(inside),
    input: (slug, id) => ({ params: { slug, id }, body: { emoji: "👍" } }),
  },
  searchMessages: {
    row: open(reading),
    input: (slug) => ({ params: { slug }, query: { query: "anything" } }),
  },
  searchAllMessages: { row: person, input: () => ({ query: { query: "anything" } }) },
  /** Of an OWNER; of others: features/reports/reports.test.ts. */
  removeMessage: {
    row: seen({ ADM: low, WRI: low, COM: low, REA: low, MEM: unseen }),
    input: (slug, id) => ({ params: { slug, id }, body: { reason: "against the rules" } }),
  },
  reportMessage: {
    row: open(inside),
    input: (slug, id) => ({ params: { slug, id }, body: { reason: "spam" } }),
  },
  listReportsOfRoom: {
    row: seen({ WRI: low, COM: low, REA: low, MEM: unseen }),
    input: (slug) => ({ params: { slug }, query: {} }),
  },
  listReports: { row: person, input: () => ({ query: {} }) },
  /** Of nobody; of one's own: features/reports/reports.test.ts. */
  dismissReport: {
    row: noneOf("REPORT_NOT_FOUND"),
    input: () => ({ params: { id: "01930000-0000-7000-8000-000000000000" } }),
  },
  getMessageStatistics: { row: open(inside), input: (slug) => ({ params: { slug }, query: {} }) },
  listPinned: { row: open(reading), input: (slug) => ({ params: { slug } }) },
  pinMessage: { row: pinning, input: (slug, id) => ({ params: { slug, id } }) },
  unpinMessage: { row: pinning, input: (slug, id) => ({ params: { slug, id } }) },
  /** The message is no poll; of one: features/polls/polls.test.ts. */
  votePoll: {
    row: open(seen({ in: noMessage, MEM: unseen })),
    input: (slug, id) => ({ params: { slug, id }, body: { optionIds: [] } }),
  },
  closePoll: {
    row: open(seen({ in: noMessage, MEM: unseen })),
    input: (slug, id) => ({ params: { slug, id } }),
  },
  /** The message of somebody else; one's own: features/receipts/receipts.test.ts. */
  getReceipts: { row: open(foreigners), input: (slug, id) => ({ params: { slug, id } }) },
  markSeen: { row: open(marking), input: (slug, id) => ({ params: { slug, id } }) },
  getThread: { row: open(reading), input: (slug, id) => ({ params: { slug, id }, query: {} }) },
  followThread: { row: open(inside), input: (slug, id) => ({ params: { slug, id } }) },
  unfollowThread: { row: open(inside), input: (slug, id) => ({ params: { slug, id } }) },
  /** The message is no reply; of one: features/threads/threads.test.ts. */
  markThreadRead: {
    row: open(seen({ in: noMessage, MEM: unseen })),
    input: (slug, id) => ({ params: { slug, id }, body: { lastReadReplyId: id } }),
  },
  listThreads: { row: person, input: () => ({ query: {} }) },
  listFollowedThreads: { row: open(person), input: () => ({}) },
  /** Into the room where it is; into another one: features/messages/forwards.test.ts. */
  deletePreviews: { row: open(deleting), input: (slug, id) => ({ params: { slug, id } }) },
  /** What the server connects to for those who may ask: platform/outgoing/outgoing.test.ts. */
  getImage: {
    row: open(noneOf("ADDRESS_NOT_ALLOWED")),
    input: () => ({ query: { url: "http://127.0.0.1/" } }),
  },
  forwardMessage: {
    row: forwarding,
    input: (slug, id) => ({ params: { slug, id }, body: { targetSlug: slug } }),
  },
  sendMessage: {
    row: open(sending),
    input: (slug) => ({ params: { slug }, body: { content: "allowed?" } }),
  },
} satisfies { readonly [N in EndpointName]?: EndpointRule<N> };
