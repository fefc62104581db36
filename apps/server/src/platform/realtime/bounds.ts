/*
 * The bound of every queue of the live channel: nothing in this folder grows without one. They are no configuration,
 * because the protocol's delivery rules are built on them (wire.md, Delivery 7); docs/operations names them.
 */

/** Over this a socket is congested: typing and presence are dropped. */
export const CONGESTED_BYTES = 256 * 1024;
/** Live frames waiting for one socket; over this it is closed (4008) and resumes from the log. */
export const SOCKET_BUFFER_BYTES = 1024 * 1024;
/**
 * Answers that a client asked for may wait on top of that: a page of history alone can be larger than the bound. So much may
 * also wait for a socket that is still brought its rooms.
 */
export const REPLY_BUFFER_BYTES = 8 * 1024 * 1024;
/** A socket that takes nothing for this long is closed (4008). */
export const STALL_MS = 10_000;
/** What waits for all sockets of a process together; beyond it those for whom most waits are cut (4008) first. */
export const WAITING_BYTES_MAX = 256 * 1024 * 1024;
/** Shedding goes on to this share of the bound, so that it is not needed again at once. */
export const WAITING_SHED_SHARE = 0.9;
/** What all clients together have begun to send, or sent before they were answered; beyond it who sends more is closed (4008). */
export const INBOUND_BYTES_MAX = 64 * 1024 * 1024;
/** Frames of one turn are written early when a socket or a room has gathered this much. */
export const TURN_BYTES = 256 * 1024;
/** Live-only events of one room in one turn; more are dropped. */
export const LIVE_ONLY_MAX = 100;

/** Events of a room that arrived before their predecessors; those beyond are read from the log instead. */
export const EARLY_EVENTS_MAX = 1_000;
/** A missing event is usually on its way: the log is read only after this time. */
export const GAP_MS = 20;
/** Events of one read of the log. */
export const LOG_READ_MAX = 500;
/** Last events of a room kept for sockets that subscribe a moment late. */
export const RECENT_EVENTS_MAX = 64;
export const RECENT_BYTES_MAX = 64 * 1024;
export const RECENT_MS = 10_000;
/** How often the heads of the rooms with local sockets are compared with the log, and how many rooms one read names. */
export const SWEEP_MS = 1_000;
export const SWEEP_ROOMS = 1_000;
/** Sessions, or previews, of one read after access has changed. */
export const SWEEP_SESSIONS = 2_000;

/** Hints on their way to NATS: more are lost and counted. How often their arrival is asked for. */
export const BUS_BACKLOG_BYTES = 16 * 1024 * 1024;
export const BUS_CONFIRM_BYTES = 256 * 1024;
/** NATS is asked for a sign of life this often, and so many questions may stay open. */
export const BUS_PING_MS = 1_000;
export const BUS_SILENT_PINGS = 3;
/** How long a try to reach NATS may take, and the waits between two tries. */
export const BUS_CONNECT_MS = 2_000;
export const BUS_RETRY_MIN_MS = 100;
export const BUS_RETRY_MAX_MS = 1_000;
/** What was published last may take this long to leave when the bus is closed. */
export const BUS_CLOSE_MS = 500;

/** Addresses whose wrong tokens are counted; beyond it the one seen longest ago is forgotten. */
export const ADDRESSES_REMEMBERED = 20_000;
/** When to come again for whoever has too many sockets. */
export const SOCKET_LIMIT_RETRY_MS = 10_000;
/** Commands of one socket that run or wait; over this its frames are not read. */
export const COMMANDS_IN_FLIGHT_MAX = 32;
/** Frames that may arrive between CLIENT_MULTI_ROOM_AUTH and its answer. */
export const HELD_FRAMES_MAX = 64;
export const HELD_FRAMES_RETRY_MS = 1_000;
/** Bad frames in a minute after which a socket is closed (4029). */
export const BAD_FRAMES_MAX = 20;
/** Refusals for speed in a minute after which a socket is closed (4029). */
export const LIMITED_FRAMES_MAX = 200;
/** Resumes that read at the same time; the rest waits. */
export const RESUMES_AT_ONCE = 32;
/** Sessions whose end is remembered for sockets that were on their way in. */
export const ENDED_SESSIONS_MAX = 10_000;
export const ENDED_SESSIONS_MS = 30_000;
/** Characters of a connection id that a client may name. */
export const CONNECTION_ID_MAX = 128;
/** Pieces that one message may be sent in. */
export const FRAGMENTS_MAX = 1_024;
/** How long a closed socket may take to say good-bye. */
export const CLOSE_GRACE_MS = 5_000;
/** A drain closes at least this many sockets a second, and takes at most this long for all. */
export const DRAIN_PER_SECOND = 500;
export const DRAIN_SPREAD_MS = 10_000;
/** Clients of a node that stops are asked to come back within this time, or as long as the closing takes. */
export const DRAIN_RETURN_MS = 1_000;
/** Commands in flight may take this long when a drain begins. */
export const DRAIN_COMMANDS_MS = 5_000;
