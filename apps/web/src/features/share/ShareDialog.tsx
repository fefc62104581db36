import { roomKeyOf } from "@colbin/client";
import { hasPermission, type RoomAccessType } from "@colbin/protocol";
import { DoorClosed, Lock, Users, type LucideIcon } from "lucide-react";
import { CopyField } from "#web/design/form/CopyField.tsx";
import { Dialog } from "#web/design/overlay/Dialog.tsx";
import { GuestLinks } from "#web/features/guests/GuestLinks.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { activeWorkspace } from "#web/lib/routing/paths.ts";
import { QrCode } from "./QrCode.tsx";
import { roomLink, type Inviter } from "./share-links.ts";
import { ShareTargets } from "./ShareTargets.tsx";
import { shareTexts } from "./texts.ts";

export interface Shared {
  room: {
    readonly sessionRoomSlug: string;
    readonly roomName: string;
    readonly accessType: RoomAccessType;
  };
  productName: string;
  inviter: Omit<Inviter, "org">;
}

const openings: Record<RoomAccessType, { icon: LucideIcon; text: Text }> = {
  PUBLIC: { icon: Users, text: shareTexts.opensPublic },
  PROTECTED: { icon: DoorClosed, text: shareTexts.opensProtected },
  PRIVATE: { icon: DoorClosed, text: shareTexts.opensPrivate },
};

/** A link to the room, what it opens for whom, and the ways on which it is passed on (rules-rooms 37). */
export function ShareDialog(props: Shared & { onClose: () => void }) {
  const { room, productName, inviter, onClose } = props;
  const { sessionRoomSlug, roomName, accessType } = room;
  const org = activeWorkspace();
  const level = useStore(
    chat.store,
    (state) => state.subscriptions.get(roomKeyOf(state, sessionRoomSlug))?.role,
  );
  // People who lead the room make guest links as well.
  const leads = level !== undefined && hasPermission(level, "MANAGE_ROOM");
  const link = roomLink(window.location.origin, sessionRoomSlug, { ...inviter, org });
  const words = t(shareTexts.invitation, { room: roomName, product: productName });
  const { icon, text } = openings[accessType];
  return (
    <Dialog title={t(shareTexts.share, { room: roomName })} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-5 max-pair:grid-cols-[minmax(0,1fr)]">
        <div>
          <CopyField label={t(shareTexts.link)} value={link} />
          <ul className="mt-3 grid gap-1.5 text-ink-muted">
            <Opening icon={icon} text={text} />
            <Opening icon={Lock} text={shareTexts.opensNothing} />
          </ul>
        </div>
        <QrCode text={link} fileName={`${sessionRoomSlug}.svg`} />
      </div>
      <ShareTargets link={link} words={words} />
      {leads && <GuestLinks slug={sessionRoomSlug} />}
    </Dialog>
  );
}

function Opening({ icon: Icon, text }: { icon: LucideIcon; text: Text }) {
  return (
    <li className="flex gap-2">
      <Icon className="mt-px flex-none text-ink-subtle" aria-hidden="true" />
      {t(text)}
    </li>
  );
}
