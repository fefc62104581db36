import type { RoomAccessType } from "@colbin/protocol";
import { t } from "#web/lib/i18n.ts";
import { roomTexts } from "./texts.ts";

/** What the icon of a room says, for those who do not see it. */
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
