import type { RoomCard } from "@colbin/protocol";
import { Check } from "lucide-react";
import { Link } from "#web/design/button/Link.tsx";
import { Chip } from "#web/design/form/Chip.tsx";
import { toColumn, type TableColumn } from "#web/design/table/table-parts.ts";
import { roomNote } from "#web/features/rooms/room-note.ts";
import { Picture } from "#web/design/identity/Picture.tsx";
import { RoomIcon } from "#web/features/rooms/RoomIcon.tsx";
import { dayKey, formatDate } from "#web/lib/language/dates.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { browseTexts } from "./browse-texts.ts";

/** The columns of a channel; `today` is a day key. */
export function channelColumns(today: string): readonly TableColumn<RoomCard>[] {
  const members = toColumn<RoomCard>(
    browseTexts.members,
    ({ memberCount }) => memberCount.toLocaleString(displayLocale()),
    "memberCount",
  );
  const activity = toColumn<RoomCard>(
    browseTexts.activity,
    ({ lastActivityAt }) => <Moment at={new Date(lastActivityAt)} today={today} />,
    "lastActivityAt",
  );
  const narrow = { isNumber: true, isWideOnly: true };
  return [
    toColumn<RoomCard>(browseTexts.channel, (room) => <Name room={room} />, "name"),
    { ...members, ...narrow },
    { ...activity, ...narrow },
  ];
}

function Moment({ at, today }: { at: Date; today: string }) {
  return (
    <time dateTime={at.toISOString()} title={formatDate(at, "full")} className="whitespace-nowrap">
      {formatDate(at, dayKey(at) === today ? "clock" : "date")}
    </time>
  );
}

const ownStates: Partial<Record<RoomCard["accessStatus"], Text>> = {
  PENDING: browseTexts.requested,
  INVITED: browseTexts.invited,
};

/** The way in, or to what may be seen of it from outside. */
function RoomName({ room: { roomName, sessionRoomSlug, status } }: { room: RoomCard }) {
  const name = <bdi className="clip-line font-medium text-ink">{roomName}</bdi>;
  if (status === "DELETED") return name;
  return (
    <Link to={roomPath(sessionRoomSlug)} className="min-w-0 rounded-xs hover:underline">
      {name}
    </Link>
  );
}

function Name({ room }: { room: RoomCard }) {
  const { description, accessType, accessStatus } = room;
  const note = roomNote(accessType);
  const state = ownStates[accessStatus];
  const isProtected = accessType === "PROTECTED" && accessStatus !== "ACCEPTED";
  return (
    <span className="flex items-center gap-2.75">
      <Picture src={room.avatar_url}>
        <RoomIcon accessType={accessType} className="flex-none text-ink-subtle" />
      </Picture>
      <span className="min-w-0 pair:max-w-140">
        <span className="flex items-center gap-2">
          <RoomName room={room} />
          {isProtected && !state ? (
            <Chip>{t(browseTexts.protected)}</Chip>
          ) : (
            note && <span className="sr-only">{note}</span>
          )}
          {accessStatus === "ACCEPTED" && (
            <span className="flex flex-none items-center gap-1 text-xs text-success-ink">
              <Check className="icon-sm" aria-hidden="true" />
              {t(browseTexts.joined)}
            </span>
          )}
          {state && <Chip tone="accent">{t(state)}</Chip>}
        </span>
        {description && (
          <bdi className="clip-line block text-xs text-ink-subtle">{description}</bdi>
        )}
      </span>
    </span>
  );
}
