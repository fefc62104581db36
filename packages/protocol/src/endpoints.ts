import { createWsTicket, logout, refreshTokens, sendOtp, verifyLink, verifyOtp } from "./auth.ts";
import type { ErrorCode } from "./errors.ts";
import { getPublicConfig } from "./instance.ts";
import type {
  EndpointCall,
  EndpointInput,
  EndpointReply,
  EndpointShape,
} from "./kernel/endpoint.ts";
import { deleteMessage, editMessage, getMessage, listRevisions } from "./messages.edits.ts";
import { listMessages, sendMessage } from "./messages.ts";
import { leaveRoom, removeParticipant } from "./participants.endpoints.ts";
import { createOrJoinRooms, getRoom, listRooms } from "./rooms.ts";
import type { Routes } from "./routes.ts";
import {
  getUnreadSummary,
  listMyRooms,
  listSubscriptions,
  markRead,
  subscribeRooms,
  unsubscribeRooms,
} from "./subscriptions.ts";
import { getMe, updateMe } from "./users.ts";

type Declaration<R> = EndpointShape & R & { readonly errors: readonly ErrorCode[] };

/** Every REST operation, exactly once: one for each route and no other, each with the address of its own route. */
export const endpoints = {
  getPublicConfig,
  sendOtp,
  verifyOtp,
  verifyLink,
  refreshTokens,
  logout,
  createWsTicket,
  getMe,
  updateMe,
  listRooms,
  listMyRooms,
  getRoom,
  leaveRoom,
  removeParticipant,
  createOrJoinRooms,
  subscribeRooms,
  unsubscribeRooms,
  listSubscriptions,
  getUnreadSummary,
  markRead,
  listMessages,
  sendMessage,
  getMessage,
  editMessage,
  deleteMessage,
  listRevisions,
} as const satisfies { readonly [N in keyof Routes]: Declaration<Routes[N]> };

export type EndpointName = keyof typeof endpoints;
export type Endpoints = typeof endpoints;
export type InputOf<N extends EndpointName> = EndpointInput<Endpoints[N]>;
export type CallOf<N extends EndpointName> = EndpointCall<Endpoints[N]>;
export type ReplyOf<N extends EndpointName> = EndpointReply<Endpoints[N]>;
