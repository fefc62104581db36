import { TextButton } from "#web/design/button/TextButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { paletteTexts } from "./texts.ts";
import type { PaletteState } from "./use-palette.ts";

interface PaletteStatusProps {
  palette: PaletteState;
  /** Results that are shown. */
  count: number;
  text: string;
}

/** How the search stands, below what it has found. */
export function PaletteStatus({ palette, count, text }: PaletteStatusProps) {
  const { query, isWaiting, hasFailed, retry } = palette;
  return (
    <div className="flex-none px-4.5 text-ink-subtle">
      <p role="status" className={count > 0 && !isWaiting && query !== "" ? "sr-only" : "py-2"}>
        {statusText()}
      </p>
      {hasFailed && (
        <p role="alert" className="flex items-center gap-3 py-2 text-danger-ink">
          {t(paletteTexts.searchFailed)}
          <TextButton onClick={retry}>{t(paletteTexts.tryAgain)}</TextButton>
        </p>
      )}
    </div>
  );

  function statusText(): string {
    if (query === "") return t(paletteTexts.empty);
    if (isWaiting) return t(paletteTexts.searching);
    if (count > 0) return t(paletteTexts.found, { n: count });
    return text === "" ? t(paletteTexts.start) : t(paletteTexts.noResults, { query: text });
  }
}
