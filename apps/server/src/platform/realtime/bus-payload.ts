import type { RoomId, SessionId, UserId, WorkspaceId } from "@colbin/protocol";
import type { AudienceChange } from "./live.ts";

/*
 * What one process tells the others: a few words about the event, then the finished websocket frame. The receiver hands
 * the same bytes to its sockets; it neither reads the database nor encodes anything.
 */

export interface EventMeta {
  readonly kind: "event";
  readonly roomId: RoomId;
  /** Absent for live-only events. */
  readonly seq?: number;
  readonly audience?: AudienceChange;
  readonly exceptUsers?: readonly UserId[];
  readonly supersedes?: true;
}

export interface UserMeta {
  readonly kind: "user";
  readonly userId: UserId;
  /** Absent: in all of them. */
  readonly workspaceId?: string;
}

interface RefreshMeta {
  readonly kind: "refresh";
  readonly userId: UserId;
  /** What they look at from outside there ends as well. */
  readonly previewsIn?: WorkspaceId;
}

interface WorkspaceMeta {
  readonly kind: "workspace";
  readonly workspaceId: WorkspaceId;
}

/** A frame for all who work there. */
interface EverybodyMeta {
  readonly kind: "everybody";
  readonly workspaceId: WorkspaceId;
}

interface SubscribeMeta {
  readonly kind: "subscribe";
  readonly userId: UserId;
  readonly workspaceId: string;
  readonly roomId: RoomId;
  readonly headSeq: number;
}

interface UnsubscribeMeta {
  readonly kind: "unsubscribe";
  readonly userId: UserId;
  readonly roomId: RoomId;
}

interface SessionsMeta {
  readonly kind: "sessions";
  readonly ids: readonly SessionId[];
  readonly reason: string;
}

/** What another process does with the sockets of a person. */
export type PersonMeta = RefreshMeta | SubscribeMeta | UnsubscribeMeta;

export type HintMeta =
  | EventMeta
  | UserMeta
  | RefreshMeta
  | WorkspaceMeta
  | EverybodyMeta
  | SubscribeMeta
  | UnsubscribeMeta
  | SessionsMeta;

export interface Hint {
  readonly meta: HintMeta;
  /** A whole frame; empty where the kind has none. */
  readonly frame: Buffer;
}

/** The events of one room: a process hears only the rooms that its sockets hear. */
export function roomSubject(roomId: RoomId): string {
  return `room.${roomId}`;
}

/** What is for one person: a process hears it while the person has a socket there. */
export function userSubject(userId: UserId): string {
  return `user.${userId}`;
}

/** What every process hears: ends of sessions and of workspaces. */
export const SESSIONS_SUBJECT = "sessions";

/** Another version on the wire is dropped; the log brings what was in it. */
const VERSION = 1;
const HEADER_BYTES = 5;
const NO_FRAME = Buffer.alloc(0);

/** Version, length of the words, the words as JSON, the frame as it is. */
export function encodeHint(meta: HintMeta, frame: Buffer = NO_FRAME): Uint8Array {
  const words = JSON.stringify(meta);
  const length = Buffer.byteLength(words);
  const payload = Buffer.allocUnsafe(HEADER_BYTES + length + frame.length);
  payload[0] = VERSION;
  payload.writeUInt32BE(length, 1);
  payload.write(words, HEADER_BYTES);
  frame.copy(payload, HEADER_BYTES + length);
  return payload;
}

/** Undefined for what this version cannot read. The frame is a view of the payload. */
export function decodeHint(payload: Uint8Array): Hint | undefined {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
  if (bytes.length < HEADER_BYTES || bytes[0] !== VERSION) return undefined;
  const end = HEADER_BYTES + bytes.readUInt32BE(1);
  if (end > bytes.length) return undefined;
  try {
    // NOTE: processes of one installation trust their bus; whoever can write there can read the database's password.
    const meta = JSON.parse(bytes.toString("utf8", HEADER_BYTES, end)) as HintMeta;
    return { meta, frame: bytes.subarray(end) };
  } catch {
    return undefined;
  }
}
