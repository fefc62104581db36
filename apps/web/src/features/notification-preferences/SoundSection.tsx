import { Play } from "lucide-react";
import { Button } from "#web/design/button/Button.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { Switch } from "#web/design/form/Switch.tsx";
import { SettingLine } from "#web/features/settings/SettingLine.tsx";
import { SettingRow } from "#web/features/settings/SettingRow.tsx";
import { SettingsSection } from "#web/features/settings/SettingsSection.tsx";
import {
  chatSound,
  mentionTone,
  messageTone,
  setChatSound,
} from "#web/features/sound/chat-sound.ts";
import { playSound } from "#web/features/sound/play-sound.ts";
import { soundNames } from "#web/features/sound/sounds.ts";
import { faviconMark } from "#web/features/subscriptions/favicon-mark.ts";
import { titleCount } from "#web/features/subscriptions/title-count.ts";
import type { DeviceSetting } from "#web/lib/device/setting.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { soundTexts } from "./sound-texts.ts";

/** Settings of this browser alone: its sounds, and the marks of its tab. */
export function SoundSection() {
  const isOn = useStore(chatSound, (value) => value);
  return (
    <SettingsSection title={t(soundTexts.title)}>
      <SettingLine>
        <Switch
          label={t(soundTexts.sound)}
          hint={t(soundTexts.soundHint)}
          isOn={isOn}
          onChange={setChatSound}
        />
      </SettingLine>
      <ToneRow tone={messageTone} title={soundTexts.message} hint={soundTexts.messageHint} />
      <ToneRow tone={mentionTone} title={soundTexts.mention} hint={soundTexts.mentionHint} />
      <MarkLine mark={titleCount} label={soundTexts.tabTitle} hint={soundTexts.tabTitleHint} />
      <MarkLine mark={faviconMark} label={soundTexts.favicon} hint={soundTexts.faviconHint} />
    </SettingsSection>
  );
}

interface ToneRowProps {
  tone: typeof messageTone;
  title: Text;
  hint: Text;
}

/** A choice of sounds; what is chosen is heard at once. */
function ToneRow({ tone, title, hint }: ToneRowProps) {
  const chosen = useStore(tone, (name) => name);
  const play = (name: typeof chosen): void => void playSound(name).catch(() => undefined);
  const name = t(soundTexts[chosen]);
  return (
    <SettingRow title={t(title)} hint={t(hint)}>
      {(words) => (
        <span className="flex items-center gap-2 max-pair:w-full">
          <Select
            {...words}
            className="max-pair:flex-1 pair:w-44"
            options={soundNames.map((value) => ({ value, label: t(soundTexts[value]) }))}
            value={chosen}
            onChange={(next) => {
              tone.update(() => next);
              play(next);
            }}
          />
          <Button aria-label={t(soundTexts.play, { name })} onClick={() => play(chosen)}>
            <Play aria-hidden="true" />
          </Button>
        </span>
      )}
    </SettingRow>
  );
}

interface MarkLineProps {
  mark: DeviceSetting<boolean>;
  label: Text;
  hint: Text;
}

function MarkLine({ mark, label, hint }: MarkLineProps) {
  const isOn = useStore(mark, (value) => value);
  return (
    <SettingLine>
      <Switch
        label={t(label)}
        hint={t(hint)}
        isOn={isOn}
        onChange={(next) => mark.update(() => next)}
      />
    </SettingLine>
  );
}
