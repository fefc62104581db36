import type { AuditEntry, WorkspaceId } from "@colbin/protocol";
import { Button } from "#web/design/button/Button.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { EntryChanges } from "./EntryChanges.tsx";
import { factName, factValue, kindText, targetText } from "./entry-texts.ts";
import { auditTexts, targetTexts } from "./texts.ts";
import type { AuditFilter } from "./use-audit-list.ts";

interface EntryDialogProps {
  orgId: WorkspaceId;
  entry: AuditEntry;
  onNarrow: (filter: Partial<AuditFilter>) => void;
  onClose: () => void;
}

/** All that the log tells of one event, and the way to others of the same. */
export function EntryDialog({ orgId, entry, onNarrow, onClose }: EntryDialogProps) {
  return (
    <Dialog
      title={kindText(entry)}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t(auditTexts.close)}</Button>}
    >
      <EntryChanges before={entry.before} after={entry.after} />
      <dl className="grid gap-1.5">
        {listFacts(entry, orgId).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-6">
            <dt className="flex-none text-ink-subtle">{name}</dt>
            <dd className="min-w-0 text-end wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <Room entry={entry} orgId={orgId} />
      </dl>
      <Others
        entry={entry}
        onNarrow={(filter) => {
          onNarrow(filter);
          onClose();
        }}
      />
    </Dialog>
  );
}

/** Names with their values; that it is this organization need not be said. */
function listFacts(entry: AuditEntry, orgId: WorkspaceId): readonly (readonly [string, string])[] {
  const { at, actor, reason, address, action, details } = entry;
  const known: readonly (readonly [string, string | null | undefined])[] = [
    [t(auditTexts.who), actor?.fullName ?? t(auditTexts.nobody)],
    [t(auditTexts.target), entry.target?.type === "room" ? null : targetText(entry)],
    [t(auditTexts.reason), reason],
    [t(auditTexts.time), formatDate(new Date(at), "stamp")],
    [t(auditTexts.address), address],
    [t(auditTexts.action), action],
  ];
  const others = Object.entries(details)
    .filter(([name, value]) => value !== orgId && !(name === "roomId" && entry.room))
    .map(([name, value]) => [factName(name), factValue(name, value)] as const);
  return [...known.flatMap(([name, value]) => (value ? [[name, value] as const] : [])), ...others];
}

/** Where it happened, with the way there as long as there is one. */
function Room({ entry: { room }, orgId }: Pick<EntryDialogProps, "entry" | "orgId">) {
  if (!room) return null;
  const name = <bdi>{room.name ?? t(targetTexts.room)}</bdi>;
  return (
    <div className="flex justify-between gap-6">
      <dt className="flex-none text-ink-subtle">{t(auditTexts.room)}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">
        {room.sessionRoomSlug === null ? (
          name
        ) : (
          <Link to={`${roomPath(room.sessionRoomSlug)}?org=${orgId}`} className="text-link">
            {name}
          </Link>
        )}
      </dd>
    </div>
  );
}

interface OthersProps {
  entry: AuditEntry;
  onNarrow: (filter: Partial<AuditFilter>) => void;
}

function Others({ entry, onNarrow }: OthersProps) {
  const { actor, target } = entry;
  if (!actor && !target) return null;
  return (
    <div className="grid justify-items-start gap-1">
      {actor && (
        <TextButton
          className="text-start wrap-anywhere"
          onClick={() => onNarrow({ actor: { id: actor.userId, name: actor.fullName } })}
        >
          {t(auditTexts.onlyActor, { name: actor.fullName })}
        </TextButton>
      )}
      {target && (
        <TextButton
          className="text-start wrap-anywhere"
          onClick={() => onNarrow({ target: { id: target.id, name: targetText(entry) ?? "" } })}
        >
          {t(auditTexts.onlyTarget, { name: targetText(entry) ?? "" })}
        </TextButton>
      )}
    </div>
  );
}
