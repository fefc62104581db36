import { Keys } from "#web/design/button/Keys.tsx";
import { shortcutKeys } from "#web/lib/actions/shortcut.ts";
import { t } from "#web/lib/language/i18n.ts";
import { paletteTexts, prefixTexts } from "./texts.ts";

const keys = [
  { names: [...shortcutKeys("ArrowUp"), ...shortcutKeys("ArrowDown")], text: paletteTexts.move },
  { names: shortcutKeys("Enter"), text: paletteTexts.open },
  { names: shortcutKeys("Mod+Enter"), text: paletteTexts.openAndStay },
  { names: ["?"], text: prefixTexts.help },
];

/** The keys of the palette, for people with a keyboard. */
export function PaletteFoot() {
  return (
    <div
      aria-hidden="true"
      className="flex h-9.5 flex-none items-center gap-4 border-t border-line px-4.5 text-xs text-ink-subtle max-pair:hidden [&>:last-child]:ms-auto"
    >
      {keys.map(({ names, text }) => (
        <span key={text.message} className="flex items-center gap-1.5 whitespace-nowrap">
          <Keys names={names} />
          {t(text)}
        </span>
      ))}
    </div>
  );
}
