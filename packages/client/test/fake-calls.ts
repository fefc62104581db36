import type { CurrentUser, Message } from "@colbin/protocol";
import type { FakeBackend, FakeReply, FakeRequest } from "./fake-backend.ts";
import type { FakeRoom } from "./fake-room.ts";

export function refusal(status: number, code: string, details: object = {}): FakeReply {
  return { status, body: { code, message: code, status, details } };
}

/** The calls of the contract that the client makes. */
export function answerCall(server: FakeBackend, request: FakeRequest): FakeReply {
  const { method, path, body } = request;
  switch (`${method} ${path}`) {
    case "POST /auth/refresh-tokens":
      return refresh(server, String(body?.["refreshToken"]));
    case "POST /auth/logout":
      return { status: 204 };
  }
  const meant = request.headers["workspace-id"] ?? server.workspaceId;
  if (meant !== server.workspaceId) return refusal(409, "WORKSPACE_CHANGED");
  const user = server.accessTokens.get((request.headers["authorization"] ?? "").slice(7));
  return user ? answerUser(server, request, user) : refusal(401, "UNAUTHORIZED");
}

function refresh(server: FakeBackend, token: string): FakeReply {
  const user = server.refreshTokens.get(token);
  if (!user) return refusal(401, "REFRESH_TOKEN_INVALID");
  server.refreshTokens.delete(token);
  return { status: 200, body: { user, tokens: server.issueTokens(user) } };
}

function answerUser(server: FakeBackend, request: FakeRequest, user: CurrentUser): FakeReply {
  const { method, path, query, body } = request;
  const [, area = "", slug = "", what = "", messageId = ""] = path.split("/");
  switch (`${method} ${path}`) {
    case "POST /auth/ws-ticket": {
      const ticket = `wst_${server.time.now()}_${server.requests.length}`;
      server.tickets.set(ticket, user);
      return { status: 200, body: { ticket, expires: server.time.iso() } };
    }
    case "GET /user/me":
      return { status: 200, body: user };
    case "GET /multi-room-chat/subscriptions":
      return { status: 200, body: { results: subscriptionsOf(server, user) } };
    case "POST /multi-room-chat/create-or-join":
      return createOrJoin(server, user, body);
  }
  const room = server.rooms.get(area === "multi-room-chat" ? what : slug);
  if (!room) return refusal(404, "ROOM_NOT_FOUND");
  if (path.startsWith("/multi-room-chat/mark-read/")) {
    const id = String(body?.["lastReadMessageId"]);
    return { status: 200, body: markRead(server, user, room.slug, id) };
  }
  if (path.startsWith("/multi-room-chat/mark-unread/")) {
    const from = room.messages().find((each) => each.id === body?.["fromMessageId"]);
    if (!from?.msgNo) return refusal(404, "MESSAGE_NOT_FOUND");
    room.unreadFrom.set(user.id, from.msgNo);
    tellRoom(server, user, room);
    return { status: 200, body: {} };
  }
  if (method === "POST" && what === "leave") {
    server.publish(room, () => room.leave(user));
    const departure = { sessionRoomSlug: slug, userId: user.id, accessStatus: "IDLE" };
    return { status: 200, body: { ...departure, seq: room.headSeq } };
  }
  if (method === "GET" && what === "") return { status: 200, body: room.toSubscription(user.id) };
  const message = room.messages().find((each) => each.id === messageId);
  if (message && method === "GET") return { status: 200, body: message };
  if (message) return change(server, user, { room, message, request });
  if (method === "GET" && what === "messages") return listMessages(room, query);
  if (method === "POST" && what === "messages") {
    let sent: unknown;
    server.publish(room, () => {
      sent = room.send(user, String(body?.["content"]), String(body?.["clientMessageId"]));
    });
    return { status: 201, body: sent };
  }
  return refusal(404, "NOT_FOUND");
}

function listMessages(room: FakeRoom, query: URLSearchParams): FakeReply {
  const around = query.get("around") ?? query.get("after");
  if (around === null)
    return { status: 200, body: room.toPage(50, query.get("before") ?? undefined) };
  const page = room.toPageFrom(50, around, query.has("around"));
  return page ? { status: 200, body: page } : refusal(404, "MESSAGE_NOT_FOUND");
}

interface MessageChange {
  readonly room: FakeRoom;
  readonly message: Message;
  readonly request: FakeRequest;
}

/** Edits, deletions and reactions: what is so already makes no event, and its answer has no seq. */
function change(
  server: FakeBackend,
  user: CurrentUser,
  { room, message, request: { method, path, body } }: MessageChange,
): FakeReply {
  const { id } = message;
  const before = room.headSeq;
  const isReaction = path.endsWith("/reactions");
  if (!isReaction && message.authorId !== user.id) return refusal(403, "MESSAGE_NOT_AUTHOR");
  if (message.isDeleted && method !== "DELETE") return refusal(409, "MESSAGE_DELETED");
  const { content, ifRevision = message.revision ?? 1 } = body ?? {};
  if (content !== message.content && ifRevision !== (message.revision ?? 1))
    return refusal(409, "MESSAGE_REVISION_CONFLICT");
  server.publish(room, () => {
    const action = method === "POST" ? "add" : "remove";
    if (isReaction) room.react(user, id, { emoji: String(body?.["emoji"]), action });
    else if (method === "DELETE") {
      if (!message.isDeleted) room.delete(id);
    } else if (content !== message.content) room.edit(id, String(content));
  });
  const seq = room.headSeq === before ? {} : { seq: room.headSeq };
  const now = room.message(id);
  return { status: 200, body: { messageId: id, reactions: now.reactions, message: now, ...seq } };
}

export function subscriptionsOf(server: FakeBackend, user: CurrentUser) {
  const own = [...server.rooms.values()].filter((room) => room.members.has(user.id));
  return own.map((room) => room.toSubscription(user.id));
}

function createOrJoin(
  server: FakeBackend,
  user: CurrentUser,
  body: FakeRequest["body"],
): FakeReply {
  const [requested = ""] = (body?.["sessionRoomSlugs"] ?? []) as string[];
  const known = server.rooms.get(requested);
  const room = known ?? server.room(requested);
  const isIn = room.members.has(user.id);
  if (!isIn) server.publish(room, () => room.enter(user));
  const outcome = isIn ? "already" : known ? "joined" : "created";
  return { status: 200, body: { results: [{ requested, sessionRoomSlug: room.slug, outcome }] } };
}

/** Tells the person's sockets how the room is in their list now. */
function tellRoom(server: FakeBackend, user: CurrentUser, room: FakeRoom): void {
  const changed = [room.toSubscription(user.id)];
  for (const socket of server.open)
    if (socket.user.id === user.id)
      server.deliver(socket, {
        type: "SERVER_SUBSCRIPTION_UPDATE",
        changed,
        removed: [],
        rev: server.time.now(),
      });
}

/** Moves the position and tells the person's sockets. */
export function markRead(server: FakeBackend, user: CurrentUser, slug: string, messageId: string) {
  const room = server.rooms.get(slug);
  const wasMarked = room?.unreadFrom.has(user.id);
  const upTo = room?.messages().find((each) => each.id === messageId);
  room?.read(user.id, upTo?.msgNo ?? 0);
  const subscription = room?.toSubscription(user.id);
  if (!room || !subscription) throw new Error("The test marks a room that exists");
  if (wasMarked) tellRoom(server, user, room);
  const { unreadCount, mentionCount, lastReadAt, readMsgNo } = subscription;
  const counts = { unreadCount, mentionCount, lastReadAt, readMsgNo };
  const update = { sessionRoomSlug: slug, ...counts };
  for (const socket of server.open)
    if (socket.user.id === user.id)
      server.deliver(socket, { type: "SERVER_UNREAD_COUNT_UPDATE", ...update });
  return update;
}
