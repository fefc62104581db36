import { useState, type ReactNode } from "react";
import { Button } from "#web/design/Button.tsx";
import { Dialog } from "#web/design/Dialog.tsx";
import { SideSheet } from "#web/design/SideSheet.tsx";
import { Tabs } from "#web/design/Tabs.tsx";
import { closingDetails } from "#web/features/rooms/actions.ts";
import { UnsavedGuard } from "#web/features/settings/UnsavedGuard.tsx";
import { t } from "#web/lib/i18n.ts";
import { displayLocale } from "#web/lib/locale.ts";
import { useOffer } from "#web/lib/offer.ts";
import { AboutPart } from "./AboutPart.tsx";
import type { DetailsProps } from "./details-room.ts";
import { MembersPart } from "./MembersPart.tsx";
import { RequestCount } from "./RequestCount.tsx";
import { RequestsPart } from "./RequestsPart.tsx";
import { roomRightsOf, type RoomRights } from "./room-rights.ts";
import { SettingsPart } from "./SettingsPart.tsx";
import type { DetailsTab } from "#web/features/rooms/shown-details.ts";
import { detailsTexts } from "./texts.ts";
import { useRoomEdits } from "./use-room-edits.ts";

interface RoomDetailsProps extends DetailsProps {
  /** The part that was asked for last. */
  tab: DetailsTab;
  onTab: (tab: DetailsTab) => void;
  onClose: () => void;
}

/** What there is to know of a room, the people in it, and what may be changed of both; beside its messages. */
export function RoomDetails(props: RoomDetailsProps) {
  const { room, level, tab: wanted, onTab, onClose } = props;
  const [isAsking, setAsking] = useState(false);
  const edits = useRoomEdits(room);
  const rights = roomRightsOf({ ...room, level });
  const tabs = listTabs(room, rights);
  // The level may be another one meanwhile.
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : "about";
  const close = () => (edits.isDirty ? setAsking(true) : onClose());
  useOffer(closingDetails, close);
  return (
    <SideSheet title={t(detailsTexts.title)} onClose={close}>
      <Tabs label={t(detailsTexts.tabs)} tabs={tabs} value={tab} onChange={onTab} isFull>
        {tab === "about" && <AboutPart room={room} level={level} />}
        {tab === "members" && <MembersPart room={room} level={level} />}
        {tab === "requests" && <RequestsPart slug={room.sessionRoomSlug} />}
        {tab === "settings" && <SettingsPart room={room} level={level} edits={edits} />}
      </Tabs>
      {/* The forms guard themselves where they are. */}
      <UnsavedGuard isDirty={edits.isDirty && tab !== "settings"} />
      {isAsking && (
        <Dialog
          title={t(detailsTexts.leaveTitle)}
          text={t(detailsTexts.leaveText)}
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button onClick={() => setAsking(false)}>{t(detailsTexts.stay)}</Button>
              <Button variant="danger" onClick={onClose}>
                {t(detailsTexts.discard)}
              </Button>
            </>
          }
        />
      )}
    </SideSheet>
  );
}

/** Requests and settings are for those who lead the room; notes to oneself have no people. */
function listTabs(room: DetailsProps["room"], { manages, hearsRequests }: RoomRights) {
  const { roomType, memberCount, sessionRoomSlug: slug } = room;
  const people = t(roomType === "channel" ? detailsTexts.members : detailsTexts.people);
  const tabs: { value: DetailsTab; label: string; badge?: ReactNode }[] = [
    { value: "about", label: t(detailsTexts.about) },
  ];
  if (roomType !== "saved")
    tabs.push({ value: "members", label: people, badge: <Count n={memberCount} /> });
  if (hearsRequests)
    tabs.push({
      value: "requests",
      label: t(detailsTexts.requests),
      badge: <RequestCount slug={slug} />,
    });
  if (manages) tabs.push({ value: "settings", label: t(detailsTexts.settings) });
  return tabs;
}

function Count({ n }: { n: number }) {
  return <span className="text-ink-subtle tabular-nums">{n.toLocaleString(displayLocale())}</span>;
}
