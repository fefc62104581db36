import { ROOM_TITLE_MAX, toRoomSlug, type RoomCard } from "@colbin/protocol";
import { Hash } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { TextField } from "#web/design/form/TextField.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { lateRoomTexts } from "#web/features/rooms/late-room-texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { BROWSE_PATH } from "#web/lib/routing/paths.ts";
import { browseTexts } from "./browse-texts.ts";
import { MoreRooms } from "./MoreRooms.tsx";
import { PublicRoomRow } from "./PublicRoomRow.tsx";
import type { PublicRooms } from "./use-public-rooms.ts";

interface QuickShareCardProps {
  publicRooms: PublicRooms;
  isCreating: boolean;
  onCreate: (name: string) => void;
  joiningSlug: string | undefined;
  onJoin: (roomSlug: string) => void;
  renderShare: (room: RoomCard) => ReactNode;
}

export function QuickShareCard(props: QuickShareCardProps) {
  const { isCreating, onCreate } = props;
  const [name, setName] = useState("");
  const roomSlug = toRoomSlug(name);
  return (
    <section
      aria-labelledby="quick-share"
      data-surface=""
      className="rounded-lg bg-raised shadow-card"
    >
      <form
        className="px-4.5 pt-4.5 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "" && !isCreating) onCreate(name.trim());
        }}
      >
        <h2 id="quick-share" className="text-lg font-strong tracking-title">
          {t(lateRoomTexts.quickShare)}
        </h2>
        <p className="mt-0.5 mb-3 text-ink-muted">{t(lateRoomTexts.quickShareText)}</p>
        <div className="flex gap-2">
          <TextField
            className="min-w-0 flex-1"
            label={t(lateRoomTexts.roomName)}
            isLabelHidden
            placeholder={t(lateRoomTexts.roomName)}
            autoComplete="off"
            maxLength={ROOM_TITLE_MAX}
            value={name}
            onChange={setName}
            hint={roomSlug ? `/chat/${roomSlug}` : undefined}
          />
          <Button type="submit" variant="primary" isBusy={isCreating} disabled={name.trim() === ""}>
            {t(lateRoomTexts.create)}
          </Button>
        </div>
      </form>
      <div className="border-t border-line p-1.5">
        <RoomChoice {...props} />
        <PageLink variant="ghost" isBlock to={BROWSE_PATH}>
          {t(browseTexts.title)}
        </PageLink>
      </div>
    </section>
  );
}

function RoomChoice({ publicRooms, joiningSlug, onJoin, renderShare }: QuickShareCardProps) {
  const { rooms, hasMore, error, nextPage, loadMore } = publicRooms;
  if (!rooms && error !== undefined)
    return <ErrorState title={t(lateRoomTexts.loadFailed)} text={error} onRetry={loadMore} />;
  if (!rooms) return <Bones />;
  if (rooms.length === 0 && !hasMore)
    return (
      <EmptyState icon={Hash} title={t(lateRoomTexts.noneTitle)} text={t(lateRoomTexts.noneText)} />
    );
  return (
    <ul aria-label={t(lateRoomTexts.publicRooms)} className="scroll-area max-h-64">
      {rooms.map((room) => (
        <PublicRoomRow
          key={room.roomId}
          room={room}
          isBusy={room.sessionRoomSlug === joiningSlug}
          onJoin={() => onJoin(room.sessionRoomSlug)}
          share={renderShare(room)}
        />
      ))}
      {hasMore && <MoreRooms key={nextPage} hasFailed={error !== undefined} onLoad={loadMore} />}
    </ul>
  );
}

function Bones() {
  return (
    <div className="grid gap-1 p-3" aria-hidden="true">
      {["w-32", "w-44", "w-36"].map((width) => (
        <Skeleton key={width} className={`my-3.5 h-2.5 rounded-xs ${width}`} />
      ))}
    </div>
  );
}
