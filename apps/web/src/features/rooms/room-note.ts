import type { RoomAccessType } from "@colbin/protocol";
import { t } from "#web/lib/language/i18n.ts";
import { roomTexts } from "./texts.ts";

/** The meaning of a room's icon, for people who do not see it. */
export function roomNote(accessType: RoomAccessType): string | undefined {
  switch (accessType) {
    case "PUBLIC":
      return undefined;
    case "PROTECTED":
      return t(roomTexts.approval);
    case "PRIVATE":
      return t(roomTexts.private);
  }
}
