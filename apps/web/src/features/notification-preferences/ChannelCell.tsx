import { Lock } from "lucide-react";
import { Checkbox } from "#web/design/form/Checkbox.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { GroupCell } from "./channel-groups.ts";
import { settingTexts, wayTexts } from "./texts.ts";

interface ChannelCellProps {
  /** The words of the row. */
  what: string;
  cell: GroupCell;
  /** Chosen, and on its way. */
  pending: boolean | undefined;
  onChoose: (isOn: boolean) => void;
}

/** One way of one row: a box, a lock for what is always on, or a dash. */
export function ChannelCell({ what, cell, pending, onChoose }: ChannelCellProps) {
  const { channel, choices } = cell;
  const words = { what, way: t(wayTexts[channel]) };
  const free = choices.filter(({ isFixed }) => !isFixed);
  const on = free.filter(({ isOn }) => isOn);
  const look = "grid min-h-9 place-items-center text-ink-subtle";
  return (
    <td className="px-1">
      {choices.length === 0 ? (
        <span className={look}>
          <span aria-hidden="true">–</span>
          <span className="sr-only">{t(settingTexts.none, words)}</span>
        </span>
      ) : free.length === 0 ? (
        <span className={look}>
          <Lock aria-hidden="true" className="icon-sm" />
          <span className="sr-only">{t(settingTexts.fixed, words)}</span>
        </span>
      ) : (
        <span className={look}>
          <Checkbox
            label={t(settingTexts.cell, words)}
            isChecked={pending ?? on.length === free.length}
            isMixed={pending === undefined && on.length > 0 && on.length < free.length}
            onChange={onChoose}
          />
        </span>
      )}
    </td>
  );
}
