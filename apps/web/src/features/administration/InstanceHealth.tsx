import type { ReplyOf } from "@colbin/protocol";
import { Chip } from "#web/design/form/Chip.tsx";
import { Note } from "#web/design/page/Note.tsx";
import { sizeText } from "#web/features/files/file-words.ts";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { administrationTexts } from "./administration-texts.ts";
import { codeTexts, healthTexts, mailTexts } from "./health-texts.ts";
import { InstanceColumn } from "./InstanceColumn.tsx";

type Instance = ReplyOf<"getInstance">;

/** `/settings/instance/health`: whether mails, pushes and jobs get done, and whether the audit holds. */
export function InstanceHealth() {
  return (
    <InstanceColumn label={t(administrationTexts.health)}>
      {({ mail, push, jobs, database, audit, version, startedAt }) => (
        <>
          {audit.broken > 0 && <Note>{t(healthTexts.alert, { n: audit.broken })}</Note>}
          <MailSection {...mail} />
          <SettingsSection title={t(healthTexts.work)}>
            <SettingRow title={t(healthTexts.pushes)}>
              <Workload {...push} />
            </SettingRow>
            <SettingRow title={t(healthTexts.jobs)} hint={t(healthTexts.jobsHint)}>
              <Workload {...jobs} />
            </SettingRow>
          </SettingsSection>
          <SettingsSection title={t(healthTexts.database)}>
            <SettingRow title={t(healthTexts.size)}>
              <span className="tabular-nums">{sizeText(database.bytes)}</span>
            </SettingRow>
          </SettingsSection>
          <AuditSection {...audit} />
          <SettingsSection title={t(healthTexts.version)}>
            <SettingRow title={t(healthTexts.running)}>
              <span className="tabular-nums">{version}</span>
            </SettingRow>
            <SettingRow title={t(healthTexts.started)}>
              <span>{formatDate(new Date(startedAt), "stamp")}</span>
            </SettingRow>
          </SettingsSection>
        </>
      )}
    </InstanceColumn>
  );
}

function MailSection({ codes, mails, ...work }: Instance["mail"]) {
  return (
    <SettingsSection title={t(healthTexts.mail)}>
      <SettingRow title={t(healthTexts.codes)}>{t(codeTexts[codes])}</SettingRow>
      <SettingRow title={t(healthTexts.mails)}>{t(mailTexts[mails])}</SettingRow>
      <SettingRow title={t(healthTexts.unsent)}>
        <Workload {...work} />
      </SettingRow>
    </SettingsSection>
  );
}

function Workload({ failed, waiting }: Instance["push"]) {
  if (failed === 0 && waiting === 0) return t(healthTexts.allDone);
  const text = t(healthTexts.counts, { failed: format(failed), waiting: format(waiting) });
  return <Chip tone={failed > 0 ? "danger" : "plain"}>{text}</Chip>;
}

function AuditSection({ chains, events, broken, checkedAt }: Instance["audit"]) {
  return (
    <SettingsSection title={t(healthTexts.audit)}>
      <SettingRow title={t(healthTexts.chains)} hint={t(healthTexts.chainsHint)}>
        <span className="tabular-nums">{format(chains)}</span>
      </SettingRow>
      <SettingRow title={t(healthTexts.events)}>
        <span className="tabular-nums">{format(events)}</span>
      </SettingRow>
      <SettingRow title={t(healthTexts.checked)}>
        <Verdict broken={broken} checkedAt={checkedAt} />
      </SettingRow>
    </SettingsSection>
  );
}

function Verdict({ broken, checkedAt }: Pick<Instance["audit"], "broken" | "checkedAt">) {
  if (checkedAt === null) return t(healthTexts.unchecked);
  const date = formatDate(new Date(checkedAt), "dayClock");
  if (broken > 0) return <Chip tone="danger">{t(healthTexts.broken, { n: broken, date })}</Chip>;
  return <Chip tone="success">{t(healthTexts.whole, { date })}</Chip>;
}

function format(count: number): string {
  return count.toLocaleString(displayLocale());
}
