import type {
  AccountType,
  RefreshDelivery,
  SessionId,
  UserId,
  UserRole,
  WorkspaceId,
} from "@colbin/protocol";

/**
 * Who acts, as it is now: session, account and workspace were checked for this request or frame (rules-identity 31).
 * It grants nothing by itself: what the person may do is decided at the doors of the features.
 */
export interface Actor {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly workspaceId: WorkspaceId;
  readonly accountType: AccountType;
  readonly role: UserRole;
  readonly fullName: string;
  readonly avatarUrl: string | null;
  readonly refreshDelivery: RefreshDelivery;
  /** End of the access token or ticket that proved it. */
  readonly expiresAt: Date;
}

/** Turns what a caller shows (access token, or a socket ticket) into the actor; throws UNAUTHORIZED and its kin. */
export interface Authenticator {
  /** Checks signature, session, account and workspace. */
  byAccessToken(token: string): Promise<Actor>;
  /** Uses up a single-use ticket (wire.md, Socket). */
  byTicket(ticket: string): Promise<Actor>;
}
