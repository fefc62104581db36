import type { CommandType, EndpointName, Endpoints } from "@colbin/protocol";
import type { Actor } from "./actor.ts";
import { AppError } from "./app-error.ts";

/*
 * What a session that is bound to one room may ask for (rules-identity 24): that room, its people, and itself. The maps are total, so
 * a new call or frame does not compile before somebody has thought of guests; which room it is about the doors of the rooms judge.
 */

type UserCall = {
  [N in EndpointName]: Endpoints[N]["access"] extends "user" ? N : never;
}[EndpointName];

const openCalls: Readonly<Record<UserCall, boolean>> = {
  // Themselves, and how they hear the room.
  createWsTicket: true,
  getMe: true,
  getChatHealth: true,
  // Of an organization they read what the room needs (rules-identity 57).
  getSettings: true,
  listSubscriptions: true,
  getUnreadSummary: true,
  listNotificationSettings: true,
  // Their room.
  getRoom: true,
  findRoom: true,
  validateRoom: true,
  getRoomSettings: true,
  getRoomStats: true,
  leaveRoom: true,
  subscribeRooms: true,
  unsubscribeRooms: true,
  updateNotificationSettings: true,
  muteTemporarily: true,
  markUnread: true,
  markAllRead: true,
  markRead: true,
  // Its people.
  getUser: true,
  listParticipants: true,
  getParticipantJoined: true,
  getParticipantAdmin: true,
  markParticipantSeen: true,
  // Its messages.
  listMessages: true,
  getMessage: true,
  sendMessage: true,
  editMessage: true,
  deleteMessage: true,
  addReaction: true,
  removeReaction: true,
  // Not theirs: accounts, other rooms and people, whatever leads or lets in, and what keeps something for later.
  revealAuth: false,
  updateMe: false,
  listUsers: false,
  suggestUsers: false,
  listOrganizationUsers: false,
  suggestOrganizationUsers: false,
  listUsersOf: false,
  createUser: false,
  inviteUser: false,
  updateUser: false,
  deleteUser: false,
  blockUser: false,
  unblockUser: false,
  listBlocks: false,
  listRooms: false,
  listMyRooms: false,
  listMyConversations: false,
  openDirect: false,
  createGroup: false,
  suggestDomain: false,
  listRoomsOf: false,
  createRoom: false,
  saveRoom: false,
  updateRoom: false,
  changeAccessType: false,
  archiveRoom: false,
  unarchiveRoom: false,
  deleteRoom: false,
  restoreRoom: false,
  changeRoomDomain: false,
  validateDomainAccess: false,
  batchValidateDomain: false,
  listDomainUsers: false,
  removeParticipant: false,
  listParticipantsByStatus: false,
  setAccessLevel: false,
  requestAccess: false,
  listAccessRequests: false,
  approveAccessRequest: false,
  rejectAccessRequest: false,
  cancelAccessRequest: false,
  inviteToRoom: false,
  addParticipant: false,
  setParticipantStatus: false,
  cleanUpParticipants: false,
  fixParticipantsLastSeen: false,
  cleanUpDuplicates: false,
  createGuestLink: false,
  listGuestLinks: false,
  closeGuestLink: false,
  createOrJoinRooms: false,
  getSidebar: false,
  updateSidebar: false,
  muteAll: false,
  listRevisions: false,
  listOrganizations: false,
  createOrganization: false,
  switchToPersonal: false,
  getOrganization: false,
  updateOrganization: false,
  listJoinable: false,
  joinOrganization: false,
  verifyDomain: false,
  updateSettings: false,
  deleteOrganization: false,
  restoreOrganization: false,
  getMemberStatistics: false,
  getUsage: false,
  listMembers: false,
  getMember: false,
  updateMember: false,
  suspendMember: false,
  reactivateMember: false,
  listAudit: false,
  exportAudit: false,
  removeMember: false,
  transferOwnership: false,
  inviteMembers: false,
  generateInviteLink: false,
  listInvitations: false,
  cancelInvitation: false,
  resendInvitation: false,
  listMyInvitations: false,
  acceptInvitation: false,
  declineInvitation: false,
  switchOrganization: false,
  listNotifications: false,
  getUnreadNotifications: false,
  markNotificationRead: false,
  markAllNotificationsRead: false,
};

/** Everything in a room is asked for by its address, and everything else is about the person alone. */
const openCommands: Readonly<Record<CommandType, boolean>> = {
  CLIENT_MULTI_ROOM_AUTH: true,
  ping: true,
  CLIENT_SUBSCRIBE_ROOMS: true,
  CLIENT_UNSUBSCRIBE_ROOMS: true,
  CLIENT_SEND_MESSAGE: true,
  CLIENT_MESSAGE_REACTION: true,
  CLIENT_MARK_ROOM_READ: true,
  CLIENT_UPDATE_NOTIFICATION_SETTINGS: true,
  CLIENT_GET_UNREAD_SUMMARY: true,
  CLIENT_REQUEST_MESSAGE_HISTORY: true,
  CLIENT_WATCH_PEOPLE: true,
  CLIENT_ACTIVITY: true,
  CLIENT_TYPING: true,
};

/** Why such a session ended: by what became of the link, the room, or the place in it. */
export const GUEST_END = "guest access ended";

type Bound = Pick<Actor, "boundRoomId">;

/** FORBIDDEN for a session that is bound to a room, unless the call is one of its room; before the call looks at anything. */
export function requireOpenCall({ boundRoomId }: Bound, name: EndpointName): void {
  const mayCall: Partial<Record<EndpointName, boolean>> = openCalls;
  if (boundRoomId !== null && !mayCall[name]) throw new AppError("FORBIDDEN");
}

/** The same of a frame. */
export function mayCommand({ boundRoomId }: Bound, type: CommandType): boolean {
  return boundRoomId === null || openCommands[type];
}
