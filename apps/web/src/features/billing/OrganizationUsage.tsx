import { isLeading, type WorkspaceId } from "@colbin/protocol";
import { Link } from "#web/design/button/Link.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { settingLine } from "#web/features/settings/setting-line.ts";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { organizationPath } from "#web/lib/routing/paths.ts";
import { billingTexts } from "./billing-texts.ts";
import { UsageRows } from "./UsageRows.tsx";

interface OrganizationUsageProps {
  orgId: WorkspaceId;
  organization: string;
}

/** The use that the open organization makes of its server, for those who lead it. */
export function OrganizationUsage({ orgId, organization }: OrganizationUsageProps) {
  const { usage, isClosed, error, retry } = useUsage(orgId);
  const title = t(billingTexts.organization, { organization });
  if (isClosed)
    return (
      <SettingsSection title={title}>
        <p className={`${settingLine} grid items-center text-ink-muted`}>
          {t(billingTexts.notYours)}
        </p>
      </SettingsSection>
    );
  if (error)
    return (
      <ErrorState
        title={t(billingTexts.organizationFailed)}
        text={errorText(error)}
        onRetry={retry}
      />
    );
  if (!usage) return <TableBones label={title} />;
  return (
    <SettingsSection
      title={title}
      tools={
        <Link
          to={organizationPath(orgId, "usage")}
          className="flex min-h-6 items-center font-medium text-accent-ink hover:underline coarse:min-h-touch"
        >
          {t(billingTexts.more)}
        </Link>
      }
    >
      <UsageRows {...usage} />
    </SettingsSection>
  );
}

/** Asks for it only where the person may read it; the role may have changed a moment ago, so a refusal says the same. */
function useUsage(orgId: WorkspaceId) {
  const params = { orgId };
  const organization = useCall("getOrganization", { params });
  const role = organization.data?.role;
  const isLed = role !== undefined && isLeading(role);
  const usage = useCall("getUsage", { params }, { isOff: !isLed });
  const isRefused = usage.error?.status === 403;
  return {
    usage: usage.data,
    isClosed: isRefused || (organization.data !== undefined && !isLed),
    error: usage.data ? null : (organization.error ?? usage.error),
    retry: () => void Promise.all([organization.refetch(), isLed && usage.refetch()]),
  };
}
