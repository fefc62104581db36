import type { WorkspaceId } from "@colbin/protocol";
import { Switch } from "#web/design/form/Switch.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { useOrganizations } from "#web/features/workspaces/use-organizations.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { settingTexts } from "./texts.ts";

/** Organizations of which the person wants to hear in the app alone; nothing for a person who is in none. */
export function WorkspacesSection({ muted }: { muted: readonly WorkspaceId[] }) {
  const { data } = useOrganizations();
  if (!data || data.results.length === 0) return null;
  return (
    <SettingsSection title={t(settingTexts.workspaces)}>
      {data.results.map(({ id, title }) => (
        <Line key={id} id={id} title={title} isMuted={muted.includes(id)} />
      ))}
    </SettingsSection>
  );
}

interface LineProps {
  id: WorkspaceId;
  title: string;
  isMuted: boolean;
}

function Line({ id, title, isMuted }: LineProps) {
  const { act, isPending } = useAct("updateNotificationPreferences", [
    "getNotificationPreferences",
  ]);
  return (
    <SettingLine>
      <Switch
        label={title}
        hint={t(isMuted ? settingTexts.workspaceOff : settingTexts.workspaceOn)}
        isOn={!isMuted}
        isBusy={isPending}
        onChange={(isOn) =>
          void tellFailure(
            settingTexts.changeFailed,
            act({ body: { workspaces: [{ workspaceId: id, isMuted: !isOn }] } }),
          )
        }
      />
    </SettingLine>
  );
}
