import type { ReplyOf, WorkspaceId } from "@colbin/protocol";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { CountRow } from "#web/features/billing/CountRow.tsx";
import { PlanPanel } from "#web/features/billing/PlanPanel.tsx";
import { UsageRows } from "#web/features/billing/UsageRows.tsx";
import { SettingsColumn } from "#web/features/settings/SettingsColumn.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { statusTexts } from "#web/features/workspaces/member-status-texts.ts";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useOpenOrganization } from "#web/lib/routing/open-organization.ts";
import { JoinedByMonth } from "./JoinedByMonth.tsx";
import { Meter } from "./Meter.tsx";
import { usageTexts } from "./usage-texts.ts";

/** `/settings/organizations/{orgId}/usage`: what the organization takes of its server (rules-identity 58). */
export function UsagePage() {
  const { id: orgId } = useOpenOrganization();
  const usage = useUsage(orgId);
  return (
    <SettingsColumn>
      {usage.failure ? (
        <ErrorState {...usage.failure} />
      ) : usage.data ? (
        <Usage {...usage.data} />
      ) : (
        <TableBones label={t(usageTexts.title)} />
      )}
    </SettingsColumn>
  );
}

function useUsage(orgId: WorkspaceId) {
  const usage = useCall("getUsage", { params: { orgId } });
  const members = useCall("getMemberStatistics", { params: { orgId } });
  const error = usage.error ?? members.error;
  const failure = error && {
    title: t(usageTexts.failed),
    text: errorText(error),
    onRetry: () => void Promise.all([usage.refetch(), members.refetch()]),
  };
  const data = usage.data && members.data && { usage: usage.data, members: members.data };
  return { data, failure };
}

interface UsageProps {
  usage: ReplyOf<"getUsage">;
  members: ReplyOf<"getMemberStatistics">;
}

function Usage({ usage, members }: UsageProps) {
  const { byRole, byStatus, active, total, joined } = members;
  return (
    <>
      <PlanPanel title={usage.plan} text={t(usageTexts.planHint)} />
      <SettingsSection title={t(usageTexts.use)}>
        <UsageRows {...usage} />
      </SettingsSection>
      <SettingsSection title={t(usageTexts.people)}>
        <Meter
          title={t(usageTexts.byStatus)}
          count={total}
          parts={toParts(["ACTIVE", "INVITED", "SUSPENDED"], statusTexts, byStatus)}
        />
        <Meter
          title={t(usageTexts.byRole)}
          count={total}
          parts={toParts(["OWNER", "ADMIN", "MEMBER", "GUEST"], roleTexts, byRole)}
        />
        <CountRow title={t(usageTexts.in7Days)} count={active.in7Days} />
        <CountRow title={t(usageTexts.in30Days)} count={active.in30Days} />
      </SettingsSection>
      <SettingsSection title={t(usageTexts.joined)}>
        <JoinedByMonth months={joined} />
      </SettingsSection>
    </>
  );
}

function toParts<V extends string>(
  names: readonly V[],
  texts: Readonly<Record<V, Text>>,
  counts: Readonly<Record<V, number>>,
) {
  return names.map((name) => ({ label: t(texts[name]), count: counts[name] }));
}
