import { Bell, BellOff, Clock, Volume2, VolumeX } from "lucide-react";
import { momentText } from "#web/design/form/near-times.ts";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { pauseTexts } from "./pause-texts.ts";
import { pauseTimes } from "./pause-times.ts";
import { useQuietHours } from "./use-quiet-hours.ts";

/** Lines of the menu of the person: a pause of notifications, and the switch over all rooms. Both are read as the menu opens. */
export function useQuietEntries(isOpen: boolean): readonly MenuEntry[] {
  const quiet = useQuietHours(!isOpen);
  const settings = useCall("listNotificationSettings", {}, { isOff: !isOpen });
  useNews("listNotificationSettings", "mutes");
  const { act: pause } = useAct("pauseNotifications", ["getQuietHours"]);
  const { act: mute } = useAct("muteAll", ["listNotificationSettings"]);
  const now = new Date(useMinute());
  const pausedUntil = quiet.data?.pausedUntil ?? null;
  const isMuted = settings.data?.all.muted === true;
  const pauseUntil = (until: Date | null) =>
    void tellFailure(pauseTexts.failed, pause({ body: { until: until?.toISOString() ?? null } }));
  const pausing: MenuEntry =
    pausedUntil === null
      ? {
          kind: "submenu",
          id: "pause",
          label: t(pauseTexts.pause),
          icon: BellOff,
          actions: pauseTimes(now).map(({ id, label, at }) => ({
            kind: "action",
            id,
            label,
            detail: momentText(at, now),
            icon: Clock,
            onSelect: () => pauseUntil(at),
          })),
        }
      : {
          kind: "action",
          id: "end-pause",
          label: t(pauseTexts.end),
          detail: momentText(new Date(pausedUntil), now),
          icon: Bell,
          onSelect: () => pauseUntil(null),
        };
  return [
    pausing,
    {
      kind: "action",
      id: "mute-all",
      label: t(isMuted ? pauseTexts.unmuteAll : pauseTexts.muteAll),
      icon: isMuted ? Volume2 : VolumeX,
      onSelect: () => void tellFailure(pauseTexts.muteFailed, mute({ body: { muted: !isMuted } })),
    },
  ];
}
