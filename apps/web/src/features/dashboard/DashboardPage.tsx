import type { RoomId } from "@colbin/protocol";
import { CheckCheck } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { markAllRead } from "#web/features/subscriptions/mark-all-read.ts";
import { subscriptionTexts } from "#web/features/subscriptions/texts.ts";
import { chat } from "#web/lib/api/chat.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useMinute } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { ACTIVITY_PATH, THREADS_PATH } from "#web/lib/routing/paths.ts";
import { DashboardPart } from "./DashboardPart.tsx";
import { OtherWorkspaces, useOtherWorkspaces } from "./OtherWorkspaces.tsx";
import { RemindersPart, useReminders } from "./RemindersPart.tsx";
import { RoomLine } from "./RoomLine.tsx";
import { dashboardTexts } from "./texts.ts";
import { ToldPart, useTold } from "./ToldPart.tsx";
import { createUnreadRooms } from "./unread-rooms.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useWaiting, WaitingPart } from "./WaitingPart.tsx";

/** `/dashboard`: what waits for the person, of what the app knows; each line leads there. */
export function DashboardPage() {
  const [unreadIn] = useState(createUnreadRooms);
  const { rooms, direct } = useStore(chat.store, unreadIn);
  const hasRooms = useStore(
    chat.store,
    (known) => known.hasSubscriptions || known.order.length > 0,
  );
  const feed = useWaiting();
  const mentions = useTold("mentions");
  const threads = useTold("threads");
  const reminders = useReminders();
  const told = mentions.length + threads.length + reminders.length;
  const lines = useKeptFocus((feed.waiting?.length ?? 0) + told);
  const others = useOtherWorkspaces();
  const now = useMinute();
  const isUnread = rooms.length + direct.length > 0;
  const isKnown = hasRooms && (feed.waiting !== undefined || feed.failure !== null);
  const isWaiting = isUnread || told > 0 || others.length > 0 || feed.waiting?.length !== 0;
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="text-body leading-5 font-strong max-pair:text-read">
          {t(dashboardTexts.title)}
        </h1>
        <span className="clip-line flex-1 text-ink-subtle max-pair:ps-1.5">
          {formatDate(new Date(now), "day")}
        </span>
        {isUnread && (
          <IconButton
            label={t(subscriptionTexts.markAllRead)}
            onClick={() => void tellFailure(dashboardTexts.readFailed, markAllRead())}
          >
            <CheckCheck aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <ScrollRegion className="min-h-0 flex-1 px-gutter pb-6">
        {!isKnown && <TableBones label={t(dashboardTexts.title)} />}
        {isKnown && !isWaiting && (
          <div className="grid h-full place-content-center">
            <EmptyState
              icon={CheckCheck}
              title={t(dashboardTexts.doneTitle)}
              text={t(dashboardTexts.doneText)}
            />
          </div>
        )}
        <div
          ref={lines}
          tabIndex={-1}
          className="outline-none mx-auto grid max-w-280 grid-cols-1 gap-x-12 has-[>:empty]:max-w-160 trio:not-has-[>:empty]:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]"
        >
          <div className="empty:hidden">
            <Rooms title={dashboardTexts.direct} roomIds={direct} />
            <ToldPart
              title={dashboardTexts.mentions}
              rows={mentions}
              link={{ to: `${ACTIVITY_PATH}?tab=mentions`, text: dashboardTexts.allActivity }}
            />
            <WaitingPart {...feed} />
            <ToldPart
              title={dashboardTexts.threads}
              rows={threads}
              link={{ to: THREADS_PATH, text: dashboardTexts.allThreads }}
            />
          </div>
          <div className="empty:hidden">
            <Rooms title={dashboardTexts.rooms} roomIds={rooms} />
            <RemindersPart reminders={reminders} />
            <OtherWorkspaces workspaces={others} />
          </div>
        </div>
      </ScrollRegion>
    </>
  );
}

function Rooms({ title, roomIds }: { title: Text; roomIds: readonly RoomId[] }) {
  if (roomIds.length === 0) return null;
  return (
    <DashboardPart title={t(title)} count={roomIds.length}>
      <ul>
        {roomIds.map((roomId) => (
          <li key={roomId}>
            <RoomLine roomId={roomId} />
          </li>
        ))}
      </ul>
    </DashboardPart>
  );
}
