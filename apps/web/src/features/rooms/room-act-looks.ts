import { Archive, ArchiveRestore, LogOut, Trash2, type LucideIcon } from "lucide-react";
import type { Text } from "#web/lib/i18n.ts";
import { endingTexts } from "./ending-texts.ts";
import type { RoomAct } from "./room-acts.ts";
import { roomTexts } from "./texts.ts";

/** How what can be done with a room as a whole is shown, wherever it is offered. */
export const roomActLooks: Readonly<
  Record<RoomAct, { readonly text: Text; readonly icon: LucideIcon; readonly isDanger: boolean }>
> = {
  leave: { text: roomTexts.leave, icon: LogOut, isDanger: false },
  archive: { text: roomTexts.archive, icon: Archive, isDanger: false },
  unarchive: { text: endingTexts.unarchive, icon: ArchiveRestore, isDanger: false },
  delete: { text: roomTexts.delete, icon: Trash2, isDanger: true },
};
