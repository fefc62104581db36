import type { ReplyOf } from "@colbin/protocol";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { fileTexts, skipTexts } from "./file-texts.ts";

/** The outcome of an import: how many documents, and what was left out for which reason. */
export function ImportReport({ report }: { report: ReplyOf<"importDocuments"> }) {
  const { created, skipped, notes } = report;
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium">
        {t(fileTexts.created, { count: created.length })}
      </p>
      {notes.length > 0 && <p>{t(fileTexts.changed, { count: notes.length })}</p>}
      {skipped.length > 0 && (
        <>
          <p>{t(fileTexts.skipped, { count: skipped.length })}</p>
          <ScrollRegion className="max-h-60 rounded-md border border-line">
            <ul className="divide-y divide-line">
              {skipped.map(({ name, reason }, at) => (
                <li key={at} className="px-3 py-1.5">
                  <bdi className="block wrap-anywhere">{name}</bdi>
                  <span className="text-xs text-ink-subtle">{t(skipTexts[reason])}</span>
                </li>
              ))}
            </ul>
          </ScrollRegion>
        </>
      )}
    </div>
  );
}
