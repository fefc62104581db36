import type { DocumentStatus, ParticipantAccessLevel } from "@colbin/protocol";

const ranks: Readonly<Record<ParticipantAccessLevel, number>> = {
  READ: 1,
  COMMENT: 2,
  WRITE: 3,
  ADMIN: 4,
  OWNER: 5,
};

/** Does the level reach what is needed (rules-collab 24)? */
export function reaches(level: ParticipantAccessLevel, needs: ParticipantAccessLevel): boolean {
  return ranks[level] >= ranks[needs];
}

/** Levels that somebody may give and take: nobody one above their own. */
export function mayGive(own: ParticipantAccessLevel, other: ParticipantAccessLevel): boolean {
  return reaches(own, "ADMIN") && reaches(own, other);
}

/** Text that goes into a document as it was typed: line ends \n, no other control characters. */
export function toPlainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029/g, "\n")
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, "");
}

/** The text of an archived, deleted or locked document stays as it is. */
export function isFrozen({
  status,
  lockedAt,
}: {
  readonly status: DocumentStatus;
  readonly lockedAt: Date | null;
}): boolean {
  return status !== "ACTIVE" || lockedAt !== null;
}
