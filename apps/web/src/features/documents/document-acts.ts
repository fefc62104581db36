import { hasPermission, isLeadingLevel, type Document, type UserId } from "@colbin/protocol";

export type DocumentAct =
  | "rename"
  | "inside"
  | "move"
  | "share"
  | "duplicate"
  | "duplicateTree"
  | "template"
  | "untemplate"
  | "lock"
  | "unlock"
  | "archive"
  | "unarchive"
  | "trash"
  | "restore"
  | "remove";

type Judged = Pick<
  Document,
  "status" | "level" | "isRestricted" | "isLocked" | "isTemplate" | "createdBy" | "sessionRoomSlug"
>;

/** The acts of a person on a document, in the order of its menu (rules-collab 24). The server judges them again. */
export function actsOn(document: Judged, ownId: UserId | undefined): readonly DocumentAct[] {
  const { status, level, isRestricted, isLocked, isTemplate, createdBy, sessionRoomSlug } =
    document;
  const leads = isLeadingLevel(level);
  const isRemover = level === "OWNER" || (leads && sessionRoomSlug !== null);
  if (status === "DELETED") return pick([leads, "restore"], [isRemover, "remove"]);
  const isActive = status === "ACTIVE";
  const writes = hasPermission(level, "WRITE");
  return pick(
    [mayWriteIn(document), "rename"],
    [writes && isActive, "inside"],
    [writes && isActive, "move"],
    [leads, "share"],
    [true, "duplicate"],
    [true, "duplicateTree"],
    [leads && isActive, isTemplate ? "untemplate" : "template"],
    [leads && isActive, isLocked ? "unlock" : "lock"],
    [leads, isActive ? "archive" : "unarchive"],
    [leads || (writes && createdBy.id === ownId && !isRestricted), "trash"],
  );
}

/** May somebody with this level change the text and the title? */
export function mayWriteIn({ status, level, isLocked }: Judged): boolean {
  return hasPermission(level, "WRITE") && status === "ACTIVE" && !isLocked;
}

function pick(...acts: readonly (readonly [boolean, DocumentAct])[]): readonly DocumentAct[] {
  return acts.flatMap(([isAllowed, act]) => (isAllowed ? [act] : []));
}
