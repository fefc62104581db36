import type { EndpointName, RoomAccessType, UserId, WorkspaceId } from "@colbin/protocol";
import { absent, kinds, seen, type Row } from "./permission-kinds.ts";
import {
  inside,
  marking,
  noneOf,
  open,
  person,
  reading,
  subscribing,
  unseen,
  type EndpointRule,
} from "./permission-rows.ts";
import { messageRules } from "./permissions.messages.ts";
import { accountRules } from "./permission-account.ts";
import { instanceRules } from "./permission-instance.ts";
import { documentRules } from "./permission-documents.ts";
import { fileRules } from "./permission-files.ts";
import { notificationRules, notificationSettingRules } from "./permission-notifications.ts";
import { savedRules } from "./permission-saved.ts";
import { scheduledRules } from "./permission-scheduled.ts";

/*
 * The permission matrix as data (rules-rooms 12, rules-identity): every operation and every frame, for every kind of
 * caller: role and status in the workspace, and standing in the room. Total over the registries: an operation without its
 * row does not compile. `ok`, or the code of the refusal.
 */

/** The same without a word about the workspace (rules-identity 78). */
const account: Row = { ...person, SUS: "ok" };

/** The session is not asked. */
function everybody(verdict: string): Row {
  return Object.fromEntries(Object.keys(kinds).map((kind) => [kind, verdict]));
}

/** Who sees a room: its people, and members when it is not PRIVATE. */
const seeing = seen({ MEM: "ok" });
const low = "ACCESS_LEVEL_TOO_LOW";
/** Somebody with the level WRITE. */
const removing = seen({ WRI: low, COM: low, REA: low, MEM: unseen });
/** Changes of the room itself are its leaders' (matrix: room.update). */
const managed = { WRI: low, COM: low, REA: low };
const managing = seen({ ...managed, MEM: unseen });
const owning = seen({ ...managed, ADM: low, MEM: unseen });
/** The same with a word of its own; whoever sees the room is told. */
const leading = (refusal: string, ok = "ok") =>
  seen({ OWN: ok, ADM: ok, in: refusal, MEM: refusal });
/** By the address that the test gives to a room of each type. */
const accessTypeOf = (slug: string): RoomAccessType =>
  slug.startsWith("open") ? "PUBLIC" : slug.startsWith("asks") ? "PROTECTED" : "PRIVATE";
const toRooms = (slug: string) => ({ body: { sessionRoomSlugs: [slug] } });
const toRoom = (slug: string) => ({ params: { slug } });
/** The outcome of create-or-join instead of a code; a hidden room is "not there", so another one is made. */
const strangers = { in: "already", GST: "FORBIDDEN", OUT: "created" };
const joining: Row = {
  PUBLIC: { ...strangers, MEM: "joined", BAN: "ROOM_BANNED" },
  PROTECTED: { ...strangers, MEM: "requested", BAN: "ROOM_BANNED" },
  PRIVATE: { ...strangers, MEM: "created" },
};
const notAllowed = "ACCESS_LEVEL_NOT_ALLOWED";
/** The same, for a level that they have or not. */
const levelling = seen({ WRI: notAllowed, COM: notAllowed, REA: notAllowed, MEM: unseen });

const banned = "ROOM_BANNED";
/** Joins or asks; the level asked for is one that those in the room have, or a higher one. */
const asking: Row = {
  PUBLIC: { MEM: "ok", BAN: banned },
  PROTECTED: { MEM: "ok", BAN: banned },
  PRIVATE: {},
};
const inviting: Row = {
  PUBLIC: { in: "already", COM: low, REA: low, MEM: unseen },
  PROTECTED: { in: "already", WRI: low, COM: low, REA: low, MEM: unseen },
  PRIVATE: { in: "already", WRI: low, COM: low, REA: low },
};
const ofPlace = (slug: string, _messageId: string, participantId: string) => ({
  params: { slug, participantId },
});
const ofPerson = (slug: string, _messageId: string, sessionUserId: string) => ({
  params: { slug, sessionUserId },
});
/** Nobody's; by level: features/participants/requests.test.ts. */
const noRequests = noneOf("ACCESS_REQUEST_NOT_FOUND");

const none = "ORGANIZATION_NOT_FOUND";
const noInvitation = "INVITATION_NOT_FOUND";
const noGuests = "GUEST_SIGN_IN_DISABLED";
const noGuestLink = "GUEST_LINK_INVALID";
const noWebhook = "WEBHOOK_NOT_FOUND";
/** The keys are those of RFC 8291, appendix A. */
const browser = {
  endpoint: "https://93.184.215.14/push/1",
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};
const noNotification = "NOTIFICATION_NOT_FOUND";
/** Nobody's; by person: features/notifications/feed-states.test.ts. */
const noFeedRow = {
  in: noNotification,
  MEM: noNotification,
  GST: noNotification,
  SUS: noNotification,
};
/** An organization that nobody is in; by role in one's own: features/organizations/organizations.test.ts. */
const orgId = "01930000-0000-7000-8000-000000000000" as WorkspaceId;
const inOrg = (userId: string) => ({ orgId, userId: userId as UserId });
const toUser = (_slug: string, _id: string, userId: string) => ({
  params: { sessionUserId: userId as UserId },
});
const noUser = "USER_NOT_FOUND";
/** Members see each other, guests and people in Personal those in their rooms, and those who run the server everybody. */
const seeingUser = {
  row: { MEM: "ok", GST: noUser },
  personal: { MEM: noUser, WOW: "ok", WAD: "ok" },
} as const;
const noOrg = "NO_ACTIVE_ORGANIZATION";
/** Somebody of another workspace is in an organization there. */
const inPersonal = { in: noOrg, MEM: noOrg, GST: noOrg, OUT: "ok" };
/** By role in one's own: features/members/removal.test.ts, features/deletions/deletions.test.ts. */
const elevated = noneOf("ELEVATION_REQUIRED");
const noOrganization = noneOf(none);

export const endpointRules: { readonly [N in EndpointName]: EndpointRule<N> } = {
  getPublicConfig: { row: everybody("ok"), input: () => ({}) },
  ...instanceRules,
  ...accountRules({ person, account, everybody }),
  getMe: { row: open(account), input: () => ({}) },
  updateMe: { row: account, input: () => ({ body: { bio: "About me" } }) },
  setOwnAvatar: { row: account, input: () => ({}) },
  deleteOwnAvatar: { row: account, input: () => ({}) },
  listUsers: { row: person, input: () => ({ query: {} }) },
  suggestUsers: { row: person, input: () => ({ query: {} }) },
  listOrganizationUsers: { row: person, personal: inPersonal, input: () => ({ query: {} }) },
  suggestOrganizationUsers: { row: person, personal: inPersonal, input: () => ({ query: {} }) },
  listUsersOf: { row: noOrganization, input: () => ({ params: { orgId }, query: {} }) },
  createUser: {
    row: { in: "FORBIDDEN", MEM: "FORBIDDEN", GST: "FORBIDDEN" },
    personal: { WOW: "ok", WAD: "ok" },
    input: (slug) => ({
      body: { identifier: `${slug}-${Math.random()}@example.org`, fullName: "New" },
    }),
  },
  inviteUser: {
    row: { in: "FORBIDDEN", MEM: "FORBIDDEN", GST: "FORBIDDEN", WOW: "ok", WAD: "ok" },
    personal: { ...inPersonal, WOW: noOrg, WAD: noOrg, OUT: "FORBIDDEN" },
    input: (slug) => ({ body: { identifier: `${slug}-${Math.random()}@example.org` } }),
  },
  getUser: { ...seeingUser, row: open(seeingUser.row), input: toUser },
  updateUser: {
    row: { in: "FORBIDDEN", MEM: "FORBIDDEN", GST: noUser },
    personal: seeingUser.personal,
    input: (...place) => ({ ...toUser(...place), body: {} }),
  },
  deleteUser: { row: elevated, input: (...place) => ({ ...toUser(...place), body: {} }) },
  blockUser: { ...seeingUser, input: toUser },
  unblockUser: { row: person, input: toUser },
  listBlocks: { row: person, input: () => ({ query: {} }) },
  listOrganizations: { row: person, input: () => ({ query: {} }) },
  createOrganization: {
    row: person,
    input: () => ({ body: { title: "Nordlicht" } }),
  },
  getOrganization: { row: noOrganization, input: () => ({ params: { orgId } }) },
  updateOrganization: { row: noOrganization, input: () => ({ params: { orgId }, body: {} }) },
  setOrganizationAvatar: { row: noOrganization, input: () => ({ params: { orgId } }) },
  deleteOrganizationAvatar: { row: noOrganization, input: () => ({ params: { orgId } }) },
  listJoinable: { row: person, input: () => ({}) },
  joinOrganization: { row: noOrganization, input: () => ({ params: { orgId } }) },
  verifyDomain: { row: noOrganization, input: () => ({ params: { orgId }, body: {} }) },
  getSettings: { row: open(noOrganization), input: () => ({ params: { orgId } }) },
  updateSettings: { row: noOrganization, input: () => ({ params: { orgId }, body: {} }) },
  listEmoji: { row: open(noOrganization), input: () => ({ params: { orgId } }) },
  addEmoji: { row: noOrganization, input: () => ({ params: { orgId }, query: { name: "ours" } }) },
  deleteEmoji: { row: noOrganization, input: () => ({ params: { orgId, emojiId: orgId } }) },
  getMemberStatistics: { row: noOrganization, input: () => ({ params: { orgId } }) },
  getUsage: { row: noOrganization, input: () => ({ params: { orgId } }) },
  switchOrganization: {
    row: { ...noOrganization, SUS: none },
    input: () => ({ params: { orgId } }),
  },
  listMembers: { row: noOrganization, input: () => ({ params: { orgId }, query: {} }) },
  getMember: { row: noOrganization, input: (_slug, _id, userId) => ({ params: inOrg(userId) }) },
  updateMember: {
    row: noOrganization,
    input: (_slug, _id, userId) => ({ params: inOrg(userId), body: {} }),
  },
  suspendMember: {
    row: noOrganization,
    input: (_slug, _id, userId) => ({ params: inOrg(userId), body: { reason: "why" } }),
  },
  reactivateMember: {
    row: noOrganization,
    input: (_slug, _id, userId) => ({ params: inOrg(userId) }),
  },
  listAudit: { row: noOrganization, input: () => ({ params: { orgId }, query: {} }) },
  exportAudit: { row: noOrganization, input: () => ({ params: { orgId }, query: {} }) },
  removeMember: {
    row: noOrganization,
    input: (_slug, _id, userId) => ({ params: inOrg(userId), body: {} }),
  },
  transferOwnership: { row: elevated, input: (_slug, _id, userId) => ({ params: inOrg(userId) }) },
  deleteOrganization: { row: elevated, input: () => ({ params: { orgId } }) },
  restoreOrganization: {
    row: { in: "FORBIDDEN", MEM: "FORBIDDEN", GST: "FORBIDDEN" },
    personal: { WOW: none },
    input: () => ({ params: { orgId } }),
  },
  inviteMembers: {
    row: noOrganization,
    input: () => ({ params: { orgId }, body: { invitations: [{ email: "ann@example.org" }] } }),
  },
  generateInviteLink: { row: noOrganization, input: () => ({ params: { orgId }, body: {} }) },
  listInvitations: { row: noOrganization, input: () => ({ params: { orgId }, query: {} }) },
  cancelInvitation: {
    row: noOrganization,
    input: () => ({ params: { orgId, invitationId: orgId } }),
  },
  resendInvitation: {
    row: noOrganization,
    input: () => ({ params: { orgId, invitationId: orgId } }),
  },
  listMyInvitations: { row: account, input: () => ({}) },
  /** What is not valid is said in the reply. */
  validateInvitation: { row: everybody("ok"), input: () => ({ params: { code: "none" } }) },
  acceptInvitation: {
    row: { in: noInvitation, MEM: noInvitation, GST: noInvitation, SUS: noInvitation },
    input: () => ({ body: { inviteCode: "none" } }),
  },
  declineInvitation: {
    row: { in: noInvitation, MEM: noInvitation, GST: noInvitation, SUS: noInvitation },
    input: () => ({ body: { inviteCode: "none" } }),
  },
  listNotifications: { row: account, input: () => ({ query: {} }) },
  getUnreadNotifications: { row: account, input: () => ({}) },
  markNotificationRead: { row: noFeedRow, input: () => ({ params: { id: orgId } }) },
  markNotificationUnread: { row: noFeedRow, input: () => ({ params: { id: orgId } }) },
  markNotificationDone: { row: noFeedRow, input: () => ({ params: { id: orgId } }) },
  markNotificationUndone: { row: noFeedRow, input: () => ({ params: { id: orgId } }) },
  snoozeNotification: {
    row: noFeedRow,
    input: () => ({ params: { id: orgId }, body: { until: null } }),
  },

  ...notificationSettingRules({ person, account, marking }),
  listPushSubscriptions: { row: account, input: () => ({}) },
  addPushSubscription: { row: account, input: () => ({ body: browser }) },
  removePushSubscription: { row: account, input: () => ({ params: { id: orgId } }) },
  markAllNotificationsRead: {
    row: account,
    input: () => ({ body: { before: "2026-01-01T00:00:00.000Z" } }),
  },
  switchToPersonal: {
    row: { ...everybody("ok"), LNK: "FORBIDDEN", ANO: "UNAUTHORIZED" },
    input: () => ({}),
  },
  listRooms: { row: person, input: () => ({ query: {} }) },
  listMyRooms: { row: person, input: () => ({}) },
  listMyConversations: { row: person, input: () => ({}) },
  openDirect: {
    row: { MEM: "ok", GST: noUser },
    personal: { MEM: noUser, WOW: "ok", WAD: "ok" },
    input: (_slug, _messageId, userId) => ({ body: { userId } }),
  },
  /** Two of themselves are too few. */
  createGroup: {
    row: { in: "GROUP_SIZE_INVALID", MEM: "GROUP_SIZE_INVALID", GST: "GROUP_SIZE_INVALID" },
    input: (_slug, _messageId, userId) => ({ body: { userIds: [userId] } }),
  },
  getRoom: { row: open(seeing), input: (slug) => ({ params: { slug } }) },
  createRoom: {
    row: { MEM: "ok", GST: "FORBIDDEN", GIN: "FORBIDDEN", OUT: "ok" },
    input: () => ({ body: { title: "Maps" } }),
  },
  saveRoom: {
    // Where somebody sees no room they make one.
    row: {
      PUBLIC: { ...managed, MEM: unseen, GST: "FORBIDDEN", OUT: "ok" },
      PROTECTED: { ...managed, MEM: unseen, GST: "FORBIDDEN", OUT: "ok" },
      PRIVATE: { ...managed, MEM: "ok", GST: "FORBIDDEN", OUT: "ok" },
    },
    input: (slug) => ({ ...toRoom(slug), body: {} }),
  },
  updateRoom: { row: managing, input: (slug) => ({ ...toRoom(slug), body: {} }) },
  setRoomAvatar: { row: managing, input: toRoom },
  deleteRoomAvatar: { row: managing, input: toRoom },
  findRoom: { row: open(person), input: toRoom },
  validateRoom: { row: open(person), input: toRoom },
  getRoomSettings: { row: open(inside), input: toRoom },
  getRoomStats: { row: open(seen({ MEM: "FORBIDDEN" })), input: toRoom },
  getChatHealth: { row: open(person), input: () => ({}) },
  listRoomsOf: { row: noOrganization, input: () => ({ params: { orgId }, query: {} }) },
  changeAccessType: {
    // To what they are; stricter and less strict: features/room-changes/changes.test.ts.
    row: managing,
    input: (slug) => ({
      ...toRoom(slug),
      body: { accessType: accessTypeOf(slug) },
    }),
  },
  archiveRoom: { row: managing, input: toRoom },
  unarchiveRoom: { row: managing, input: toRoom },
  deleteRoom: { row: owning, input: toRoom },
  restoreRoom: { row: { in: absent }, input: toRoom },
  suggestDomain: { row: person, input: () => ({}) },
  changeRoomDomain: {
    row: leading("DOMAIN_ADMINS_ONLY"),
    input: (slug) => ({ ...toRoom(slug), body: { organizationDomain: null } }),
  },
  validateDomainAccess: { row: seeing, input: toRoom },
  batchValidateDomain: {
    row: leading("DOMAIN_BATCH_ADMINS_ONLY", "ROOM_HAS_NO_DOMAIN"),
    input: (slug) => ({ ...toRoom(slug), body: { emails: ["ann@example.org"] } }),
  },
  listDomainUsers: {
    row: seen({ in: "ROOM_HAS_NO_DOMAIN", MEM: unseen }),
    input: (slug) => ({ ...toRoom(slug), query: {} }),
  },
  leaveRoom: { row: open(inside), input: (slug) => ({ params: { slug } }) },
  removeParticipant: {
    row: removing,
    input: (slug, _messageId, participantId) => ({ params: { slug, participantId }, body: {} }),
  },
  /** No room here allows guests; where one does: features/guests/guests.test.ts. */
  createGuestLink: {
    row: seen({ ...managed, OWN: noGuests, ADM: noGuests, MEM: unseen }),
    input: (slug) => ({ ...toRoom(slug), body: { accessLevel: "READ" } }),
  },
  listGuestLinks: { row: managing, input: toRoom },
  closeGuestLink: {
    row: seen({ ...managed, OWN: noGuestLink, ADM: noGuestLink, MEM: unseen }),
    input: (slug) => ({ params: { slug, linkId: orgId } }),
  },
  createIncomingWebhook: {
    row: managing,
    input: (slug) => ({ ...toRoom(slug), body: { name: "Builds" } }),
  },
  listIncomingWebhooks: { row: managing, input: toRoom },
  removeIncomingWebhook: {
    row: seen({ ...managed, OWN: noWebhook, ADM: noWebhook, MEM: unseen }),
    input: (slug) => ({ params: { slug, webhookId: orgId } }),
  },
  sendByWebhook: {
    row: everybody(noWebhook),
    input: () => ({ params: { secret: "none" }, body: { text: "Built" } }),
  },
  validateGuestLink: {
    row: everybody(noGuestLink),
    input: () => ({ body: { guestCode: "none" } }),
  },
  guestSignIn: {
    row: everybody(noGuestLink),
    input: () => ({ body: { displayName: "Gina", guestCode: "none" } }),
  },
  listParticipants: { row: open(inside), input: (slug) => ({ params: { slug }, query: {} }) },
  suggestPeople: { row: open(inside), input: (slug) => ({ params: { slug }, query: {} }) },
  listParticipantsByStatus: {
    row: removing,
    input: (slug) => ({ params: { slug, status: "PENDING" }, query: {} }),
  },
  getParticipantJoined: { row: open(inside), input: ofPerson },
  getParticipantAdmin: { row: open(inside), input: ofPerson },
  /** Of somebody else; one's own: features/participants/listing.test.ts. */
  markParticipantSeen: { row: seen({ in: "FORBIDDEN", MEM: unseen }), input: ofPlace },
  setAccessLevel: {
    row: levelling,
    input: (...place) => ({ ...ofPlace(...place), body: { accessLevel: "READ" } }),
  },
  requestAccess: { row: asking, input: (slug) => ({ params: { slug }, body: {} }) },
  listAccessRequests: { row: removing, input: (slug) => ({ params: { slug }, query: {} }) },
  approveAccessRequest: { row: noRequests, input: () => ({ params: { id: orgId } }) },
  rejectAccessRequest: { row: noRequests, input: () => ({ params: { id: orgId }, body: {} }) },
  cancelAccessRequest: { row: noRequests, input: () => ({ params: { id: orgId } }) },
  /** The outcome, instead of a code: they are in already. */
  inviteToRoom: {
    row: inviting,
    input: (slug, _messageId, userId) => ({ params: { slug }, body: { userIds: [userId] } }),
  },
  addParticipant: {
    row: removing,
    input: (slug, _messageId, userId) => ({ params: { slug }, body: { userId } }),
  },
  /** To what they cannot become; the rest: features/participants/requests.test.ts. */
  setParticipantStatus: {
    row: seen({ in: "PARTICIPANT_STATUS_CONFLICT", WRI: low, COM: low, REA: low, MEM: unseen }),
    input: (...place) => ({ ...ofPlace(...place), body: { status: "INVITED" } }),
  },
  cleanUpParticipants: { row: removing, input: (slug) => ({ params: { slug } }) },
  fixParticipantsLastSeen: { row: removing, input: (slug) => ({ params: { slug } }) },
  cleanUpDuplicates: {
    row: { in: "FORBIDDEN", MEM: "FORBIDDEN", GST: "FORBIDDEN" },
    personal: { WOW: "ok", WAD: "ok" },
    input: () => ({}),
  },
  listSubscriptions: { row: open(person), input: () => ({}) },
  getUnreadSummary: { row: open(person), input: () => ({}) },
  unsubscribeRooms: { row: open(person), input: toRooms },
  createOrJoinRooms: { row: joining, input: (slug) => ({ body: { sessionRoomSlug: slug } }) },
  subscribeRooms: { row: open(subscribing), input: toRooms },
  listNotificationSettings: { row: open(person), input: () => ({}) },
  updateNotificationSettings: {
    row: open(marking),
    input: (slug) => ({ params: { slug }, body: { muted: true } }),
  },
  muteTemporarily: {
    row: open(marking),
    input: (slug) => ({ params: { slug }, body: { durationMinutes: 5 } }),
  },
  markUnread: {
    row: open(marking),
    input: (slug, fromMessageId) => ({ params: { slug }, body: { fromMessageId } }),
  },
  markAllRead: { row: open(person), input: toRooms },
  getSidebar: { row: person, input: () => ({}) },
  updateSidebar: { row: person, input: () => ({ body: { sections: [], rev: 0 } }) },
  muteAll: { row: person, input: () => ({ body: { muted: false } }) },
  markRead: {
    row: open(marking),
    input: (slug, lastReadMessageId) => ({ params: { slug }, body: { lastReadMessageId } }),
  },
  ...documentRules,
  ...fileRules,
  ...messageRules,
  ...scheduledRules,
  ...savedRules({ person, inside, reading }),
  ...notificationRules({ account, everybody }),
};
