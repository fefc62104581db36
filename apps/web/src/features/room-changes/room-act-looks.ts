import {
  Archive,
  ArchiveRestore,
  EyeOff,
  Link,
  LogOut,
  PanelRight,
  Share2,
  Trash2,
  type LucideIcon,
} from "lucide-react";
import { roomActTexts } from "#web/features/rooms/room-act-texts.ts";
import { wayTexts } from "#web/features/rooms/way-texts.ts";
import type { Text } from "#web/lib/language/i18n.ts";
import { endingTexts } from "./ending-texts.ts";
import type { RoomAct } from "./room-acts.ts";

/** How what can be done with a room as a whole is shown, wherever it is offered. */
export const roomActLooks: Readonly<
  Record<RoomAct, { readonly text: Text; readonly icon: LucideIcon; readonly isDanger: boolean }>
> = {
  copyLink: { text: wayTexts.copyLink, icon: Link, isDanger: false },
  share: { text: wayTexts.share, icon: Share2, isDanger: false },
  details: { text: wayTexts.details, icon: PanelRight, isDanger: false },
  archive: { text: roomActTexts.archive, icon: Archive, isDanger: false },
  unarchive: { text: endingTexts.unarchive, icon: ArchiveRestore, isDanger: false },
  hide: { text: endingTexts.hide, icon: EyeOff, isDanger: false },
  leave: { text: roomActTexts.leave, icon: LogOut, isDanger: true },
  delete: { text: roomActTexts.delete, icon: Trash2, isDanger: true },
};
