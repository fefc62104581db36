import type { AuditEntry } from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { factName, factValue } from "./entry-texts.ts";
import { auditTexts } from "./texts.ts";

const cell = "w-1/3 px-3 py-1.5 text-start align-baseline wrap-anywhere";

/** Each fact that an event changed, with its value before and after. */
export function EntryChanges({ before, after }: Pick<AuditEntry, "before" | "after">) {
  const names = Object.keys({ ...before, ...after });
  if (names.length === 0) return null;
  return (
    <table className="w-full table-fixed rounded-md inset-ring inset-ring-line">
      <thead className="text-xs text-ink-subtle">
        <tr>
          <th scope="col" className={cell}>
            {t(auditTexts.changed)}
          </th>
          <th scope="col" className={cell}>
            {t(auditTexts.before)}
          </th>
          <th scope="col" className={cell}>
            {t(auditTexts.after)}
          </th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className={`${cell} font-regular text-ink-subtle`}>
              {factName(name)}
            </th>
            <td className={`${cell} text-ink-muted`}>
              <bdi>{factValue(name, before?.[name])}</bdi>
            </td>
            <td className={`${cell} font-medium`}>
              <bdi>{factValue(name, after?.[name])}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
