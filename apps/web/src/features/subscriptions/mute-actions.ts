import { BellOff, Clock } from "lucide-react";
import type { MenuAction } from "#web/design/menu/menu-entry.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { muteEnds } from "./mute-ends.ts";
import { muteTexts } from "./mute-texts.ts";

const DAY_MS = 86_400_000;

/** A line for each time for which a room can be muted; null: until it is taken back. */
export function muteActions(onMute: (end: string | null) => void): readonly MenuAction[] {
  const now = new Date();
  return muteEnds(now).map(({ id, end }) => ({
    kind: "action",
    id,
    label: t(muteTexts[id]),
    detail: end && formatDate(end, end.getTime() - now.getTime() < DAY_MS ? "clock" : "dayMonth"),
    icon: end ? Clock : BellOff,
    onSelect: () => onMute(end?.toISOString() ?? null),
  }));
}
