import {
  hasModerators,
  hasPermission,
  type MessageId,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { Flag, ShieldX } from "lucide-react";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import { reportTexts } from "#web/features/reports/report-texts.ts";
import { isUnnamedGroup } from "#web/features/rooms/unnamed-group.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { begin } from "./message-task.ts";

interface Judged {
  readonly id: MessageId;
  readonly authorId: UserId;
  readonly type: string;
}

/** The acts on what somebody else wrote, for people in the room; the server judges them again. `isOwners`: an ADMIN looks at what an OWNER wrote. */
export function reportEntries(
  { id: messageId, authorId, type }: Judged,
  { roomId, ownId }: { readonly roomId: RoomId; readonly ownId: UserId | undefined },
  isOwners: boolean,
): readonly (MenuEntry | false)[] {
  const place = chat.store.getSnapshot().subscriptions.get(roomId);
  if (place?.status !== "ACTIVE" || authorId === ownId || type === "system") return [];
  const title = isUnnamedGroup(place) ? "" : place.roomName;
  const mayRemove =
    hasPermission(place.role, "MANAGE_ROOM") && hasModerators(place.roomType, title);
  return [
    { kind: "separator", id: "moderation" },
    {
      kind: "action",
      id: "report",
      label: t(reportTexts.reportMenu),
      icon: Flag,
      onSelect: () => begin({ kind: "report", messageId }),
    },
    mayRemove && {
      kind: "action",
      id: "remove",
      label: t(reportTexts.removeMenu),
      icon: ShieldX,
      isDanger: true,
      disabledReason: isOwners ? t(reportTexts.removeOfOwner) : undefined,
      onSelect: () => begin({ kind: "remove", messageId }),
    },
  ];
}
