import type {
  EventData,
  EventName,
  RoomId,
  ServerFrame,
  SessionId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import type { SocketSession } from "./handler.ts";

/** Whoever looks at the room without being in it hears nothing after the event. */
interface PreviewsEnd {
  readonly change: "end previews";
  readonly workspaceId?: string;
}

export type AudienceChange = PersonChange | PreviewsEnd;

/** Somebody enters the audience with an event, or leaves it after it ("removed at 57": 57 is the last one they get). */
export interface PersonChange {
  readonly userId: UserId;
  readonly change: "add" | "remove";
  /**
   * Of the room. With it, somebody who is added hears the room at once on every node; without it only where the room
   * already has sockets of its workspace.
   */
  readonly workspaceId?: string;
}

/** Something that happened in a room, on its way to the people who may see it. */
export interface RoomEvent<N extends EventName = EventName> {
  readonly roomId: RoomId;
  /** Address at the moment of writing. */
  readonly roomSlug: string;
  readonly name: N;
  /** Place in the room's log; undefined for live-only events. */
  readonly seq: number | undefined;
  readonly data: EventData<N>;
  readonly audience?: AudienceChange;
}

/** The sender's own copy of an event is the acknowledgement: it alone carries the requestId (wire.md, Delivery 1). */
export interface Origin {
  readonly socketId: string;
  readonly requestId: string;
}

/** A room, to be heard after this place in its log. */
export interface RoomFrom {
  readonly roomId: RoomId;
  readonly headSeq: number;
  /** The answer of countLeaves before the room was read as one of the person's. */
  readonly leaves?: number;
}

/** What features ask of the live channel; the hub behind it knows no feature. */
export interface Live {
  /**
   * Takes an event whose transaction has committed and brings it to every subscribed socket, on every node, in order of
   * seq. Encodes it once. Never call it before the commit. Live-only events reach participants but no previews, and are
   * dropped under pressure.
   */
  publish<N extends EventName>(
    event: RoomEvent<N>,
    options?: { readonly origin?: Origin; readonly exceptUsers?: readonly UserId[] },
  ): void;
  /**
   * Starts live events of a room on one socket, after `headSeq`; access was checked by the caller. What happened between
   * the caller's read of `headSeq` and this call is delivered too. Subscribed already: nothing but a preview that
   * becomes a participant. Nothing where the socket has left the room after `headSeq`, or since `leaves` were counted.
   */
  subscribe(session: SocketSession, room: RoomFrom, as: "participant" | "preview"): void;
  /** Before a list is read that sockets subscribe by: with it, a room that its person hides meanwhile stays silent. */
  countLeaves(): number;
  unsubscribe(session: SocketSession, roomId: RoomId): void;
  /** Does this socket of this process have the live events of the room? */
  isHeardBy(roomId: RoomId, socketId: string): boolean;
  /** Starts them on every socket of a person in a workspace, on every node; they are in the room, after `headSeq` as well. */
  subscribeUser(userId: UserId, workspaceId: string, room: RoomFrom): void;
  /** Ends live events of a room on every socket of a person, on every node. */
  unsubscribeUser(userId: UserId, roomId: RoomId): void;
  /** Every socket of a person in one workspace, on every node. */
  sendToUser(userId: UserId, workspaceId: string, frame: ServerFrame): void;
  /** Every socket of a person in whatever workspace, on every node. */
  sendToPerson(userId: UserId, frame: ServerFrame): void;
  /** Every socket in a workspace, on every node. */
  sendToWorkspace(workspaceId: WorkspaceId, frame: ServerFrame): void;
  /**
   * Reads again who a person is and what they may, for each of their sockets on every node: one whose workspace or session was
   * lost is closed, the others act in their new role from the next command on, and get what they may have missed. Call it after
   * the commit of what recordPersonChange counted. Where the change takes away every room that they only look at, those of this process
   * are silent for them from now on, and those of the others when they hear of it: nobody waits for the reading.
   */
  refreshActor(userId: UserId, lost?: { readonly previewsIn: WorkspaceId }): void;
  /** The same for every socket in a workspace: nobody is in it any more. After the commit of closeWorkspace. */
  refreshWorkspace(workspaceId: WorkspaceId): void;
  /** Closes the sockets of a session on every node (4001); used by sign-out and token reuse. */
  endSessions(sessionIds: readonly SessionId[], reason: string): void;
}
