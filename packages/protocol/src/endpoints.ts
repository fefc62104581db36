import { createWsTicket, logout, refreshTokens, sendOtp, verifyLink, verifyOtp } from "./auth.ts";
import type { ErrorCode } from "./errors.ts";
import { getPublicConfig } from "./instance.ts";
import type {
  EndpointCall,
  EndpointInput,
  EndpointReply,
  EndpointShape,
} from "./kernel/endpoint.ts";
import { listMessages, sendMessage } from "./messages.ts";
import { createOrJoinRooms, getRoom, listRooms } from "./rooms.ts";
import { listMyRooms, markRead, subscribeRooms } from "./subscriptions.ts";
import { getMe, updateMe } from "./users.ts";

/** Every REST operation, exactly once. */
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
  createOrJoinRooms,
  subscribeRooms,
  markRead,
  listMessages,
  sendMessage,
} as const satisfies Readonly<
  Record<string, EndpointShape & { readonly errors: readonly ErrorCode[] }>
>;

export type EndpointName = keyof typeof endpoints;
export type Endpoints = typeof endpoints;
export type InputOf<N extends EndpointName> = EndpointInput<Endpoints[N]>;
export type CallOf<N extends EndpointName> = EndpointCall<Endpoints[N]>;
export type ReplyOf<N extends EndpointName> = EndpointReply<Endpoints[N]>;
