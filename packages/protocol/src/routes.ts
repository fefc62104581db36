import type { Route } from "./kernel/endpoint.ts";

/**
 * The address of every REST operation, and the only place where one stands: `endpoint()` takes it from here. Plain data in a
 * file that loads no schema, because clients call by name and need nothing else of a declaration when they run.
 */
export const routes = {
  getPublicConfig: { method: "GET", path: "/public-config", access: "anyone" },
  sendOtp: { method: "POST", path: "/identifier/send-otp", access: "anyone" },
  verifyOtp: { method: "POST", path: "/identifier/verify-otp", access: "anyone" },
  verifyLink: { method: "POST", path: "/identifier/verify-link", access: "anyone" },
  refreshTokens: { method: "POST", path: "/auth/refresh-tokens", access: "anyone" },
  logout: { method: "POST", path: "/auth/logout", access: "anyone" },
  createWsTicket: { method: "POST", path: "/auth/ws-ticket", access: "user" },
  getMe: { method: "GET", path: "/user/me", access: "user", isAccountCall: true },
  updateMe: { method: "PATCH", path: "/user/me", access: "user", isAccountCall: true },
  listRooms: { method: "GET", path: "/session-room/list", access: "user" },
  listMyRooms: { method: "GET", path: "/session-room/my-rooms", access: "user" },
  getRoom: { method: "GET", path: "/session-room/:slug", access: "user" },
  leaveRoom: { method: "POST", path: "/session-room/:slug/leave", access: "user" },
  removeParticipant: {
    method: "POST",
    path: "/session-room/:slug/participant/:participantId/remove",
    access: "user",
  },
  createOrJoinRooms: { method: "POST", path: "/multi-room-chat/create-or-join", access: "user" },
  subscribeRooms: { method: "POST", path: "/multi-room-chat/subscribe", access: "user" },
  unsubscribeRooms: { method: "DELETE", path: "/multi-room-chat/unsubscribe", access: "user" },
  listSubscriptions: { method: "GET", path: "/multi-room-chat/subscriptions", access: "user" },
  getUnreadSummary: { method: "GET", path: "/multi-room-chat/unread-summary", access: "user" },
  markRead: { method: "POST", path: "/multi-room-chat/mark-read/:slug", access: "user" },
  listMessages: { method: "GET", path: "/session-room/:slug/messages", access: "user" },
  sendMessage: { method: "POST", path: "/session-room/:slug/messages", access: "user" },
  getMessage: { method: "GET", path: "/session-room/:slug/messages/:id", access: "user" },
  editMessage: { method: "PUT", path: "/session-room/:slug/messages/:id", access: "user" },
  deleteMessage: { method: "DELETE", path: "/session-room/:slug/messages/:id", access: "user" },
  addReaction: {
    method: "POST",
    path: "/session-room/:slug/messages/:id/reactions",
    access: "user",
  },
  removeReaction: {
    method: "DELETE",
    path: "/session-room/:slug/messages/:id/reactions",
    access: "user",
  },
  listRevisions: {
    method: "GET",
    path: "/session-room/:slug/messages/:id/revisions",
    access: "user",
  },
  listOrganizations: { method: "GET", path: "/organizations", access: "user" },
  createOrganization: { method: "POST", path: "/organizations", access: "user" },
  switchToPersonal: {
    method: "POST",
    path: "/organizations/switch-to-personal",
    access: "user",
    isAccountCall: true,
  },
  getOrganization: { method: "GET", path: "/organizations/:orgId", access: "user" },
  updateOrganization: { method: "PUT", path: "/organizations/:orgId", access: "user" },
  getSettings: { method: "GET", path: "/organizations/:orgId/settings", access: "user" },
  updateSettings: { method: "PUT", path: "/organizations/:orgId/settings", access: "user" },
  listMembers: { method: "GET", path: "/organizations/:orgId/members", access: "user" },
  getMember: { method: "GET", path: "/organizations/:orgId/members/:userId", access: "user" },
  updateMember: { method: "PUT", path: "/organizations/:orgId/members/:userId", access: "user" },
  suspendMember: {
    method: "POST",
    path: "/organizations/:orgId/members/:userId/suspend",
    access: "user",
  },
  reactivateMember: {
    method: "POST",
    path: "/organizations/:orgId/members/:userId/reactivate",
    access: "user",
  },
  listAudit: { method: "GET", path: "/organizations/:orgId/audit", access: "user" },
  exportAudit: {
    method: "GET",
    path: "/organizations/:orgId/audit.csv",
    access: "user",
    mediaType: "text/csv; charset=utf-8",
  },
  generateInviteLink: {
    method: "POST",
    path: "/organizations/:orgId/invitations/generate-link",
    access: "user",
  },
  listInvitations: { method: "GET", path: "/organizations/:orgId/invitations", access: "user" },
  cancelInvitation: {
    method: "DELETE",
    path: "/organizations/:orgId/invitations/:invitationId",
    access: "user",
  },
  validateInvitation: {
    method: "GET",
    path: "/auth/validate-org-invitation/:code",
    access: "anyone",
  },
  acceptInvitation: {
    method: "POST",
    path: "/auth/accept-org-invitation",
    access: "user",
    isAccountCall: true,
  },
  switchOrganization: {
    method: "POST",
    path: "/organizations/:orgId/switch",
    access: "user",
    isAccountCall: true,
  },
  listNotifications: { method: "GET", path: "/notifications", access: "user", isAccountCall: true },
  getUnreadNotifications: {
    method: "GET",
    path: "/notifications/unread-count",
    access: "user",
    isAccountCall: true,
  },
  markNotificationRead: {
    method: "POST",
    path: "/notifications/:id/read",
    access: "user",
    isAccountCall: true,
  },
  markAllNotificationsRead: {
    method: "POST",
    path: "/notifications/read-all",
    access: "user",
    isAccountCall: true,
  },
} as const satisfies Readonly<Record<string, Route>>;

export type Routes = typeof routes;
