import type { UserProfile } from "@colbin/protocol";
import { runsServer, type Seeker } from "./people.rules.ts";
import type { PersonRow } from "./people.queries.ts";

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
    ...(row.role === "GUEST" && { isGuest: true as const }),
    ...((isTheirs || row.isLed) && { email, phone }),
    ...(isTheirs && { role: row.role, isBlocked: row.isBlocked }),
  };
}
