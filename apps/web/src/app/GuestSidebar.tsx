import type { CurrentUser, Subscription } from "@colbin/protocol";
import { Building2, LogOut, UserRound } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { ThemeToggle } from "#web/design/button/ThemeToggle.tsx";
import { FormDialog } from "#web/design/overlay/FormDialog.tsx";
import { SidebarRow } from "#web/design/page/SidebarRow.tsx";
import { guestTexts } from "#web/features/guests/texts.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { Picture } from "#web/design/identity/Picture.tsx";
import { RoomIcon } from "#web/features/rooms/RoomIcon.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";

interface GuestSidebarProps {
  productName: string;
  room: Subscription | undefined;
  isCurrent: boolean;
}

/** The one room of a guest, where it is, and who they are. */
export function GuestSidebar({ productName, room, isCurrent }: GuestSidebarProps) {
  const me = useStore(account.session, ({ user }) => user);
  const organization = useStore(account.session, () => account.workspaces.activeName());
  const Mark = organization === undefined ? UserRound : Building2;
  return (
    <>
      <div className="flex h-header items-center gap-2.5 px-4.5 pt-seam">
        <span
          aria-hidden="true"
          data-mark=""
          className="grid size-7 flex-none place-items-center rounded-md bg-accent text-on-accent"
        >
          <Mark />
        </span>
        <bdi className="clip-line text-md font-strong">{organization ?? productName}</bdi>
      </div>
      <div className="min-h-0 flex-1 px-2.5 pt-2 max-pair:px-3">
        {room && (
          <SidebarRow
            to={roomPath(room.sessionRoomSlug)}
            icon={
              <Picture src={room.avatar_url}>
                <RoomIcon accessType={room.accessType} />
              </Picture>
            }
            name={room.roomName}
            isCurrent={isCurrent}
            isUnread={!isCurrent && room.unreadCount > 0}
          >
            {!isCurrent && <UnreadBadge unread={room.unreadCount} mentions={room.mentionCount} />}
          </SidebarRow>
        )}
      </div>
      {me && <Foot me={me} room={room} />}
    </>
  );
}

function Foot({ me, room }: { me: CurrentUser; room: Subscription | undefined }) {
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className="mx-2.5 flex h-13 flex-none items-center gap-2.25 border-t border-line px-1.5 max-pair:mx-3 max-pair:h-15">
      <PersonAvatar id={me.id} name={me.fullName} picture={me.avatar_url} size="row" />
      <span className="min-w-0 flex-1">
        <bdi className="clip-line block leading-4 font-medium">{me.fullName}</bdi>
        <span className="block text-xs text-ink-subtle">{t(guestTexts.guest)}</span>
      </span>
      <ThemeToggle className="flex-none" />
      <IconButton label={t(guestTexts.leave)} onClick={() => setLeaving(true)}>
        <LogOut aria-hidden="true" />
      </IconButton>
      {isLeaving && (
        <FormDialog
          title={t(guestTexts.leaveTitle, { room: room?.roomName ?? "" })}
          text={t(guestTexts.leaveText)}
          verb={t(guestTexts.leave)}
          isDanger
          onConfirm={() => leave(room)}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  );
}

/** The others see them go at once; what cannot be told now the end of the session tells. */
async function leave(room: Subscription | undefined): Promise<void> {
  if (room) await chat.rooms.leave(room.roomId).catch(() => undefined);
  await account.auth.signOut();
}
