import type {
  AccountType,
  ApiKeyScope,
  RefreshDelivery,
  RoomId,
  Route,
  SessionId,
  UserId,
  UserRole,
  WorkspaceId,
  WorkspaceRole,
} from "@colbin/protocol";
import { AppError } from "./app-error.ts";

/**
 * Who acts, as it is now: session, account and workspace were checked for this request or frame (rules-identity 31).
 * It grants nothing by itself: what the person may do is decided at the doors of the features.
 */
export interface Actor {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly workspaceId: WorkspaceId;
  readonly accountType: AccountType;
  /** In the active workspace; null where the membership was lost, which only account calls let pass (rules-identity 78). */
  readonly workspaceRole: WorkspaceRole | null;
  /** On the instance; it opens no room (rules-identity 3). */
  readonly instanceRole: UserRole;
  /** The one room of a link guest's session; null for everybody else (rules-identity 24). */
  readonly boundRoomId: RoomId | null;
  readonly fullName: string;
  readonly avatarUrl: string | null;
  readonly refreshDelivery: RefreshDelivery;
  /** Of an API key, which reaches only what they open; absent for a session. `sessionId` is the id of the key then (rules-identity 82). */
  readonly scopes?: readonly ApiKeyScope[];
  /** Network address that the call came from; none on the live channel. */
  readonly address?: string | undefined;
  /** End of the access token or ticket that proved it. */
  readonly expiresAt: Date;
}

/** Turns what a caller shows (access token, or a socket ticket) into the actor; throws UNAUTHORIZED and its kin. */
export interface Authenticator {
  /** Checks signature, session, account and workspace; the last of them not for an account call. */
  byAccessToken(token: string, route?: Pick<Route, "isAccountCall">): Promise<Actor>;
  /** By the secret of an API key, which opens no socket; which calls it reaches is judged at the door. */
  byApiKey(secret: string): Promise<Actor>;
  /** By the cookie of a browser's session, which stays as it is; the same checks. */
  byCookie(cookie: (name: string) => string | undefined): Promise<Actor>;
  /** Uses up a single-use ticket (wire.md, Socket). */
  byTicket(ticket: string): Promise<Actor>;
  /** Who an actor is now, or why they may not go on; rejects when that cannot be told. */
  again(actor: Actor): Promise<Actor | AppError>;
}

/** Refused because they lost the workspace that their session works in; who it is stands for the records of the server alone. */
export class AccessLost extends AppError {
  readonly who: Pick<Actor, "userId" | "sessionId" | "workspaceId">;

  constructor(who: AccessLost["who"]) {
    super("WORKSPACE_ACCESS_LOST", { orgId: who.workspaceId });
    this.who = who;
  }
}
