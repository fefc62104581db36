import type { ChannelPreference, NotificationChannel } from "@colbin/protocol";
import { useState } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { usePreference } from "#web/features/settings/use-preference.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t } from "#web/lib/language/i18n.ts";
import { ChannelCell } from "./ChannelCell.tsx";
import { toColumns, toGroupRows, type GroupCell } from "./channel-groups.ts";
import { groupTexts } from "./group-texts.ts";
import { settingTexts, wayTexts } from "./texts.ts";

/** The table of ways: a row for each thing that happens, a column for each way. */
export function ChannelSection({ channels }: { channels: readonly ChannelPreference[] }) {
  const { act } = useAct("updateNotificationPreferences", ["getNotificationPreferences"]);
  const mails = usePreference("emailNotifications");
  /** Cells that are on their way, by their name. */
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map());

  async function choose(key: string, { choices }: GroupCell, isOn: boolean): Promise<void> {
    setPending((before) => new Map(before).set(key, isOn));
    const changes = choices
      .filter(({ isFixed }) => !isFixed)
      .map(({ type, channel }) => ({ type, channel, isOn }));
    await tellFailure(settingTexts.changeFailed, act({ body: { channels: changes } }));
    setPending((before) => {
      // Pressed again meanwhile, it waits for its own answer.
      if (before.get(key) !== isOn) return before;
      const rest = new Map(before);
      rest.delete(key);
      return rest;
    });
  }
  const chosen = channels.filter(({ isChosen }) => isChosen);
  const reset = () =>
    act({ body: { channels: chosen.map(({ type, channel }) => ({ type, channel, isOn: null })) } });
  const isOff = (channel: NotificationChannel): boolean =>
    channel === "EMAIL" && mails.value === false;
  return (
    <SettingsSection
      title={t(settingTexts.what)}
      tools={
        chosen.length > 0 && (
          <TextButton onClick={() => void tellFailure(settingTexts.changeFailed, reset())}>
            {t(settingTexts.reset)}
          </TextButton>
        )
      }
    >
      <table className="w-full border-collapse">
        <Head columns={toColumns(channels)} isOff={isOff} />
        <tbody className="divide-y divide-line border-t border-line">
          {toGroupRows(channels).map(({ id, cells }) => {
            const { title, note } = groupTexts[id];
            const what = t(title);
            return (
              <tr key={id}>
                <th scope="row" className="py-2 ps-4.5 text-start font-medium max-pair:ps-3.5">
                  {what}
                  {note && (
                    <span className="block text-xs font-regular text-ink-subtle">{t(note)}</span>
                  )}
                </th>
                {cells.map((cell) => {
                  const key = `${id} ${cell.channel}`;
                  return (
                    <ChannelCell
                      key={key}
                      what={what}
                      cell={cell}
                      pending={pending.get(key)}
                      onChoose={(isOn) => void choose(key, cell, isOn)}
                    />
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="px-4.5 py-2.5 text-xs text-ink-subtle max-pair:px-3.5">
        {t(settingTexts.whatHint)}
      </p>
    </SettingsSection>
  );
}

interface HeadProps {
  columns: readonly NotificationChannel[];
  /** The switch over the whole channel is off. */
  isOff: (channel: NotificationChannel) => boolean;
}

function Head({ columns, isOff }: HeadProps) {
  return (
    <thead>
      <tr className="text-xs text-ink-subtle">
        <th scope="col">
          <span className="sr-only">{t(settingTexts.happens)}</span>
        </th>
        {columns.map((channel) => (
          <th key={channel} scope="col" className="px-1 py-2 font-medium">
            {t(wayTexts[channel])}
            {isOff(channel) && (
              <span className="block text-warning-ink">{t(settingTexts.off)}</span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
