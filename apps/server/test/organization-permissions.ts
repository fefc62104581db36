import type {
  CallOf,
  EndpointName,
  MemberStatus,
  Routes,
  UserId,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";

/*
 * The permission matrix of organizations as data (rules-identity, section 8): every operation that names one, for every role and
 * status in it. Total over the registry: an operation without its row does not compile. `ok`, or the code of the refusal.
 */

/** What somebody is in the organization; `null` is the OWNER of another one, whose session works there. */
export const kinds = {
  OWN: ["OWNER", "ACTIVE"],
  ADM: ["ADMIN", "ACTIVE"],
  MEM: ["MEMBER", "ACTIVE"],
  GST: ["GUEST", "ACTIVE"],
  SUS: ["ADMIN", "SUSPENDED"],
  INV: ["MEMBER", "INVITED"],
  OUT: null,
} as const satisfies Readonly<Record<string, readonly [WorkspaceRole, MemberStatus] | null>>;
export type Kind = keyof typeof kinds;

/** Operations that name an organization in their path. */
export type OrganizationCall = {
  [N in EndpointName]: Routes[N]["path"] extends `${string}/:orgId${string}` ? N : never;
}[EndpointName];

/** Things of the organization that a call may name. */
export interface Things {
  readonly orgId: WorkspaceId;
  /** A MEMBER. */
  readonly userId: UserId;
  /** One that the OWNER has made. */
  readonly invitationId: string;
  readonly emojiId: string;
}

interface Rule<N extends OrganizationCall> {
  readonly verdicts: Readonly<Record<Kind, string>>;
  /** The OWNER of another organization names theirs, with the other ids of this one. */
  readonly swapped?: string;
  readonly input: (things: Things) => CallOf<N>;
}

const absent = "ORGANIZATION_NOT_FOUND";
const outside = { SUS: absent, INV: absent, OUT: absent };
const led = { OWN: "ok", ADM: "ok", MEM: "FORBIDDEN", GST: "FORBIDDEN", ...outside };
const everybody = { OWN: "ok", ADM: "ok", MEM: "ok", GST: "ok", ...outside };
/** By its OWNER alone, and only with an elevation, which everybody here has. */
const owned = { ...led, ADM: "FORBIDDEN" };
const noMember = "MEMBER_NOT_FOUND";
const noEmoji = "EMOJI_NOT_FOUND";
const noInvitation = "INVITATION_NOT_FOUND";

export const organizationRules: { readonly [N in OrganizationCall]: Rule<N> } = {
  getOrganization: {
    verdicts: { ...everybody, SUS: "ok" },
    input: ({ orgId }) => ({ params: { orgId } }),
  },
  updateOrganization: { verdicts: led, input: ({ orgId }) => ({ params: { orgId }, body: {} }) },
  setOrganizationAvatar: { verdicts: led, input: ({ orgId }) => ({ params: { orgId } }) },
  deleteOrganizationAvatar: { verdicts: led, input: ({ orgId }) => ({ params: { orgId } }) },
  getSettings: { verdicts: everybody, input: ({ orgId }) => ({ params: { orgId } }) },
  updateSettings: { verdicts: led, input: ({ orgId }) => ({ params: { orgId }, body: {} }) },
  listEmoji: { verdicts: everybody, input: ({ orgId }) => ({ params: { orgId } }) },
  addEmoji: {
    verdicts: led,
    input: ({ orgId }) => ({ params: { orgId }, query: { name: "another" } }),
  },
  deleteEmoji: {
    verdicts: led,
    swapped: noEmoji,
    input: ({ orgId, emojiId }) => ({ params: { orgId, emojiId } }),
  },
  getMemberStatistics: { verdicts: led, input: ({ orgId }) => ({ params: { orgId } }) },
  getUsage: { verdicts: led, input: ({ orgId }) => ({ params: { orgId } }) },
  switchOrganization: {
    verdicts: { ...everybody, SUS: "MEMBER_SUSPENDED" },
    input: ({ orgId }) => ({ params: { orgId } }),
  },
  listMembers: { verdicts: everybody, input: ({ orgId }) => ({ params: { orgId }, query: {} }) },
  listRoomsOf: { verdicts: everybody, input: ({ orgId }) => ({ params: { orgId }, query: {} }) },
  listUsersOf: { verdicts: everybody, input: ({ orgId }) => ({ params: { orgId }, query: {} }) },
  verifyDomain: {
    verdicts: { ...led, OWN: "DOMAIN_INVALID", ADM: "DOMAIN_INVALID" },
    input: ({ orgId }) => ({ params: { orgId }, body: {} }),
  },
  joinOrganization: {
    verdicts: { ...everybody, SUS: "MEMBER_SUSPENDED" },
    input: ({ orgId }) => ({ params: { orgId } }),
  },
  getMember: {
    verdicts: { ...everybody, GST: noMember },
    swapped: noMember,
    input: ({ orgId, userId }) => ({ params: { orgId, userId } }),
  },
  updateMember: {
    verdicts: led,
    swapped: noMember,
    input: ({ orgId, userId }) => ({ params: { orgId, userId }, body: { department: "Maps" } }),
  },
  suspendMember: {
    verdicts: led,
    swapped: noMember,
    input: ({ orgId, userId }) => ({ params: { orgId, userId }, body: { reason: "why" } }),
  },
  reactivateMember: {
    verdicts: { ...led, OWN: "MEMBER_STATUS_CONFLICT", ADM: "MEMBER_STATUS_CONFLICT" },
    swapped: noMember,
    input: ({ orgId, userId }) => ({ params: { orgId, userId } }),
  },
  removeMember: {
    verdicts: led,
    swapped: noMember,
    input: ({ orgId, userId }) => ({ params: { orgId, userId }, body: {} }),
  },
  transferOwnership: {
    verdicts: owned,
    swapped: noMember,
    input: ({ orgId, userId }) => ({ params: { orgId, userId } }),
  },
  deleteOrganization: { verdicts: owned, input: ({ orgId }) => ({ params: { orgId } }) },
  /** By the OWNER of the instance, who is OWN as well; it is not deleted. */
  restoreOrganization: {
    verdicts: {
      OWN: absent,
      ADM: "FORBIDDEN",
      MEM: "FORBIDDEN",
      GST: "FORBIDDEN",
      SUS: "FORBIDDEN",
      INV: "FORBIDDEN",
      OUT: "FORBIDDEN",
    },
    input: ({ orgId }) => ({ params: { orgId } }),
  },
  listAudit: { verdicts: led, input: ({ orgId }) => ({ params: { orgId }, query: {} }) },
  exportAudit: { verdicts: led, input: ({ orgId }) => ({ params: { orgId }, query: {} }) },
  inviteMembers: {
    verdicts: led,
    input: ({ orgId }) => ({
      params: { orgId },
      body: { invitations: [{ email: "ann@example.org" }] },
    }),
  },
  generateInviteLink: { verdicts: led, input: ({ orgId }) => ({ params: { orgId }, body: {} }) },
  listInvitations: { verdicts: led, input: ({ orgId }) => ({ params: { orgId }, query: {} }) },
  resendInvitation: {
    verdicts: { ...led, OWN: "INVITATION_NOT_RESENDABLE", ADM: "FORBIDDEN" },
    swapped: noInvitation,
    input: ({ orgId, invitationId }) => ({ params: { orgId, invitationId } }),
  },
  cancelInvitation: {
    verdicts: owned,
    swapped: noInvitation,
    input: ({ orgId, invitationId }) => ({ params: { orgId, invitationId } }),
  },
};
