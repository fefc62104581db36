import type { ReactNode } from "react";
import { SideSheet } from "#web/design/overlay/SideSheet.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { Tabs } from "#web/design/page/Tabs.tsx";
import { RequestCount } from "#web/features/access-requests/RequestCount.tsx";
import { documentTexts } from "#web/features/documents/document-texts.ts";
import { fileTexts } from "#web/features/files/texts.ts";
import { MembersPart } from "#web/features/participants/MembersPart.tsx";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { detailsTexts } from "#web/features/rooms/details-texts.ts";
import { shownOwnRoom, withOwnLevel } from "#web/features/rooms/own-room.ts";
import { roomRightsOf, type RoomRights } from "#web/features/rooms/room-rights.ts";
import { ReportCount } from "#web/features/reports/ReportCount.tsx";
import { ReportsPart } from "#web/features/reports/ReportsPart.tsx";
import { reportTexts } from "#web/features/reports/report-texts.ts";
import { UnsavedGuard } from "#web/features/settings/UnsavedGuard.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { openSide, type SidePlace, type SideProps } from "#web/lib/routing/side.ts";
import { AboutPart } from "./AboutPart.tsx";
import { RequestsPart } from "./RequestsPart.tsx";
import { SettingsPart } from "./SettingsPart.tsx";
import { useRoomEdits } from "./use-room-edits.ts";

const DocumentsPart = lazyPart(
  () => import("#web/features/documents/DocumentsPart.tsx"),
  "DocumentsPart",
);
const FilesPart = lazyPart(() => import("#web/features/files/FilesPart.tsx"), "FilesPart");

type DetailsTab = SidePlace<"details">;

/** All about the room on the screen and the people in it, with the settings of both; beside its messages. */
export function RoomDetails({ at, onClose }: SideProps<"details">) {
  const room = useStore(chat.store, shownOwnRoom);
  const level = room && withOwnLevel(room).level;
  if (!level) return null;
  return (
    <SideSheet title={t(detailsTexts.title)} onClose={onClose}>
      <Details key={room.roomId} room={room} level={level} wanted={at} />
    </SideSheet>
  );
}

function Details({ room, level, wanted }: DetailsProps & { wanted: DetailsTab }) {
  const edits = useRoomEdits(room);
  const rights = roomRightsOf({ ...room, level });
  const tabs = listTabs(room, rights);
  // The level may be another one meanwhile.
  const tab = tabs.some(({ value }) => value === wanted) ? wanted : "about";
  const handleTab = (at: DetailsTab) => openSide({ name: "details", at });
  return (
    <>
      <Tabs label={t(detailsTexts.tabs)} tabs={tabs} value={tab} onChange={handleTab} isFull>
        {tab === "about" && <AboutPart room={room} level={level} />}
        {tab === "members" && <MembersPart room={room} level={level} />}
        {tab === "files" && <FilesPart slug={room.sessionRoomSlug} roomId={room.roomId} />}
        {tab === "documents" && <DocumentsPart room={room} level={level} />}
        {tab === "requests" && <RequestsPart slug={room.sessionRoomSlug} />}
        {tab === "reports" && <ReportsPart slug={room.sessionRoomSlug} />}
        {tab === "settings" && <SettingsPart room={room} level={level} edits={edits} />}
      </Tabs>
      <UnsavedGuard isDirty={edits.isDirty} isOfSide />
    </>
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
  tabs.push({ value: "files", label: t(fileTexts.title) });
  if (!isLinkGuest()) tabs.push({ value: "documents", label: t(documentTexts.title) });
  if (hearsRequests)
    tabs.push({
      value: "requests",
      label: t(detailsTexts.requests),
      badge: <RequestCount slug={slug} />,
    });
  if (manages)
    tabs.push({
      value: "reports",
      label: t(reportTexts.reports),
      badge: <ReportCount slug={slug} />,
    });
  if (manages) tabs.push({ value: "settings", label: t(detailsTexts.settings) });
  return tabs;
}

function Count({ n }: { n: number }) {
  return <span className="text-ink-subtle tabular-nums">{n.toLocaleString(displayLocale())}</span>;
}
