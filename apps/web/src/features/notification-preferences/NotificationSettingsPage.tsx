import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { PushSection } from "#web/features/push/PushSection.tsx";
import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ChannelSection } from "./ChannelSection.tsx";
import { NowLine } from "./NowLine.tsx";
import { PauseSection } from "./PauseSection.tsx";
import { QuietHoursSection } from "./QuietHoursSection.tsx";
import { RoomsSection } from "./RoomsSection.tsx";
import { SoundSection } from "./SoundSection.tsx";
import { settingTexts } from "./texts.ts";
import { useQuietHours } from "#web/features/quiet-hours/use-quiet-hours.ts";
import { WaysSection } from "./WaysSection.tsx";
import { WorkspacesSection } from "./WorkspacesSection.tsx";

/** `/settings/notifications` */
export function NotificationSettingsPage() {
  const preferences = useCall("getNotificationPreferences", {});
  useNews("getNotificationPreferences", "notification-settings");
  useNews("getNotificationPreferences", "mutes");
  const quiet = useQuietHours();
  const error = preferences.error ?? quiet.error;
  const retry = (): void => {
    void preferences.refetch();
    void quiet.refetch();
  };
  return (
    <SettingsPage title={t(settingTexts.title)} lead={t(settingTexts.lead)}>
      {preferences.data && quiet.data ? (
        <>
          <NowLine quiet={quiet.data} />
          <PauseSection quiet={quiet.data} />
          <WaysSection />
          <PushSection />
          <ChannelSection channels={preferences.data.channels} />
          <QuietHoursSection quiet={quiet.data} />
          <SoundSection />
          <RoomsSection all={preferences.data.all} rooms={preferences.data.rooms} />
          <WorkspacesSection muted={preferences.data.mutedWorkspaces} />
        </>
      ) : error ? (
        <ErrorState title={t(settingTexts.loadFailed)} text={errorText(error)} onRetry={retry} />
      ) : (
        <TableBones label={t(settingTexts.loading)} />
      )}
    </SettingsPage>
  );
}
