import type {
  MuteOfAll,
  NotificationLevel,
  RoomNotifications,
  Subscription,
} from "@colbin/protocol";
import { useState } from "react";
import { Link } from "#web/design/button/Link.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { momentText } from "#web/design/form/near-times.ts";
import { Select } from "#web/design/form/Select.tsx";
import { Switch } from "#web/design/form/Switch.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { useRoomName } from "#web/features/rooms/use-room-name.ts";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { settingTexts } from "./texts.ts";

/** So many stand on the page; the others come with a press. */
const SHOWN = 20;

const levelTexts: Readonly<Record<NotificationLevel, Text>> = {
  all: settingTexts.all,
  mentions: settingTexts.mentions,
  none: settingTexts.nothing,
};

const levels = Object.keys(levelTexts) as NotificationLevel[];

interface RoomsSectionProps {
  all: MuteOfAll;
  rooms: readonly RoomNotifications[];
}

/** How much each room of the active workspace tells the person, and the switch over all of them. */
export function RoomsSection({ all, rooms }: RoomsSectionProps) {
  const { act: mute, isPending } = useAct("muteAll", ["getNotificationPreferences"]);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rooms : rooms.slice(0, SHOWN);
  return (
    <SettingsSection title={t(settingTexts.rooms)}>
      <SettingLine>
        <Switch
          label={t(settingTexts.muteAll)}
          hint={t(settingTexts.muteAllHint)}
          isOn={all.muted}
          isBusy={isPending}
          onChange={(muted) =>
            void tellFailure(settingTexts.changeFailed, mute({ body: { muted } }))
          }
        />
      </SettingLine>
      <div className="px-4.5 py-2 max-pair:px-3.5">
        <p className="py-1 text-xs text-ink-subtle">
          {t(rooms.length === 0 ? settingTexts.noRooms : settingTexts.roomsHint)}
        </p>
        <ul>
          {shown.map((room) => (
            <RoomLine key={room.sessionRoomSlug} room={room} />
          ))}
        </ul>
        {shown.length < rooms.length && (
          <TextButton onClick={() => setWhole(true)}>
            {t(settingTexts.showRooms, { n: rooms.length })}
          </TextButton>
        )}
      </div>
    </SettingsSection>
  );
}

/** The room as the list of rooms knows it; undefined until that is there. */
function useSubscriptionAt(slug: string): Subscription | undefined {
  return useStore(chat.store, ({ subscriptions }) => {
    for (const each of subscriptions.values()) if (each.sessionRoomSlug === slug) return each;
    return undefined;
  });
}

function RoomLine({ room }: { room: RoomNotifications }) {
  const { sessionRoomSlug: slug, level, muted, mutedUntil } = room;
  const now = new Date(useMinute());
  const known = useSubscriptionAt(slug);
  const name = useRoomName(known ?? { roomName: slug });
  const { act, isPending } = useAct("updateNotificationSettings", ["getNotificationPreferences"]);
  const state =
    mutedUntil === null
      ? t(settingTexts.muted)
      : t(settingTexts.mutedUntil, { when: momentText(new Date(mutedUntil), now) });
  return (
    <li className="flex min-h-10 items-center gap-3">
      <Link to={`/chat/${slug}`} className="clip-line min-w-0 text-accent-ink hover:underline">
        <bdi>{name}</bdi>
      </Link>
      {muted && <span className="flex-none text-xs text-ink-subtle">{state}</span>}
      <span className="ms-auto flex-none">
        <Select
          look="cell"
          label={t(settingTexts.levelOf, { room: name })}
          disabled={isPending}
          options={levels.map((value) => ({ value, label: t(levelTexts[value]) }))}
          value={level}
          onChange={(next) =>
            void tellFailure(
              settingTexts.changeFailed,
              act({ params: { slug }, body: { level: next } }),
            )
          }
        />
      </span>
    </li>
  );
}
