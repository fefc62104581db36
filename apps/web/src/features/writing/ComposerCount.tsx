import clsx from "clsx";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { COUNT_FROM } from "./constants.ts";
import { composerTexts } from "./composer-texts.ts";

interface ComposerCountProps {
  /** Characters of the text, as the server counts them. */
  length: number;
  maxChars: number;
}

/** How much room is left, once there is little of it. */
export function ComposerCount({ length, maxChars }: ComposerCountProps) {
  if (length <= maxChars * COUNT_FROM) return null;
  const isOver = length > maxChars;
  const n = Math.abs(maxChars - length).toLocaleString(displayLocale());
  const max = maxChars.toLocaleString(displayLocale());
  return (
    <span
      role="status"
      className={clsx(
        "text-xs whitespace-nowrap tabular-nums",
        isOver ? "font-medium text-danger-ink" : "text-warning-ink",
      )}
    >
      {t(isOver ? composerTexts.over : composerTexts.left, { n, max })}
    </span>
  );
}
