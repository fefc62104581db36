import { Monitor, Moon, PenLine, Rows3, Rows4, Sun, Volume2 } from "lucide-react";
import { settingsTexts } from "#web/features/settings/texts.ts";
import { chatSound, setChatSound } from "#web/features/sound/chat-sound.ts";
import { chooseTheme } from "#web/features/users/choose-theme.ts";
import { account } from "#web/lib/api/account.ts";
import { setDensity } from "#web/lib/device/density.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { Command } from "./command.ts";
import { paletteTexts } from "./texts.ts";

const themes = [
  { value: "light", title: settingsTexts.light, icon: Sun },
  { value: "dark", title: settingsTexts.dark, icon: Moon },
  { value: "system", title: settingsTexts.system, icon: Monitor },
] as const;

const densities = [
  { value: "comfortable", title: settingsTexts.comfortable, icon: Rows3 },
  { value: "compact", title: settingsTexts.compact, icon: Rows4 },
] as const;

/** Settings that can be changed without going to their page. */
export function findSettings(): readonly Command[] {
  const [theme, density] = [t(settingsTexts.theme), t(settingsTexts.density)];
  return [
    ...themes.map(({ value, title, icon }) => ({
      ...toCommand(`theme:${value}`, t(title), theme),
      mark: { kind: "icon", icon } as const,
      run: () => chooseTheme(value),
    })),
    ...densities.map(({ value, title, icon }) => ({
      ...toCommand(`density:${value}`, t(title), density),
      mark: { kind: "icon", icon } as const,
      run: () => setDensity(value),
    })),
    typing(),
    sound(),
  ];
}

function typing(): Command {
  const isShown = account.session.getSnapshot().user?.preferences.typingIndicators ?? true;
  const title = isShown ? paletteTexts.typingOff : paletteTexts.typingOn;
  return {
    ...toCommand(`typing:${isShown ? "off" : "on"}`, t(title), t(settingsTexts.privacy)),
    mark: { kind: "icon", icon: PenLine },
    async run() {
      await account.users.update({ preferences: { typingIndicators: !isShown } });
    },
  };
}

function sound(): Command {
  const isOn = chatSound.getSnapshot();
  const title = isOn ? paletteTexts.soundOff : paletteTexts.soundOn;
  return {
    ...toCommand(`sound:${isOn ? "off" : "on"}`, t(title), t(settingsTexts.thisBrowser)),
    mark: { kind: "icon", icon: Volume2 },
    run: () => setChatSound(!isOn),
  };
}

function toCommand(id: string, title: string, subtitle: string): Command {
  return { id: `setting:${id}`, title, subtitle, category: "setting", keywords: [subtitle] };
}
