import { runsInstance, type InstanceUser, type UserProfile } from "@colbin/protocol";
import type { Seeker } from "./people.rules.ts";
import type { PersonRow } from "./people.queries.ts";

/** With what only the person and those who look after them may know (rules-identity 46). */
export function toUserProfile(row: PersonRow, reader: Seeker): UserProfile {
  const { id, fullName, username, bio, company, location, avatarUrl, email, phone } = row;
  const isTheirs = id === reader.userId || runsInstance(reader.instanceRole);
  return {
    id,
    sessionUserId: id,
    fullName,
    username,
    bio,
    company,
    location,
    avatar_url: avatarUrl,
    ...(row.role === "GUEST" && { isGuest: true as const }),
    ...((isTheirs || row.isLed) && { email, phone }),
    ...(isTheirs && { role: row.role, isBlocked: row.isBlocked }),
  };
}

/** For those who run the server. */
export function toInstanceUser(row: PersonRow, activeAt: Date | undefined): InstanceUser {
  const { id, fullName, username, avatarUrl: avatar_url, email, phone, role, isBlocked } = row;
  const lastActiveAt = activeAt?.toISOString() ?? null;
  return { id, fullName, username, avatar_url, email, phone, role, isBlocked, lastActiveAt };
}
