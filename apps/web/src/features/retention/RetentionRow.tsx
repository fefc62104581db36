import { strictestRetention } from "@colbin/protocol";
import { useState } from "react";
import { Select } from "#web/design/form/Select.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { retentionTexts } from "./retention-texts.ts";

const offeredDays = [1, 7, 30, 90, 180, 365, 730];
const FOREVER = "";

const messageWords = {
  title: retentionTexts.title,
  hint: retentionTexts.hint,
  ask: retentionTexts.ask,
  askText: retentionTexts.askText,
  verb: retentionTexts.verb,
};
const fileWords = {
  title: retentionTexts.filesTitle,
  hint: retentionTexts.filesHint,
  ask: retentionTexts.askFiles,
  askText: retentionTexts.askFilesText,
  verb: retentionTexts.verbFiles,
};

interface RetentionRowProps {
  /** The row is one of files; else of messages. */
  isOfFiles?: boolean;
  /** Null: they are kept. */
  days: number | null;
  /** In a room of an organization that has chosen a time for all: a longer one changes nothing. */
  atMost?: number | null;
  isBusy: boolean;
  /** Rejects where it was refused. */
  onChoose: (days: number | null) => Promise<unknown>;
}

/** For how long messages, or files, are kept; a shorter time asks first, since it deletes. */
export function RetentionRow(props: RetentionRowProps) {
  const { days, atMost = null, isBusy, isOfFiles = false, onChoose } = props;
  const its = isOfFiles ? fileWords : messageWords;
  const [asked, setAsked] = useState<number>();
  const offered = new Set([...offeredDays, ...(days === null ? [] : [days])]);
  const lastsFor = (chosen: number | null): number =>
    strictestRetention(atMost, chosen) ?? Number.POSITIVE_INFINITY;
  const choose = (next: number | null) => {
    if (next !== null && lastsFor(next) < lastsFor(days)) setAsked(next);
    else void tellFailure(retentionTexts.failed, onChoose(next));
  };
  return (
    <>
      <SettingRow
        title={t(its.title)}
        hint={
          atMost === null ? t(its.hint) : t(retentionTexts.strictest, { days: daysText(atMost) })
        }
      >
        {(words) => (
          <Select
            {...words}
            className="max-pair:w-full pair:w-47"
            aria-busy={isBusy}
            options={[
              { value: FOREVER, label: t(retentionTexts.forever) },
              ...[...offered]
                .toSorted((one, other) => one - other)
                .map((each) => ({ value: String(each), label: daysText(each) })),
            ]}
            value={days === null ? FOREVER : String(days)}
            onChange={(value) => choose(value === FOREVER ? null : Number(value))}
          />
        )}
      </SettingRow>
      {asked !== undefined && (
        <FormDialog
          title={t(its.ask, { days: daysText(asked) })}
          text={t(its.askText)}
          verb={t(its.verb, { days: daysText(asked) })}
          failure={t(retentionTexts.failed)}
          isDanger
          onConfirm={() => onChoose(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

function daysText(n: number): string {
  return t(retentionTexts.days, { n });
}
