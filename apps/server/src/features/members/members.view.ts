import { isLeading, type Member } from "@colbin/protocol";
import type { MemberReader, MemberRow } from "./members.queries.ts";

export function toMember(row: MemberRow, reader: MemberReader): Member {
  const { userId, role, status, department, fullName, username, avatarUrl, email } = row;
  const seesAll = isLeading(reader.role);
  // Whoever is only invited shares no organization with the reader yet (rules-identity 46).
  const seesPrivate = (seesAll && status !== "INVITED") || userId === reader.userId;
  return {
    userId,
    role,
    status,
    department,
    joinedAt: row.joinedAt.toISOString(),
    ...(seesPrivate && { lastActiveAt: row.lastActiveAt?.toISOString() ?? null }),
    ...(seesAll && { suspendedReason: row.suspendedReason }),
    user: {
      fullName,
      username,
      avatar_url: avatarUrl,
      ...(seesPrivate && { email }),
    },
  };
}
