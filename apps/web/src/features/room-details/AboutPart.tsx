import type { RoomAccessType, RoomCard, Subscription } from "@colbin/protocol";
import type { ReactNode } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { ScrollRegion } from "#web/design/page/ScrollRegion.tsx";
import { privacyOptions } from "#web/features/browse/privacy-options.ts";
import { PinsRow } from "#web/features/pins/PinsRow.tsx";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { RetentionNote } from "#web/features/retention/RetentionNote.tsx";
import { detailLevels, detailsTexts } from "#web/features/rooms/details-texts.ts";
import { DetailsSection } from "#web/features/rooms/DetailsSection.tsx";
import { useCall } from "#web/lib/api/use-call.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { OwnRoomSettings } from "./OwnRoomSettings.tsx";
import { PeerFacts } from "./PeerFacts.tsx";
import { RoomActRows } from "./RoomActRows.tsx";

const StatisticsPart = lazyPart(() => import("./StatisticsPart.tsx"), "StatisticsPart");

/** The facts of the room, the notifications of the person, and the acts on it as a whole. */
export function AboutPart({ room, level }: DetailsProps) {
  const isShared = room.roomType === "channel" || room.roomType === "group";
  return (
    <ScrollRegion className="min-h-0 flex-1">
      <RetentionNote slug={room.sessionRoomSlug} />
      {"participants" in room && <Conversation room={room} />}
      {"pinCount" in room ? <PinsRow n={room.pinCount} /> : <CardPins room={room} />}
      {isShared && <Facts room={room} level={level} />}
      {"role" in room && room.roomType !== "saved" && <OwnRoomSettings subscription={room} />}
      <RoomActRows room={room} level={level} />
      {/* The last, for it grows once it is counted. */}
      {room.roomType !== "saved" && <StatisticsPart slug={room.sessionRoomSlug} />}
    </ScrollRegion>
  );
}

function CardPins({ room }: { room: RoomCard }) {
  const { data: card } = useCall("getRoom", { params: { slug: room.sessionRoomSlug } });
  return <PinsRow n={card?.pinCount} />;
}

/** The other person of a direct room, or a word about one's own notes. */
function Conversation({ room }: { room: Subscription }) {
  const [peer] = room.participants;
  if (room.roomType === "direct" && peer) return <PeerFacts peer={peer} />;
  if (room.roomType !== "saved") return null;
  return <p className="px-gutter py-4 text-md text-ink-muted">{t(detailsTexts.savedText)}</p>;
}

function Facts({ room, level }: DetailsProps) {
  const { sessionRoomSlug: slug, roomName, description, accessType, status } = room;
  const { data: card } = useCall("getRoom", { params: { slug } });
  const you = t(detailLevels[level]);
  const isChannel = room.roomType === "channel";
  return (
    <>
      {(isChannel || description) && (
        <DetailsSection title={t(detailsTexts.description)}>
          <p dir="auto" className="text-md wrap-anywhere text-ink-muted">
            {description ?? t(detailsTexts.noDescription)}
          </p>
        </DetailsSection>
      )}
      <DetailsSection title={t(detailsTexts.facts)}>
        <dl className="grid divide-y divide-line">
          <Fact name={t(detailsTexts.name)}>{roomName}</Fact>
          {isChannel && <Fact name={t(detailsTexts.access)}>{accessText(accessType)}</Fact>}
          {status === "ARCHIVED" && (
            <Fact name={t(detailsTexts.status)}>{t(detailsTexts.archived)}</Fact>
          )}
          <Fact name={t(detailsTexts.created)}>
            {card && formatDate(new Date(card.createdAt), "date")}
          </Fact>
          {isChannel && card?.ownerNames && card.ownerNames.length > 0 && (
            <Fact name={t(detailsTexts.owners, { n: card.ownerNames.length })}>
              {card.ownerNames.join(", ")}
            </Fact>
          )}
          <Fact name={t(detailsTexts.you)}>
            {"joinedAt" in room
              ? t(detailsTexts.youSince, {
                  level: you,
                  date: formatDate(new Date(room.joinedAt), "date"),
                })
              : you}
          </Fact>
        </dl>
      </DetailsSection>
    </>
  );
}

/** As it is called where it is chosen. */
export function accessText(accessType: RoomAccessType): string {
  return privacyOptions().find(({ value }) => value === accessType.toLowerCase())?.label ?? "";
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-1.75">
      <dt className="flex-none text-ink-subtle">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
