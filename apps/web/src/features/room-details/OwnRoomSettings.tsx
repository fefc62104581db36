import type { NotificationLevel, Subscription } from "@colbin/protocol";
import { Bell } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { detailsTexts } from "#web/features/rooms/details-texts.ts";
import { DetailsSection } from "#web/features/rooms/DetailsSection.tsx";
import { muteTexts } from "#web/features/subscriptions/mute-texts.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { MuteMenu } from "./MuteMenu.tsx";

const levels = {
  all: detailsTexts.notifyAll,
  mentions: detailsTexts.notifyMentions,
  none: detailsTexts.notifyNone,
} as const;
const levelNames = Object.keys(levels) as NotificationLevel[];

/** The notifications of the person about the room (rules-rooms 48, 49). */
export function OwnRoomSettings({ subscription }: { subscription: Subscription }) {
  const { sessionRoomSlug: slug, roomType, isMuted, mutedUntil } = subscription;
  const muteText = roomType === "channel" ? detailsTexts.mute : detailsTexts.muteTalk;
  const { data } = useCall("listNotificationSettings", {});
  useNews("listNotificationSettings", "mutes");
  const { act } = useAct("updateNotificationSettings", ["listNotificationSettings"]);
  const level = data?.results.find((each) => each.sessionRoomSlug === slug)?.level;
  const change = (body: Parameters<typeof act>[0]["body"]) =>
    void tellFailure(detailsTexts.changeFailed, act({ params: { slug }, body }));
  return (
    <DetailsSection title={t(detailsTexts.forMe)}>
      {level && (
        <div className="flex min-h-8 items-center justify-between gap-3">
          <span id="details-notify">{t(detailsTexts.notify)}</span>
          <Select
            look="filter"
            aria-labelledby="details-notify"
            options={levelNames.map((value) => ({ value, label: t(levels[value]) }))}
            value={level}
            onChange={(next) => change({ level: next })}
          />
        </div>
      )}
      <div className="flex min-h-8 items-center justify-between gap-3">
        <span>{isMuted ? mutedText(mutedUntil) : t(muteText)}</span>
        {isMuted ? (
          <Button size="header" onClick={() => change({ muted: false })}>
            <Bell aria-hidden="true" />
            {t(muteTexts.unmute)}
          </Button>
        ) : (
          <MuteMenu onMute={(end) => change({ muted: true, mutedUntil: end })} />
        )}
      </div>
    </DetailsSection>
  );
}

function mutedText(until: string | null): string {
  if (until === null) return t(detailsTexts.mutedAlways);
  return t(detailsTexts.mutedUntil, { date: formatDate(new Date(until), "full") });
}
