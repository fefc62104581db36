import { HeadphoneOff, Headphones, Mic, MicOff, type LucideIcon } from "lucide-react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { localToggleNames, localToggles, switchLocal, type LocalToggle } from "./local-toggles.ts";
import { userTexts } from "./texts.ts";

const looks: Record<LocalToggle, { text: Text; off: LucideIcon; on: LucideIcon }> = {
  muted: { text: userTexts.mute, off: Mic, on: MicOff },
  deafened: { text: userTexts.deafen, off: Headphones, on: HeadphoneOff },
};

/** Mute and deafen, as this device was left. */
export function LocalToggles() {
  return localToggleNames.map((name) => <Toggle key={name} name={name} />);
}

function Toggle({ name }: { name: LocalToggle }) {
  const isOn = useStore(localToggles[name], (value) => value);
  const Icon = looks[name][isOn ? "on" : "off"];
  return (
    <IconButton
      label={t(looks[name].text)}
      aria-pressed={isOn}
      className="aria-pressed:text-danger-ink!"
      onClick={() => switchLocal(name)}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
