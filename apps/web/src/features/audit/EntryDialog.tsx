import type { AuditEntry, AuditFacts } from "@colbin/protocol";
import { Button } from "#web/design/Button.tsx";
import { Dialog } from "#web/design/Dialog.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { t } from "#web/lib/i18n.ts";
import { kindText } from "./kind-text.ts";
import { auditTexts } from "./texts.ts";

interface EntryDialogProps {
  entry: AuditEntry;
  onClose: () => void;
}

/** All that the log tells of one event. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { at, actor, target, before, after, reason, address, action, details } = entry;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [t(auditTexts.time), formatDate(new Date(at), "stamp")],
    [t(auditTexts.who), actor?.fullName ?? t(auditTexts.nobody)],
    [t(auditTexts.target), target && (target.name ?? `${target.type} ${target.id}`)],
    [t(auditTexts.before), toText(before)],
    [t(auditTexts.after), toText(after)],
    [t(auditTexts.reason), reason],
    [t(auditTexts.address), address],
    [t(auditTexts.action), action],
    ...Object.entries(details).map(([name, value]) => [name, String(value)] as const),
  ];
  return (
    <Dialog
      title={kindText(entry)}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t(auditTexts.close)}</Button>}
    >
      <dl className="grid gap-1.5">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="flex justify-between gap-6">
                <dt className="flex-none text-ink-subtle">{name}</dt>
                <dd className="min-w-0 text-end wrap-anywhere">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </Dialog>
  );
}

function toText(facts: AuditFacts | null): string {
  const known = Object.entries(facts ?? {}).filter(([, value]) => value !== null);
  return known.map(([name, value]) => `${name}: ${String(value)}`).join(", ");
}
