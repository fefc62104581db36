import {
  preferencesOf,
  type AccountType,
  type CurrentUser,
  type SessionId,
  type UserSummary,
} from "@colbin/protocol";
import { toVisibleStatus } from "#server/features/presence/presence.service.ts";
import type { UserRow } from "./users.queries.ts";

/** The session that looks: it alone decides what depends on the active workspace. */
export interface Viewer {
  readonly sessionId: SessionId;
  readonly accountType: AccountType;
}

/** Stored preferences are what the person chose; everything else has its default, also what is added later. */
export function toCurrentUser(user: UserRow, viewer: Viewer, now: Date): CurrentUser {
  return {
    id: user.id,
    sessionUserId: user.id,
    fullName: user.fullName,
    username: user.username,
    email: user.email,
    phone: user.phone,
    bio: user.bio,
    company: user.company,
    location: user.location,
    avatar_url: user.avatarUrl,
    customStatus: toVisibleStatus(user.customStatus, now),
    login: user.login,
    role: user.role,
    accountType: viewer.accountType,
    isEmailVerified: user.isEmailVerified,
    isPhoneNumberVerified: user.isPhoneNumberVerified,
    isBlocked: user.isBlocked,
    preferences: preferencesOf(user.preferences),
    sessionId: viewer.sessionId,
  };
}

type SummaryRow = Pick<UserRow, "id" | "fullName" | "username" | "avatarUrl">;

/** What anybody may know who sees the person at all. */
export function toUserSummary({ id, fullName, username, avatarUrl }: SummaryRow): UserSummary {
  return { id, fullName, username, avatar_url: avatarUrl };
}
