import type { Subscription } from "@colbin/protocol";
import { Bell, BellOff, CheckCheck, List, Plus, X } from "lucide-react";
import { useNavigate } from "react-router";
import type { MenuAction, MenuEntry } from "#web/design/menu/menu-entry.ts";
import type { MenuPlace } from "#web/design/menu/menu-place.ts";
import { MenuSurface } from "#web/design/menu/MenuSurface.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { roomEntries } from "#web/features/room-changes/room-entries.ts";
import { useRoomName } from "#web/features/rooms/use-room-name.ts";
import { muteActions } from "#web/features/subscriptions/mute-actions.ts";
import { muteTexts } from "#web/features/subscriptions/mute-texts.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { editSection } from "./editing.ts";
import { placeRoom } from "./move-room.ts";
import { editingTexts } from "./editing-texts.ts";
import { sidebarTexts } from "./texts.ts";

/** The acts on a room from its row. */
export function RowMenuSurface({ room, ...place }: MenuPlace & { room: Subscription }) {
  const navigate = useNavigate();
  const label = useRoomName(room);
  const entries = (): readonly MenuEntry[] => [
    ...listEntries(room),
    { kind: "separator", id: "after-list" },
    ...roomEntries(room, navigate),
  ];
  return <MenuSurface {...place} label={label} entries={place.isOpen ? entries() : []} />;
}

/** The acts on the person's own list. */
function listEntries(room: Subscription): readonly MenuEntry[] {
  const { sessionRoomSlug: slug, unreadCount, mentionCount } = room;
  const read: MenuEntry[] = [
    {
      kind: "action",
      id: "read",
      label: t(editingTexts.markRead),
      icon: CheckCheck,
      onSelect: () => tell(account.call("markAllRead", { body: { sessionRoomSlugs: [slug] } })),
    },
    { kind: "separator", id: "after-read" },
  ];
  return [...(unreadCount + mentionCount > 0 ? read : []), muteEntry(room), sectionEntry(room)];
}

function muteEntry({ sessionRoomSlug: slug, isMuted }: Subscription): MenuEntry {
  const mute = (muted: boolean, mutedUntil: string | null = null) =>
    tell(
      account.call("updateNotificationSettings", { params: { slug }, body: { muted, mutedUntil } }),
    );
  if (isMuted)
    return {
      kind: "action",
      id: "unmute",
      label: t(muteTexts.unmute),
      icon: Bell,
      onSelect: () => mute(false),
    };
  const actions = muteActions((end) => mute(true, end));
  return { kind: "submenu", id: "mute", label: t(muteTexts.muteFor), icon: BellOff, actions };
}

function sectionEntry({ roomId }: Subscription): MenuEntry {
  const { sections } = chat.store.getSnapshot().sidebar;
  const own = sections.find(({ roomIds }) => roomIds.includes(roomId));
  const actions = sections
    .filter((section) => section !== own)
    .map(({ id, title }): MenuAction => ({
      kind: "action",
      id,
      label: title,
      icon: List,
      onSelect: () => placeRoom(roomId, { sectionId: id }),
    }));
  if (own)
    actions.push({
      kind: "action",
      id: "out",
      label: t(editingTexts.takeOut, { section: own.title }),
      icon: X,
      onSelect: () => placeRoom(roomId),
    });
  actions.push({
    kind: "action",
    id: "new",
    label: t(sidebarTexts.newSection),
    icon: Plus,
    onSelect: () => editSection({ kind: "new", roomId }),
  });
  return { kind: "submenu", id: "section", label: t(editingTexts.moveTo), icon: List, actions };
}

function tell(done: Promise<unknown>): void {
  void tellFailure(editingTexts.actFailed, done);
}
