import { toClock, type Voice } from "@colbin/protocol";
import { useId } from "react";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { speed, speeds } from "./playback.ts";
import { playerTexts } from "./player-texts.ts";
import { Track } from "./Track.tsx";

interface VoicePlayerProps {
  voice: Voice;
  src: string | undefined;
  tabIndex: number;
}

/** The recording of a message. */
export function VoicePlayer({ voice, src, tabIndex }: VoicePlayerProps) {
  const { fileId, durationMs, wave } = voice;
  return (
    <div
      role="group"
      aria-label={t(playerTexts.message, { length: toClock(durationMs) })}
      className="flex h-12 w-115 max-w-full items-center gap-2.5 rounded-full ps-2 pe-1.5 inset-ring inset-ring-line-strong max-pair:h-14 max-pair:gap-2"
    >
      <Track id={fileId} {...{ src, durationMs, wave, tabIndex }} />
      <Speeds tabIndex={tabIndex} />
    </div>
  );
}

function Speeds({ tabIndex }: { tabIndex: number }) {
  const chosen = useStore(speed, (value) => value);
  const name = useId();
  return (
    <span
      role="radiogroup"
      aria-label={t(playerTexts.speed)}
      className="inline-flex flex-none gap-px rounded-full bg-hover p-0.5"
    >
      {speeds.map((each) => (
        <label
          key={each}
          className="relative grid h-7 min-w-9 cursor-pointer place-items-center rounded-full px-1.5 text-xs font-medium text-ink-muted tabular-nums hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-focus max-pair:min-w-7.5 max-pair:px-1"
        >
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === chosen}
            tabIndex={tabIndex}
            onChange={() => speed.update(() => each)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {`${each}×`}
        </label>
      ))}
    </span>
  );
}
