import {
  RESUME_EVENTS_MAX,
  type ClientFrame,
  type FrameOf,
  type MessageId,
  type ServerFrame,
} from "@colbin/protocol";
import { markRead, subscriptionsOf } from "./fake-calls.ts";
import type { FakeRoom } from "./fake-room.ts";
import type { FakeBackend, FakeSocket } from "./fake-backend.ts";

type Frame<T extends ClientFrame["type"]> = Extract<ClientFrame, { readonly type: T }>;

/** What the server does with a frame of a client. */
export function answerFrame(server: FakeBackend, socket: FakeSocket, frame: ClientFrame): void {
  const send = (answer: ServerFrame) => server.deliver(socket, answer);
  switch (frame.type) {
    case "CLIENT_MULTI_ROOM_AUTH":
      authenticate(server, socket, frame);
      break;
    case "CLIENT_SEND_MESSAGE":
      sendMessage(server, socket, frame);
      break;
    case "CLIENT_REQUEST_MESSAGE_HISTORY": {
      const room = server.rooms.get(frame.sessionRoomSlug);
      const { requestId, afterSeq = 0 } = frame;
      if (room) send({ ...replayOf(room, afterSeq), requestId });
      break;
    }
    case "CLIENT_SUBSCRIBE_ROOMS":
    case "CLIENT_UNSUBSCRIBE_ROOMS":
      send({ ...listOf(server, socket), requestId: frame.requestId });
      break;
    case "CLIENT_MARK_ROOM_READ":
      markRead(server, socket.user, frame.sessionRoomSlug, frame.lastReadMessageId);
      send({ type: "SERVER_MARK_READ_ACK", requestId: frame.requestId, success: true });
      break;
    case "CLIENT_TYPING":
      showTyping(server, socket, frame);
      break;
    case "ping":
      send({ type: "pong" });
      break;
    default:
      break;
  }
}

function authenticate(
  server: FakeBackend,
  socket: FakeSocket,
  frame: Frame<"CLIENT_MULTI_ROOM_AUTH">,
): void {
  const isFirst = !socket.isReady;
  socket.isReady = true;
  const success: FrameOf<"SERVER_MULTI_ROOM_AUTH_SUCCESS"> = {
    type: "SERVER_MULTI_ROOM_AUTH_SUCCESS",
    userId: socket.user.id,
    connectionId: "test",
    workspaceId: server.workspaceId,
    logEpoch: server.logEpoch,
    webBuild: server.webBuild,
    expires: server.time.iso(),
    ...(frame.requestId !== undefined && { requestId: frame.requestId }),
  };
  server.sendNow(socket, success);
  if (!isFirst) return;
  if (frame.resume && frame.resume.logEpoch !== server.logEpoch) {
    refuse(server, socket, { code: "LOG_EPOCH_CHANGED", requestId: frame.requestId });
    return;
  }
  for (const [slug, seq] of Object.entries(frame.resume?.rooms ?? {})) {
    const room = server.rooms.get(slug);
    if (room && room.headSeq !== seq) server.deliver(socket, replayOf(room, seq));
  }
  server.deliver(socket, listOf(server, socket));
}

export function refuse(
  server: FakeBackend,
  socket: FakeSocket,
  refusal: {
    readonly code: string;
    readonly requestId?: string | undefined;
    readonly status?: number;
    readonly retryAfterMs?: number;
  },
): void {
  const { code, requestId, status = 400, retryAfterMs } = refusal;
  server.sendNow(socket, {
    type: "SERVER_MULTI_ROOM_ERROR",
    code,
    message: code,
    status,
    details: {},
    retryable: false,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

export function replayOf(room: FakeRoom, afterSeq: number): FrameOf<"SERVER_MESSAGE_HISTORY"> {
  const truncated = room.headSeq - afterSeq > RESUME_EVENTS_MAX;
  return {
    type: "SERVER_MESSAGE_HISTORY",
    mode: "resume",
    sessionRoomSlug: room.slug,
    headSeq: room.headSeq,
    events: truncated ? [] : room.replay(afterSeq),
    hasMore: truncated,
    nextCursor: null,
    ...(truncated && { truncated }),
  };
}

function listOf(server: FakeBackend, socket: FakeSocket): FrameOf<"SERVER_SUBSCRIPTION_UPDATE"> {
  const subscriptions = subscriptionsOf(server, socket.user);
  return {
    type: "SERVER_SUBSCRIPTION_UPDATE",
    subscriptions,
    rev: server.time.now(),
    ...server.personal,
  };
}

function sendMessage(
  server: FakeBackend,
  socket: FakeSocket,
  frame: Frame<"CLIENT_SEND_MESSAGE">,
): void {
  const room = server.rooms.get(frame.sessionRoomSlug);
  const { requestId, content, clientMessageId = "" } = frame;
  if (!room) {
    refuse(server, socket, { code: "MULTI_ROOM_NOT_FOUND", requestId, status: 404 });
    return;
  }
  const before = room.headSeq;
  server.publish(room, () => room.send(socket.user, content, clientMessageId), {
    socket,
    requestId,
  });
  if (room.headSeq > before) return;
  const sent = room.send(socket.user, content, clientMessageId);
  const { seq, sessionRoomSlug } = sent.message;
  const address = { type: "SERVER_ROOM_EVENT", event: "message_new", sessionRoomSlug } as const;
  server.deliver(socket, { ...address, ...sent, seq, requestId });
}

function showTyping(server: FakeBackend, socket: FakeSocket, frame: Frame<"CLIENT_TYPING">): void {
  const { id: userId, fullName: userName } = socket.user;
  const { roomSlug: sessionRoomSlug, isTyping, threadId } = frame;
  for (const other of server.open.filter((each) => each.user.id !== userId))
    server.deliver(other, {
      type: "SERVER_ROOM_EVENT",
      event: "user_typing",
      sessionRoomSlug,
      userId,
      userName,
      isTyping,
      ...(threadId && { threadId: threadId as MessageId }),
    });
}
