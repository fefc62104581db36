import {
  levelsGiven,
  type Document,
  type ParticipantAccessLevel,
  type ReplyOf,
} from "@colbin/protocol";
import { detailLevels } from "#web/features/rooms/details-texts.ts";
import { t } from "#web/lib/language/i18n.ts";

export type Access = ReplyOf<"getDocumentAccess">;
export type AccessEntry = Access["entries"][number];

/** The highest first. */
const levels = levelsGiven.OWNER;

/** Levels that somebody with this one gives and takes: none above it (rules-collab 24). Only a person is an owner. */
export function levelsUpTo(
  own: ParticipantAccessLevel,
  principal: AccessEntry["principal"],
): readonly ParticipantAccessLevel[] {
  return levels
    .slice(levels.indexOf(own))
    .filter((each) => principal === "user" || each !== "OWNER");
}

/** A document that nobody but its owners could share again always keeps one. */
export function isLastOwner(
  { sessionRoomSlug }: Pick<Document, "sessionRoomSlug">,
  { isRestricted, entries }: Access,
  { principal, level }: AccessEntry,
): boolean {
  const owners = entries.filter((each) => each.principal === "user" && each.level === "OWNER");
  const isAlone = sessionRoomSlug === null || isRestricted;
  return isAlone && principal === "user" && level === "OWNER" && owners.length === 1;
}

/** Options of a `Select`. */
export function levelOptions(values: readonly ParticipantAccessLevel[]) {
  return values.map((value) => ({ value, label: t(detailLevels[value]) }));
}
