import type { UserProfile, UserSummary } from "@colbin/protocol";
import { runsServer, type Seeker } from "./directory.rules.ts";
import type { PersonRow } from "./directory.queries.ts";

/** With what only the person and those who look after them may know (rules-identity 46). */
export function toUserProfile(row: PersonRow, reader: Seeker): UserProfile {
  const { id, fullName, username, bio, company, location, avatarUrl, email, phone } = row;
  const isTheirs = id === reader.userId || runsServer(reader);
  return {
    id,
    sessionUserId: id,
    fullName,
    username,
    bio,
    company,
    location,
    avatar_url: avatarUrl,
    ...((isTheirs || row.isLed) && { email, phone }),
    ...(isTheirs && { role: row.role, isBlocked: row.isBlocked }),
  };
}

export function toUserSummary({
  id,
  fullName,
  username,
  avatarUrl,
}: Pick<PersonRow, "id" | "fullName" | "username" | "avatarUrl">): UserSummary {
  return { id, fullName, username, avatar_url: avatarUrl };
}
