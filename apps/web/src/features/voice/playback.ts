import { createStore } from "@colbin/client";
import { toast } from "#web/design/overlay/toast.ts";
import { deviceSetting } from "#web/lib/device/setting.ts";
import { t } from "#web/lib/language/i18n.ts";
import { playerTexts } from "./player-texts.ts";

export const speeds = [1, 1.5, 2] as const;
export type Speed = (typeof speeds)[number];

/** How fast recordings are played in this browser. */
export const speed = deviceSetting<Speed>(
  "voiceSpeed",
  (kept) => speeds.find((each) => String(each) === kept),
  1,
);

/** A recording by the id of its file, and where its bytes are. */
export interface Recorded {
  readonly id: string;
  readonly src: string;
}

interface Playback {
  readonly id: string | undefined;
  readonly isPlaying: boolean;
  readonly ms: number;
}

const nothing: Playback = { id: undefined, isPlaying: false, ms: 0 };

/** The recording that is played, one at a time for the whole page. */
export const playback = createStore<Playback>(nothing);
let element: HTMLAudioElement | undefined;

function open(): HTMLAudioElement {
  if (element) return element;
  const audio = (element = new Audio());
  const set = (change: Partial<Playback>) =>
    playback.update((before) => ({ ...before, ...change }));
  const follow = () => set({ ms: audio.currentTime * 1_000, isPlaying: !audio.paused });
  for (const event of ["timeupdate", "play", "pause", "seeked"])
    audio.addEventListener(event, follow);
  audio.addEventListener("ended", () => set({ isPlaying: false, ms: 0 }));
  audio.addEventListener("error", () => {
    if (playback.getSnapshot().id === undefined) return;
    playback.update(() => nothing);
    toast({
      title: t(playerTexts.unplayable),
      description: t(playerTexts.unplayableAdvice),
      variant: "warning",
    });
  });
  speed.subscribe(() => {
    audio.playbackRate = speed.getSnapshot();
  });
  return audio;
}

/** Makes it the one that is played, at its beginning. */
function take({ id, src }: Recorded): HTMLAudioElement {
  const audio = open();
  if (playback.getSnapshot().id === id) return audio;
  playback.update(() => ({ ...nothing, id }));
  audio.src = src;
  audio.defaultPlaybackRate = speed.getSnapshot();
  audio.playbackRate = speed.getSnapshot();
  return audio;
}

/** Plays it, in the place of any other, or pauses it. */
export function toggle(recorded: Recorded): void {
  const audio = take(recorded);
  if (!audio.paused) return audio.pause();
  // The event tells of a failure.
  audio.play().catch(() => undefined);
}

/** Goes to a place of it. */
export function seek(recorded: Recorded, ms: number): void {
  take(recorded).currentTime = ms / 1_000;
  playback.update((before) => ({ ...before, ms }));
}

/** Ends it, where it is the one that is played. */
export function stop(id: string): void {
  if (playback.getSnapshot().id !== id) return;
  playback.update(() => nothing);
  element?.pause();
}
