import {
  AUDIT_CSV_ROWS_MAX,
  DELETED_FULL_NAME,
  type AuditEntry,
  type AuditFacts,
} from "@colbin/protocol";
import { stringify, type Stringifier } from "csv-stringify";
import type { AuditRow } from "./audit.queries.ts";

export function toAuditEntry(row: AuditRow): AuditEntry {
  const { id, kind, action, actorId, sessionId, address, targetType: type, targetId } = row;
  const { before, after, reason, details } = row;
  return {
    id,
    at: row.at.toISOString(),
    kind,
    action,
    actor: actorId && { userId: actorId, fullName: row.actorName ?? DELETED_FULL_NAME },
    sessionId,
    address,
    target: type && targetId ? { type, id: targetId, name: toTargetName(row) } : null,
    room: toRoom(row),
    before,
    after,
    reason,
    details,
  };
}

function toRoom({ roomId: id, roomName: name, roomSlug }: AuditRow): AuditEntry["room"] {
  return id === null ? null : { id, name, sessionRoomSlug: roomSlug };
}

function toTargetName({ targetType, targetName, roomName }: AuditRow): string | null {
  if (targetType === "room") return roomName;
  return targetType === "user" ? (targetName ?? DELETED_FULL_NAME) : null;
}

const columns: readonly (readonly [string, (entry: AuditEntry) => string | null | undefined])[] = [
  ["Time", ({ at }) => at],
  ["Event", ({ kind }) => kind],
  ["Action", ({ action }) => action],
  ["Actor", ({ actor }) => actor?.fullName],
  ["Actor id", ({ actor }) => actor?.userId],
  ["Target", ({ target }) => target?.name],
  ["Target type", ({ target }) => target?.type],
  ["Target id", ({ target }) => target?.id],
  ["Room", ({ room }) => room?.name],
  ["Before", ({ before }) => toText(before)],
  ["After", ({ after }) => toText(after)],
  ["Reason", ({ reason }) => reason],
  ["Address", ({ address }) => address],
  ["Session", ({ sessionId }) => sessionId],
  ["Details", ({ details }) => toText(details)],
];

export function toCsvRow(row: AuditRow): string[] {
  const entry = toAuditEntry(row);
  return columns.map(([, read]) => read(entry) ?? "");
}

/** The last line of a table that does not hold everything. */
export function toCsvCut(): string[] {
  const text = `Only the newest ${AUDIT_CSV_ROWS_MAX} events. Export a shorter time to see older ones.`;
  return columns.map((_, place) => (place === 0 ? text : ""));
}

/** Takes rows and gives a table that every spreadsheet opens and none calculates with (rules-identity 85). */
export function createCsv(): Stringifier {
  return stringify({
    bom: true,
    header: true,
    columns: columns.map(([header], place) => ({ key: String(place), header })),
    quoted: true,
    record_delimiter: "windows",
    escape_formulas: true,
  });
}

function toText(facts: AuditFacts | null): string {
  return facts && Object.keys(facts).length > 0 ? JSON.stringify(facts) : "";
}
