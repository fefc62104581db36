import { Check, RefreshCw } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { CopyField } from "#web/design/form/CopyField.tsx";
import { Switch } from "#web/design/form/Switch.tsx";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { OpenOrganization } from "#web/lib/routing/open-organization.ts";
import { organizationSettingsTexts } from "./organization-settings-texts.ts";
import type { OrganizationRules } from "./use-organization-settings.ts";

interface DomainSectionProps {
  organization: OpenOrganization;
  rules: OrganizationRules;
}

/** Whether the domain is proved to be the organization's own, how to prove it, and what that opens (rules-identity 80, 81). */
export function DomainSection({ organization, rules }: DomainSectionProps) {
  const { domain, domainVerification: proof } = organization;
  if (!domain || !proof) return null;
  const { verifiedAt, record } = proof;
  return (
    <SettingsSection title={t(organizationSettingsTexts.verification)}>
      <SettingRow
        title={domain}
        hint={
          verifiedAt &&
          t(organizationSettingsTexts.verifiedOn, {
            date: formatDate(new Date(verifiedAt), "date"),
          })
        }
      >
        {verifiedAt ? (
          <Chip tone="success" icon={Check}>
            {t(organizationSettingsTexts.verified)}
          </Chip>
        ) : (
          <Chip tone="warning">{t(organizationSettingsTexts.notVerified)}</Chip>
        )}
      </SettingRow>
      {!verifiedAt && <Proof orgId={organization.id} domain={domain} record={record} />}
      <SettingLine>
        <Switch
          label={t(organizationSettingsTexts.joinByDomain)}
          hint={
            verifiedAt
              ? t(organizationSettingsTexts.joinByDomainHint, { domain })
              : t(organizationSettingsTexts.joinNeedsDomain)
          }
          isOn={rules.values?.joinByDomain ?? false}
          isBusy={rules.isBusy("joinByDomain")}
          isDisabled={!verifiedAt}
          onChange={(joinByDomain) => void rules.choose({ joinByDomain })}
        />
      </SettingLine>
    </SettingsSection>
  );
}

interface ProofProps {
  orgId: OpenOrganization["id"];
  domain: string;
  record: string;
}

function Proof({ orgId, domain, record }: ProofProps) {
  const { act, isPending, error } = useAct("verifyDomain", ["getOrganization"]);
  return (
    <SettingLine>
      <div className="grid gap-3">
        <CopyField
          label={t(organizationSettingsTexts.record, { domain })}
          value={record}
          hint={t(organizationSettingsTexts.recordHint)}
        />
        <div className="flex items-center justify-end gap-3">
          <span role="status" className="min-w-0 flex-1 text-ink-subtle">
            {error && !isPending && errorText(error)}
          </span>
          <Button
            isBusy={isPending}
            onClick={() => void act({ params: { orgId }, body: {} }).catch(() => undefined)}
          >
            <RefreshCw className="-ms-0.5 text-ink-subtle" aria-hidden="true" />
            {t(organizationSettingsTexts.check)}
          </Button>
        </div>
      </div>
    </SettingLine>
  );
}
