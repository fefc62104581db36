import type { ApiError } from "@colbin/client";
import type { Subscription } from "@colbin/protocol";
import { tellLost } from "#web/design/overlay/tell-lost.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { readDraft } from "#web/lib/device/drafts.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";

const goneText: Text = { id: "rooms.gone", message: "You cannot open {room} any more" };

/** Says that the room on the screen is not open to the person any more, and offers the text that they were writing in it. */
export function tellGone(error: ApiError, room: Subscription | undefined): void {
  const title = room === undefined ? errorText(error) : t(goneText, { room: room.roomName });
  tellLost(title, room && readDraft({ room: room.roomId }));
}
