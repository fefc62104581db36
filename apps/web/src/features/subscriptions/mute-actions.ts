import { BellOff, Clock } from "lucide-react";
import type { MenuAction } from "#web/design/menu-entry.ts";
import { t } from "#web/lib/i18n.ts";
import { muteEnds } from "./mute-ends.ts";
import { muteTexts } from "./mute-texts.ts";

/** A line for each time for which a room can be muted; null: until it is taken back. */
export function muteActions(onMute: (end: string | null) => void): readonly MenuAction[] {
  return muteEnds(new Date()).map(({ id, end }) => ({
    kind: "action",
    id,
    label: t(muteTexts[id]),
    icon: end ? Clock : BellOff,
    onSelect: () => onMute(end?.toISOString() ?? null),
  }));
}
