/** Every number that both sides must agree on. Tuning of a server is configuration; timings of a screen stand with the screen. */

/** Base of every REST path (specification, section 7). */
export const API_BASE_PATH = "/v1";
/** Path of the live channel (wire.md, Socket). */
export const SOCKET_PATH = "/v1/multi-room-chat/ws";
/** Version that the API reports (specification, section 9). */
export const API_CLIENT_VERSION = "1.0.364";

/** Digits of a one-time code unless the operator chose 4 to 8 (specification, section 9). */
export const OTP_LENGTH = 4;
export const OTP_LENGTH_MAX = 8;
/** What is read of an entered code before it is judged. */
export const OTP_TEXT_MAX = 64;
/** A link token holds its secret and the identifier that the page asks about (rules-identity 14). */
export const LINK_TOKEN_MAX = 512;
/** A code of a provider, which says what it likes with it. */
export const SOCIAL_CODE_MAX = 2048;
/** Characters of a password (rules-identity 22). */
export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;
/** What is read of a password before it is judged. */
export const PASSWORD_TEXT_MAX = 1024;
/** Digits of a phone number after removing everything else (specification, section 5). */
export const IDENTIFIER_MIN_DIGITS = 7;
export const IDENTIFIER_MAX_DIGITS = 15;
/** RFC 5321 leaves 254 for a whole address (specification, section 9). */
export const EMAIL_MAX_LENGTH = 254;
/** Digits at which a phone number is shown as (xxx) xxx-xxxx (specification, section 5). */
export const PHONE_FORMAT_DIGITS = 10;

/** Life of an access token when the server names none (specification, section 9). */
export const ACCESS_TOKEN_LIFETIME_S = 3600;
/** A refresh is due this long before expiry (specification, section 4). */
export const TOKEN_REFRESH_LEAD_MS = 5 * 60_000;
/** Ensure-valid refreshes when less than this is left (specification, section 4). */
export const TOKEN_ENSURE_VALID_MS = 30_000;
/** Idle life of a session (specification, section 9). */
export const SESSION_IDLE_MINUTES = 10_080;
/** A person's own name for a device fits into one line. */
export const SESSION_NAME_MAX = 50;

/** The client pings this often (specification, section 9). */
export const PING_INTERVAL_MS = 30_000;
/** No pong in this time: the connection is dead (wire.md, Delivery 6). */
export const PONG_TIMEOUT_MS = 10_000;
/** The server closes a socket that was silent this long (wire.md, Delivery 6). */
export const SOCKET_SILENCE_MS = 90_000;
/** The first frame must authenticate within this time (wire.md, Socket). */
export const SOCKET_AUTH_TIMEOUT_MS = 5_000;
/** Life of a socket ticket (wire.md, Socket). */
export const WS_TICKET_LIFETIME_S = 30;
/** Reconnecting: 1 s x 1.5 up to 30 s, 10 tries (specification, section 9). */
export const RECONNECT_DELAY_MS = 1_000;
export const RECONNECT_FACTOR = 1.5;
export const RECONNECT_DELAY_MAX_MS = 30_000;
export const RECONNECT_TRIES = 10;
/** From the state error the client still tries this often (wire.md, Delivery 6). */
export const ERROR_RETRY_MS = 60_000;
/** An unanswered mark-read frame falls back to REST (specification, section 9). */
export const MARK_READ_ACK_TIMEOUT_MS = 5_000;
/** An unanswered send is tried again over REST with the same id: it cannot become a second message. */
export const SEND_ACK_TIMEOUT_MS = 10_000;
/** Largest frame in either direction from a client (wire.md, Socket). */
export const FRAME_MAX_BYTES = 64 * 1024;
/** Largest request body of calls other than uploads: a message in escaped characters has half of it. */
export const BODY_MAX_BYTES = 256 * 1024;
/** Rooms that one resume may name; the rest by history requests (wire.md, Socket). */
export const RESUME_ROOMS_MAX = 400;
/** Events replayed per room before the client reloads it instead (wire.md, Delivery 3). */
export const RESUME_EVENTS_MAX = 500;
/** Events that a client holds back while it waits for a gap to close (wire.md, Delivery 4). */
export const GAP_BUFFER_MAX = 1_000;
/** A gap is asked for after this time; the missing events are usually on their way. */
export const GAP_DELAY_MS = 200;
/** After this many failures the room is reloaded (wire.md, Delivery 4). */
export const GAP_TRIES = 3;
/** Rooms in one delivery acknowledgement (wire.md, ping). */
export const PING_HEADS_MAX = 20;

/** Lists by page. */
export const LIST_PAGE_SIZE = 20;
export const LIST_PAGE_MAX = 100;
/** Messages of one page (specification, section 9; rules-messages 18). */
export const MESSAGE_PAGE_SIZE = 50;
export const MESSAGE_PAGE_MAX = 100;
/** Code points of one message (rules-messages 18). */
export const MESSAGE_MAX_CHARS = 10_000;
/** Bytes of a message's metadata as JSON (rules-messages 18). */
export const MESSAGE_METADATA_MAX_BYTES = 8 * 1024;
/** Links of a message that are shown with title and picture, and the code points of both (rules-messages 48). */
export const LINK_PREVIEWS_PER_MESSAGE = 3;
export const PREVIEW_TITLE_MAX = 200;
export const PREVIEW_DESCRIPTION_MAX = 300;
/** Files of one message, and the words for an image of it (rules-messages 46). */
export const FILES_PER_MESSAGE = 10;
export const FILE_ALT_MAX = 1_000;
/** The longest voice message, and the most points of its wave (rules-messages 47). */
export const VOICE_MAX_S = 600;
export const VOICE_WAVE_MAX = 64;
/** Bytes of the name of a file in UTF-8, and UTF-16 units before it is cleaned (rules-collab 33). */
export const FILE_NAME_MAX_BYTES = 255;
export const FILE_NAME_UNITS_MAX = 1_024;
/** So long an upload may take, and so long the trash keeps a file (rules-collab 2D). */
export const UPLOAD_HOURS = 24;
export const FILE_TRASH_DAYS = 30;
/** Bytes of an image of which an avatar is made. */
export const AVATAR_MAX_BYTES = 4_000_000;
/** The longest address that the server asks for a person. */
export const OUTGOING_URL_MAX = 2_048;
/** Messages of one author within this are shown as one block (specification, section 9). */
export const MESSAGE_GROUP_MS = 5 * 60_000;
/** Characters of a last-message preview (specification, section 9). */
export const PREVIEW_MAX_CHARS = 50;
/** Badges show '99+' above this (specification, section 9). */
export const BADGE_MAX = 99;

/** Typing goes off after this idle time (specification, section 9). */
export const TYPING_TIMEOUT_MS = 3_000;
/** The server forgets a typing person after this (rules-rooms 55). */
export const TYPING_EXPIRY_MS = 5_000;
/** Above this many participants nobody is told who types (rules-rooms, limits). */
export const TYPING_MAX_PEOPLE = 100;

/** Slugs, titles and descriptions of rooms (rules-rooms 7, 8). */
export const ROOM_SLUG_MAX = 64;
/** What is read of an address or of a name that an address is made of. */
export const ROOM_NAME_MAX = 256;
export const ROOM_TITLE_MAX = 80;
export const ROOM_DESCRIPTION_MAX = 500;
/** Owners that the card of a room names. */
export const OWNERS_NAMED = 10;
/** For so long the OWNER who deleted a room may restore it; a room that everybody has left is kept as long (rules-rooms 27, 35). */
export const ROOM_DELETE_GRACE_DAYS = 30;
/** What is typed to find rooms. */
export const ROOM_SEARCH_MAX = 100;
/** Addresses or people that one call compares with the domain of a room (rules-rooms 11). */
export const DOMAIN_BATCH = 200;
/** Rooms in one subscribe and one create-or-join (rules-rooms, limits). */
export const SUBSCRIBE_BATCH = 200;
export const CREATE_OR_JOIN_BATCH = 20;
/** Why somebody was removed, and the longest text that may stand for a person in an address. */
export const REMOVAL_REASON_MAX = 500;
export const PARTICIPANT_ID_MAX = 128;
/** What somebody says who asks to come in, and who refuses; open requests of a person; days and hours (rules-rooms 15, limits). */
export const REQUEST_MESSAGE_MAX = 500;
export const REQUEST_REASON_MAX = 500;
export const ACCESS_REQUESTS_MAX = 20;
export const ACCESS_REQUEST_DAYS = 14;
export const ACCESS_REQUEST_REASK_HOURS = 24;
/** People in one invitation to a room (rules-rooms, limits). */
export const ROOM_INVITE_BATCH = 50;
/** Texts that are kept of one message; beyond it the oldest between the first and the last go (rules-messages 16). */
export const MESSAGE_REVISIONS_MAX = 100;
/** What a moderator says of a message that they remove, and somebody of one that they report (rules-messages 19, 22). */
export const MODERATION_REASON_MAX = 500;
export const REPORT_NOTE_MAX = 500;
/** The longest time for which messages may be kept before they are deleted for good (rules-messages 63). */
export const RETENTION_DAYS_MAX = 3_650;
/** Different emoji on a message, and those of one person; people who are listed by name (rules-messages 24, wire.md). */
export const REACTIONS_DISTINCT_MAX = 50;
export const REACTIONS_PER_PERSON_MAX = 20;
/** Characters of a message that a quote of it shows (rules-messages 42). */
export const QUOTE_MAX_CHARS = 200;
/** Days that the statistics of a room reach back, and at most; the people whom they name (rules-messages 51). */
export const STATISTICS_DAYS = 30;
export const STATISTICS_DAYS_MAX = 365;
export const STATISTICS_AUTHORS = 10;
/** Pinned messages of one room (rules-messages 18). */
export const PINS_MAX = 100;
export const REACTION_NAMES_MAX = 100;
/** Polls: options, characters of one, and UTF-16 units before it is normalised; votes that are listed by name (rules-messages 44, 45). */
export const POLL_OPTIONS_MIN = 2;
export const POLL_OPTIONS_MAX = 10;
export const POLL_OPTION_MAX = 100;
export const POLL_OPTION_UNITS_MAX = 600;
export const POLL_VOTES_NAMED = 100;
/** People who are listed as readers of a message. */
export const READERS_LISTED = 100;
/** With more other people in the room its author asks for receipts, and is not told (rules-messages 54). */
export const RECEIPTS_PUSH_MAX = 50;
/** People that one message mentions, and in a room the most whom everybody may mention at once (rules-messages 32, 34). */
export const MENTIONS_MAX = 50;
/** People who are suggested for a mention at once. */
export const SUGGESTED_PEOPLE_MAX = 8;
export const WILDCARD_MENTION_LIMIT = 15;
/** Threads of which a client knows that their person follows them: those with unread mentions, then those answered last. */
export const FOLLOWED_THREADS_MAX = 500;
/** Unread mentions that are known of one thread; badges count no further. */
export const THREAD_MENTIONS_MAX = 100;
/** People who are shown at a message that was answered. */
export const REPLIERS_SHOWN = 5;
/** The longest emoji is a family of four with skin tones. */
export const EMOJI_MAX_LENGTH = 64;
/** Emoji of an organization's own (rules-messages 26). */
export const CUSTOM_EMOJI_MAX = 500;
export const CUSTOM_EMOJI_BYTES_MAX = 256 * 1024;
export const EMOJI_NAME_MIN = 2;
export const EMOJI_NAME_MAX = 32;
/** People in a group, with who makes it (rules-rooms 30, limits). */
export const GROUP_MIN_PEOPLE = 3;
export const GROUP_MAX_PEOPLE = 9;
/** Conversations that a person may begin in a day with people of no room of theirs (rules-rooms 29, limits). */
export const DM_STRANGERS_DAY = 10;
/** Rooms that a person may create in a day, with addresses that they ask for in vain (rules-rooms, limits). */
export const ROOMS_CREATED_DAY = 30;
/** Changes of addresses in a day, of a room and by a person: a former address leads to its room and to no other one. */
export const ROOM_MOVES_DAY = 10;
export const PERSON_MOVES_DAY = 30;
/** For so long an address is given back that nobody else has opened. */
export const SLUG_FRESH_MINUTES = 10;
/** Where /{slug} and an unknown chat lead (specification, section 2). */
export const GENERAL_ROOM_SLUG = "general";

/** People (rules-identity 42). */
export const FULL_NAME_MAX = 80;
export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const BIO_MAX = 500;
export const COMPANY_MAX = 100;
export const LOCATION_MAX = 100;
/** Name of an account that gave none yet (specification, section 9). */
export const FALLBACK_FULL_NAME = "User";
/** Whose account was deleted (rules-identity 50). */
export const DELETED_FULL_NAME = "Deleted user";

/** Organizations (rules-identity 52); a domain is a host name (RFC 1035). */
export const ORG_TITLE_MIN = 2;
export const ORG_TITLE_MAX = 80;
export const ORG_DESCRIPTION_MAX = 500;
export const DEPARTMENT_MAX = 80;
export const SUSPENSION_REASON_MAX = 500;
export const MEMBER_SEARCH_MAX = 100;
export const DOMAIN_MAX = 253;
export const WEBSITE_MAX = 500;
/** Settings of an organization (rules-identity 57). */
export const EMAIL_DOMAINS_MAX = 50;
export const AUTO_JOIN_ROOMS_MAX = 20;
export const EDIT_WINDOW_MAX_MINUTES = 525_600;

/** Characters of an announcement, and how many an organization, or the server, may make in 24 hours. */
export const ANNOUNCEMENT_MAX = 2_000;
export const ANNOUNCEMENTS_DAY = 5;

/** Notifications by page (rules-notifications, section 7). */
export const NOTIFICATION_PAGE_SIZE = 50;
export const NOTIFICATION_PAGE_MAX = 100;
/** Of one person; the oldest read ones go first. */
export const NOTIFICATIONS_MAX = 5_000;
/** More than there are types and channels; as many workspaces as nobody is in. */
export const CHANNEL_CHOICES_MAX = 200;
export const MUTED_WORKSPACES_MAX = 200;
/** Of one day (rules-notifications 16). */
export const QUIET_RANGES_MAX = 8;
/** A pause by hand lasts at most a week (rules-notifications 18). */
export const PAUSE_MAX_MS = 7 * 24 * 60 * 60_000;
/** Of a link in a mail; ours are shorter. */
export const UNSUBSCRIBE_TOKEN_MAX = 200;
/** Webhooks of a person, and of an organization (rules-notifications 25). */
export const WEBHOOKS_MAX = 5;
export const WEBHOOKS_OF_ORGANIZATION_MAX = 50;
/** Addresses by which programs write into one room. */
export const INCOMING_WEBHOOKS_MAX = 20;

/** Web Push (rules-notifications 20): browsers of a person, of which the longest unused goes, and the length of their addresses. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;
export const PUSH_ENDPOINT_MAX = 2_000;
/** Signs of a title and of a text that leave the app; the services take 4 KB in all. */
export const PUSH_TEXT_MAX = 120;

/** Presence (specification, section 9). */
export const PRESENCE_ONLINE_MS = 5 * 60_000;
export const PRESENCE_AWAY_MS = 15 * 60_000;
/** Activity is told at most this often (rules-rooms 52). */
export const ACTIVITY_INTERVAL_MS = 60_000;
/** People whom a socket watches at once (rules-rooms 54). */
export const WATCHED_PEOPLE_MAX = 200;
/** Text of a custom status (rules-rooms 53). */
export const CUSTOM_STATUS_MAX = 100;

/** Guest links: for so many days, by so many people, so many live ones in a room, so many people by one in an hour (rules-rooms 39). */
export const GUEST_LINK_DAYS = 7;
export const GUEST_LINK_DAYS_MAX = 30;
export const GUEST_LINK_USES_MAX = 1_000;
export const GUEST_LINKS_MAX = 20;
export const GUESTS_BY_LINK_HOUR = 60;
/** Invite links (specification, section 9). */
export const INVITE_LINK_DAYS = 7;
export const INVITE_LINK_DAYS_MAX = 30;
export const INVITE_LINK_USES_MAX = 1_000;
/** Of one organization. */
export const INVITE_LINKS_A_DAY = 100;
/** Invitations in one call, what is read of each address, and rooms of one (rules-identity 66). */
export const INVITE_BATCH = 50;
export const INVITE_ADDRESS_MAX = 1_000;
export const INVITE_ROOMS_MAX = 20;
/** Invitations to the caller that are listed at once. */
export const OWN_INVITATIONS_MAX = 100;

/** Rows of one export of the audit; the newest. */
export const AUDIT_CSV_ROWS_MAX = 50_000;
export const AUDIT_KIND_MAX = 60;

/** Own sections of a sidebar, and rooms of one. */
export const SIDEBAR_SECTIONS_MAX = 20;
export const SIDEBAR_ROOMS_MAX = 200;
export const SECTION_TITLE_MAX_LENGTH = 40;

/** A search (rules-messages 49): signs that are looked for at least, ideographs alone; hits of a page, before it, and counted. */
export const SEARCH_MIN_CHARS = 2;
export const SEARCH_QUERY_MAX = 200;
export const SEARCH_PAGE_SIZE = 50;
export const SEARCH_SKIP_MAX = 1_000;
export const SEARCH_TOTAL_MAX = 1_000;

/** New readers of a forwarded message are counted so far (rules-messages 43). */
export const NEW_READERS_COUNTED = 100;

/** Drafts of a person; the oldest goes. A text that is too long to be sent is kept as well (rules-messages 40). */
export const DRAFTS_MAX = 500;
/** All texts of a person's drafts, in UTF-8. */
export const DRAFTS_MAX_BYTES = 2_000_000;
export const DRAFT_MAX_LENGTH = 40_000;
export const DRAFT_OTHER_MAX_LENGTH = 80_000;

/** Messages of a person that wait for their time or have failed; how far ahead it is, and how late one still goes out (rules-messages 38, 39). */
export const SCHEDULED_MAX = 100;
export const SCHEDULE_AHEAD_MIN_MS = 60_000;
export const SCHEDULE_AHEAD_MAX_MS = 366 * 24 * 60 * 60_000;
export const SCHEDULED_LATE_MAX_MS = 24 * 60 * 60_000;
/** Saved messages and open reminders of a person, and their words (rules-messages 36, 37). */
export const SAVED_MAX = 10_000;
/** Documents: their names, and how deep they stand below each other (rules-collab 2C). */
export const DOCUMENT_TITLE_MAX = 200;
export const DOCUMENT_DEPTH_MAX = 10;
/** Size of a document: as the editor keeps it, beyond which nothing is added to it, and as a call brings it. */
export const DOCUMENT_STATE_MAX_BYTES = 5 * 1024 * 1024;
export const DOCUMENT_CONTENT_MAX_BYTES = 5 * 1024 * 1024;
export const DOCUMENT_CONTENT_PARTS_MAX = 100_000;
/** Documents that one archive or one copy holds, and that a tree shows. */
export const DOCUMENT_TREE_MAX = 2_000;
export const DOCUMENT_FILE_NAME_MAX = 255;
/** An import: its file, how many entries that has, how much larger they are than it, and one page of it. */
export const IMPORT_MAX_BYTES = 20 * 1024 * 1024;
export const IMPORT_ENTRIES_MAX = 2_000;
export const IMPORT_RATIO_MAX = 100;
export const IMPORT_PAGE_MAX_BYTES = 2 * 1024 * 1024;
/** Comments of one document, replies among them; their words, the text that they are about and the places of it. */
export const COMMENTS_PER_DOCUMENT_MAX = 1_000;
export const COMMENT_MAX_CHARS = 10_000;
export const COMMENT_QUOTE_MAX_LENGTH = 500;
export const COMMENT_ANCHOR_MAX_LENGTH = 128;
/** Of a suggestion: the text that it is about, and the one that it proposes. */
export const SUGGESTION_MAX_LENGTH = 2_000;
/** Names of versions, and how many of a document have one: those are kept for ever (rules-collab 28). */
export const VERSION_NAME_MAX = 100;
export const NAMED_VERSIONS_MAX = 200;
/** Links of one document that were not taken back, their passwords, and how often one may be guessed (rules-collab 2C). */
export const DOCUMENT_LINKS_MAX = 20;
export const LINK_PASSWORD_MAX = 200;
export const LINK_PASSWORD_TRIES = 5;
export const LINK_PASSWORD_WINDOW_MS = 15 * 60_000;
/** Files of a link with a password are loaded for so long after it was typed. */
export const LINK_FILES_MS = 12 * 60 * 60_000;
export const LINK_FILE_KEY_MAX = 80;
/** Documents that somebody may ask to open in an hour. */
export const DOCUMENT_ASKS_HOUR = 20;
/** From here on a document says that it is large (rules-collab 2C, Bad input). */
export const DOCUMENT_LARGE_BYTES = 2 * 1024 * 1024;
/** Files that one document has ever shown. */
export const DOCUMENT_FILES_MAX = 2_000;
export const SAVED_NOTE_MAX = 500;
export const REMINDERS_MAX = 100;
export const REMINDER_NOTE_MAX = 500;
/** How far ahead something can be planned. */
export const PLAN_MIN_MS = 60_000;
export const PLAN_MAX_MS = 365 * 24 * 60 * 60_000;

/** A temporary mute lasts at most 30 days (rules-rooms 49). */
export const MUTE_MINUTES_MAX = 43_200;
/** Of a second factor. */
export const FACTOR_NAME_MAX = 80;
/** Of one field of what a browser makes of a passkey, in base64url: an attestation with its certificates. */
export const WEBAUTHN_FIELD_MAX = 32_768;
export const API_KEY_NAME_MAX = 80;
/** Life of an API key, and the longest that one may have (rules-identity 82). */
export const API_KEY_DAYS = 90;
export const API_KEY_DAYS_MAX = 365;
