import { toClock } from "@colbin/protocol";
import { Pause, Play } from "lucide-react";
import { useEffect, type KeyboardEvent } from "react";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { playback, seek, stop, toggle } from "./playback.ts";
import { playerTexts } from "./player-texts.ts";
import { Wave } from "./Wave.tsx";

interface TrackProps {
  id: string;
  /** Undefined until it is there. */
  src: string | undefined;
  durationMs: number;
  wave: readonly number[] | undefined;
  tabIndex?: number;
}

/** One press of an arrow goes so far; with Shift by single seconds. */
const STEP_MS = 5_000;
const FINE_STEP_MS = 1_000;
const isForwards: Readonly<Record<string, boolean>> = {
  ArrowLeft: false,
  ArrowDown: false,
  ArrowRight: true,
  ArrowUp: true,
};

/** Drawn where the sender told no wave. */
const flat: readonly number[] = Array<number>(48).fill(20);

/** Plays a recording; its wave is a slider that leads to each place of it. */
export function Track({ id, src, durationMs, wave = flat, tabIndex = 0 }: TrackProps) {
  const isPlaying = useStore(playback, (now) => now.id === id && now.isPlaying);
  const ms = useStore(playback, (now) => (now.id === id ? Math.min(now.ms, durationMs) : 0));
  // Deleted, or out of sight: a sound is heard only where it can be stopped.
  useEffect(() => () => stop(id), [id]);
  const points = wave.length > 0 ? wave : flat;
  const recorded = src === undefined ? undefined : { id, src };
  function handleKey(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const isOn = isForwards[key];
    if (!recorded || isOn === undefined || ctrlKey || metaKey || altKey) return;
    event.preventDefault();
    const isMirrored = document.dir === "rtl" && (key === "ArrowLeft" || key === "ArrowRight");
    const step = shiftKey ? FINE_STEP_MS : STEP_MS;
    const next = isOn === isMirrored ? ms - step : ms + step;
    seek(recorded, Math.min(durationMs, Math.max(0, next)));
  }
  const times = { now: toClock(ms), length: toClock(durationMs) };
  const label = t(isPlaying ? playerTexts.pause : playerTexts.play);
  return (
    <>
      <button
        type="button"
        aria-label={label}
        data-tooltip={label}
        data-first=""
        // It keeps the focus until the recording is there.
        aria-disabled={!recorded}
        tabIndex={tabIndex}
        onClick={() => recorded && toggle(recorded)}
        className="grid size-8 flex-none place-items-center rounded-full bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-pressed aria-disabled:bg-hover aria-disabled:text-ink-disabled coarse:size-10"
      >
        {isPlaying ? (
          <Pause className="icon-sm fill-current" aria-hidden="true" />
        ) : (
          <Play className="icon-sm fill-current" aria-hidden="true" />
        )}
      </button>
      <span className="relative flex h-6 min-w-0 flex-1 rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <Wave points={points} heard={Math.round((ms / durationMs) * points.length)} />
        <input
          type="range"
          min={0}
          max={durationMs / 1_000}
          step={0.1}
          value={ms / 1_000}
          disabled={!recorded}
          tabIndex={tabIndex}
          aria-label={t(playerTexts.position)}
          aria-valuetext={t(playerTexts.at, times)}
          onKeyDown={handleKey}
          onChange={({ target }) => recorded && seek(recorded, Number(target.value) * 1_000)}
          className="absolute -inset-y-2 inset-x-0 h-10 w-full cursor-pointer opacity-0"
        />
      </span>
      <span className="flex-none text-xs whitespace-nowrap text-ink-muted tabular-nums">
        {ms > 0 ? times.now : times.length}
        {ms > 0 && <span className="max-pair:hidden">{` / ${times.length}`}</span>}
      </span>
    </>
  );
}
