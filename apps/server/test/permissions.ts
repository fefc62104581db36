import type { CallOf, CommandType, EndpointName, RoomAccessType } from "@colbin/protocol";

/*
 * The permission matrix as data (rules-rooms 12, rules-identity): every operation and every frame, for every kind of
 * caller. Total over the registries: an operation without its row does not compile. `ok`, or the code of the refusal.
 */

/** Kinds of caller. Levels are those of somebody in the room; the others are not in it. */
export const kinds = [
  "OWN",
  "ADM",
  "WRI",
  "COM",
  "REA",
  "MEM",
  "REM",
  "BAN",
  "GST",
  "BLK",
  "ANO",
] as const;
export type Kind = (typeof kinds)[number];
export const accessTypes = [
  "PUBLIC",
  "PROTECTED",
  "PRIVATE",
] as const satisfies readonly RoomAccessType[];

/** In the order of `kinds`. */
type Verdicts = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
export type Row = Readonly<Record<RoomAccessType, Verdicts>>;

const signedOut = "UNAUTHORIZED";
/** Blocking ends the sessions of the account (rules-identity 39). */
const blocked = "SESSION_ENDED";

/** The same in every room, because it is about no room. */
function anyRoom(verdicts: Verdicts): Row {
  return { PUBLIC: verdicts, PROTECTED: verdicts, PRIVATE: verdicts };
}

/** Everybody whose account is good. */
const person = anyRoom(["ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok", blocked, signedOut]);
/** The session is not asked. */
function everybody(verdict: string): Row {
  const all: Verdicts = [
    verdict,
    verdict,
    verdict,
    verdict,
    verdict,
    verdict,
    verdict,
    verdict,
    verdict,
    verdict,
    verdict,
  ];
  return anyRoom(all);
}

interface Rule {
  readonly row: Row;
}

export type EndpointRule<N extends EndpointName> = Rule & {
  /** In the room are a message and somebody with the level WRITE. */
  readonly input: (slug: string, messageId: string, participantId: string) => CallOf<N>;
};

const absent = "ROOM_NOT_FOUND";
const unseen = "NOT_A_PARTICIPANT";

/** Who sees a room: its people, and members when it is not PRIVATE. */
const seeing: Row = {
  PUBLIC: ["ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok", absent, blocked, signedOut],
  PROTECTED: ["ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok", absent, blocked, signedOut],
  PRIVATE: ["ok", "ok", "ok", "ok", "ok", absent, absent, absent, absent, blocked, signedOut],
};

/** Who reads a room: its people, and members when it is PUBLIC, unless they are banned. */
const reading: Row = {
  PUBLIC: ["ok", "ok", "ok", "ok", "ok", "ok", "ok", unseen, absent, blocked, signedOut],
  PROTECTED: ["ok", "ok", "ok", "ok", "ok", unseen, unseen, unseen, absent, blocked, signedOut],
  PRIVATE: ["ok", "ok", "ok", "ok", "ok", absent, absent, absent, absent, blocked, signedOut],
};

const notIn = "NOT_SUBSCRIBED";
const tooLow = "MESSAGE_SEND_NOT_ALLOWED";
const sending: Row = {
  PUBLIC: ["ok", "ok", "ok", tooLow, tooLow, notIn, notIn, notIn, absent, blocked, signedOut],
  PROTECTED: ["ok", "ok", "ok", tooLow, tooLow, notIn, notIn, notIn, absent, blocked, signedOut],
  PRIVATE: ["ok", "ok", "ok", tooLow, tooLow, absent, absent, absent, absent, blocked, signedOut],
};

const noPlace = "SUBSCRIPTION_NOT_FOUND";
const marking: Row = {
  PUBLIC: ["ok", "ok", "ok", "ok", "ok", noPlace, noPlace, noPlace, absent, blocked, signedOut],
  PROTECTED: ["ok", "ok", "ok", "ok", "ok", noPlace, noPlace, noPlace, absent, blocked, signedOut],
  PRIVATE: ["ok", "ok", "ok", "ok", "ok", absent, absent, absent, absent, blocked, signedOut],
};

const noRooms = "ROOMS_NOT_FOUND";
const subscribing: Row = {
  PUBLIC: ["ok", "ok", "ok", "ok", "ok", "ok", "ok", noRooms, noRooms, blocked, signedOut],
  PROTECTED: ["ok", "ok", "ok", "ok", "ok", noRooms, noRooms, noRooms, noRooms, blocked, signedOut],
  PRIVATE: ["ok", "ok", "ok", "ok", "ok", noRooms, noRooms, noRooms, noRooms, blocked, signedOut],
};

/** Only who is in the room; it has another OWNER. */
const inside: Row = {
  PUBLIC: ["ok", "ok", "ok", "ok", "ok", unseen, unseen, unseen, absent, blocked, signedOut],
  PROTECTED: ["ok", "ok", "ok", "ok", "ok", unseen, unseen, unseen, absent, blocked, signedOut],
  PRIVATE: ["ok", "ok", "ok", "ok", "ok", absent, absent, absent, absent, blocked, signedOut],
};

const low = "ACCESS_LEVEL_TOO_LOW";
/** Somebody with the level WRITE. */
const removing: Row = {
  PUBLIC: ["ok", "ok", low, low, low, unseen, unseen, unseen, absent, blocked, signedOut],
  PROTECTED: ["ok", "ok", low, low, low, unseen, unseen, unseen, absent, blocked, signedOut],
  PRIVATE: ["ok", "ok", low, low, low, absent, absent, absent, absent, blocked, signedOut],
};

/** The outcome of create-or-join instead of a code; a hidden room is "not there", so another one is made. */
const joining: Row = {
  PUBLIC: [
    "already",
    "already",
    "already",
    "already",
    "already",
    "joined",
    "joined",
    "ROOM_BANNED",
    "FORBIDDEN",
    blocked,
    signedOut,
  ],
  PROTECTED: [
    "already",
    "already",
    "already",
    "already",
    "already",
    absent,
    absent,
    "ROOM_BANNED",
    "FORBIDDEN",
    blocked,
    signedOut,
  ],
  PRIVATE: [
    "already",
    "already",
    "already",
    "already",
    "already",
    "created",
    "created",
    "created",
    "FORBIDDEN",
    blocked,
    signedOut,
  ],
};

const foreign = "MESSAGE_NOT_AUTHOR";
/** The message of somebody else; one's own: features/messages/edits.test.ts. */
const editing: Row = {
  PUBLIC: [
    foreign,
    foreign,
    foreign,
    tooLow,
    tooLow,
    unseen,
    unseen,
    unseen,
    absent,
    blocked,
    signedOut,
  ],
  PROTECTED: [
    foreign,
    foreign,
    foreign,
    tooLow,
    tooLow,
    unseen,
    unseen,
    unseen,
    absent,
    blocked,
    signedOut,
  ],
  PRIVATE: [
    foreign,
    foreign,
    foreign,
    tooLow,
    tooLow,
    absent,
    absent,
    absent,
    absent,
    blocked,
    signedOut,
  ],
};
const deleting: Row = {
  PUBLIC: [
    foreign,
    foreign,
    foreign,
    foreign,
    foreign,
    unseen,
    unseen,
    unseen,
    absent,
    blocked,
    signedOut,
  ],
  PROTECTED: [
    foreign,
    foreign,
    foreign,
    foreign,
    foreign,
    unseen,
    unseen,
    unseen,
    absent,
    blocked,
    signedOut,
  ],
  PRIVATE: [
    foreign,
    foreign,
    foreign,
    foreign,
    foreign,
    absent,
    absent,
    absent,
    absent,
    blocked,
    signedOut,
  ],
};

const token = "x".repeat(43);

export const endpointRules: { readonly [N in EndpointName]: EndpointRule<N> } = {
  getPublicConfig: { row: everybody("ok"), input: () => ({}) },
  sendOtp: {
    row: everybody("ok"),
    input: (slug) => ({ body: { identifier: `${slug}-${Math.random()}@example.org` } }),
  },
  verifyOtp: {
    row: everybody("OTP_EXPIRED"),
    input: () => ({ body: { identifier: "nobody@example.org", otp: "0000" } }),
  },
  verifyLink: { row: everybody("OTP_EXPIRED"), input: () => ({ body: { token } }) },
  refreshTokens: {
    row: everybody("REFRESH_TOKEN_INVALID"),
    input: () => ({ body: { refreshToken: token } }),
  },
  logout: { row: everybody("ok"), input: () => ({ body: {} }) },
  createWsTicket: { row: person, input: () => ({}) },
  getMe: { row: person, input: () => ({}) },
  updateMe: { row: person, input: () => ({ body: { bio: "About me" } }) },
  listRooms: { row: person, input: () => ({ query: {} }) },
  listMyRooms: { row: person, input: () => ({}) },
  getRoom: { row: seeing, input: (slug) => ({ params: { slug } }) },
  leaveRoom: { row: inside, input: (slug) => ({ params: { slug } }) },
  removeParticipant: {
    row: removing,
    input: (slug, _messageId, participantId) => ({ params: { slug, participantId }, body: {} }),
  },
  listSubscriptions: { row: person, input: () => ({}) },
  getUnreadSummary: { row: person, input: () => ({}) },
  unsubscribeRooms: { row: person, input: (slug) => ({ body: { sessionRoomSlugs: [slug] } }) },
  createOrJoinRooms: { row: joining, input: (slug) => ({ body: { sessionRoomSlug: slug } }) },
  subscribeRooms: { row: subscribing, input: (slug) => ({ body: { sessionRoomSlugs: [slug] } }) },
  markRead: {
    row: marking,
    input: (slug, lastReadMessageId) => ({ params: { slug }, body: { lastReadMessageId } }),
  },
  listMessages: { row: reading, input: (slug) => ({ params: { slug }, query: {} }) },
  getMessage: { row: reading, input: (slug, id) => ({ params: { slug, id } }) },
  listRevisions: { row: inside, input: (slug, id) => ({ params: { slug, id } }) },
  editMessage: {
    row: editing,
    input: (slug, id) => ({ params: { slug, id }, body: { content: "allowed?" } }),
  },
  deleteMessage: { row: deleting, input: (slug, id) => ({ params: { slug, id } }) },
  addReaction: {
    row: inside,
    input: (slug, id) => ({ params: { slug, id }, body: { emoji: "👍" } }),
  },
  removeReaction: {
    row: inside,
    input: (slug, id) => ({ params: { slug, id }, body: { emoji: "👍" } }),
  },
  sendMessage: {
    row: sending,
    input: (slug) => ({ params: { slug }, body: { content: "allowed?" } }),
  },
};

/** Over the socket an absent room has the name that the specification gives it. */
function overSocket(row: Row): Row {
  const rename = (verdicts: Verdicts): Verdicts =>
    verdicts.map((verdict) =>
      verdict === absent ? "MULTI_ROOM_NOT_FOUND" : verdict,
    ) as unknown as Verdicts;
  return {
    PUBLIC: rename(row.PUBLIC),
    PROTECTED: rename(row.PROTECTED),
    PRIVATE: rename(row.PRIVATE),
  };
}

/** Typing is never answered: `ok` means that somebody else in the room is told, `silent` that nobody is. */
const typing = anyRoom([
  "ok",
  "ok",
  "ok",
  "silent",
  "silent",
  "silent",
  "silent",
  "silent",
  "silent",
  blocked,
  signedOut,
]);

export interface CommandRule {
  readonly row: Row;
  readonly frame: (slug: string, messageId: string) => Readonly<Record<string, unknown>>;
}

/** `BLK` and `ANO` get no socket at all: theirs is the refusal of the ticket. */
export const commandRules: { readonly [T in CommandType]: CommandRule } = {
  CLIENT_MULTI_ROOM_AUTH: { row: person, frame: () => ({}) },
  ping: { row: person, frame: () => ({}) },
  CLIENT_SUBSCRIBE_ROOMS: { row: subscribing, frame: (slug) => ({ sessionRoomSlugs: [slug] }) },
  CLIENT_UNSUBSCRIBE_ROOMS: { row: person, frame: (slug) => ({ sessionRoomSlugs: [slug] }) },
  CLIENT_MESSAGE_REACTION: {
    row: overSocket(inside),
    frame: (slug, messageId) => ({ sessionRoomSlug: slug, messageId, emoji: "👍", action: "add" }),
  },
  CLIENT_SEND_MESSAGE: {
    row: overSocket(sending),
    frame: (slug) => ({ sessionRoomSlug: slug, content: "allowed?" }),
  },
  CLIENT_MARK_ROOM_READ: {
    row: overSocket(marking),
    frame: (slug, lastReadMessageId) => ({ sessionRoomSlug: slug, lastReadMessageId }),
  },
  CLIENT_GET_UNREAD_SUMMARY: { row: person, frame: () => ({}) },
  CLIENT_REQUEST_MESSAGE_HISTORY: {
    row: overSocket(reading),
    frame: (slug) => ({ sessionRoomSlug: slug, afterSeq: 0 }),
  },
  CLIENT_TYPING: { row: typing, frame: (slug) => ({ roomSlug: slug, isTyping: true }) },
};
