import { Keyboard, ScrollText } from "lucide-react";
import { t } from "#web/lib/language/i18n.ts";
import type { Command } from "./command.ts";
import { openPage } from "./page-path.ts";
import { prefixes, type Prefix } from "./prefixes.ts";
import { paletteTexts } from "./texts.ts";

const pages = [
  { path: "/help/shortcuts", title: paletteTexts.shortcuts, icon: Keyboard },
  { path: "/legal/terms", title: paletteTexts.terms, icon: ScrollText },
  { path: "/legal/privacy", title: paletteTexts.privacyPolicy, icon: ScrollText },
] as const;

/** The prefixes under which something can be found: there are no files yet. */
const offered = prefixes.filter(({ sign }) => sign !== "/");

/** How the palette is used, and where else help is. */
export function findHelp(): readonly Command[] {
  return [
    ...pages.map(({ path, title, icon }): Command => ({
      id: `help:${path}`,
      title: t(title),
      category: "help",
      keywords: [],
      mark: { kind: "icon", icon },
      run: () => openPage(path),
    })),
    ...offered.map(toHint),
  ];
}

/** Puts its sign into the field. */
function toHint({ sign, title, placeholder }: Prefix): Command {
  return {
    id: `prefix:${sign}`,
    title: t(title),
    subtitle: t(placeholder),
    category: "help",
    keywords: [t(placeholder)],
    mark: { kind: "sign", sign },
    types: sign,
  };
}

/** All of them but the one for this. */
export function findHints(): readonly Command[] {
  return offered.filter(({ sign }) => sign !== "?").map(toHint);
}
