import type { ReplyOf, WorkspaceId } from "@colbin/protocol";
import { ShieldCheck } from "lucide-react";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { StorageRow } from "#web/features/billing/StorageRow.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsColumn } from "#web/features/settings/SettingsColumn.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { statusTexts } from "#web/features/workspaces/member-status-texts.ts";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
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
      <SettingsSection title={t(usageTexts.plan)}>
        <div className="flex items-center gap-3.5 px-4.5 py-4 max-pair:px-3.5">
          <span
            aria-hidden="true"
            data-mark=""
            className="grid size-10 flex-none place-items-center rounded-md bg-accent-soft text-accent-ink"
          >
            <ShieldCheck />
          </span>
          <div className="min-w-0">
            <p className="text-body font-strong">{usage.plan}</p>
            <p className="text-ink-muted">{t(usageTexts.planHint)}</p>
          </div>
        </div>
      </SettingsSection>
      <SettingsSection title={t(usageTexts.use)}>
        <Count title={t(usageTexts.members)} count={usage.members} />
        <Count title={t(usageTexts.guests)} count={usage.guests} />
        <Count
          title={t(usageTexts.messages)}
          hint={t(usageTexts.messagesHint)}
          count={usage.messages}
        />
        <StorageRow {...usage.storage} />
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
        <Count title={t(usageTexts.in7Days)} count={active.in7Days} />
        <Count title={t(usageTexts.in30Days)} count={active.in30Days} />
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

function Count({ title, hint, count }: { title: string; hint?: string; count: number }) {
  return (
    <SettingRow title={title} {...(hint !== undefined && { hint })}>
      <span className="tabular-nums">{count.toLocaleString(displayLocale())}</span>
    </SettingRow>
  );
}
