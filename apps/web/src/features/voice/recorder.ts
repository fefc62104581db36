import { createStore, type AddedFile, type Store } from "@colbin/client";
import { VOICE_MAX_S } from "@colbin/protocol";
import { toWave } from "./wave.ts";

/** Containers of voice messages, in the order of preference (rules-messages 47), and the endings of their names. */
const kinds = [
  ["audio/webm;codecs=opus", "webm"],
  ["audio/ogg;codecs=opus", "ogg"],
  ["audio/mp4;codecs=mp4a.40.2", "m4a"],
] as const;
const BITS_PER_SECOND = 48_000;
const LOOK_MS = 100;
/** The last packet may end after the moment of stopping. */
const LIMIT_MS = VOICE_MAX_S * 1_000 - 1_000;

interface RecorderState {
  readonly ms: number;
  /** How loud it was at each look, from 0 to 1. */
  readonly levels: readonly number[];
  readonly isPaused: boolean;
  /** It has come to the limit, or the microphone is gone: nothing more is recorded. */
  readonly isOver: boolean;
}

export interface Recorder {
  readonly state: Store<RecorderState>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends it; undefined where nothing was recorded, or it has ended before. */
  readonly finish: () => Promise<AddedFile | undefined>;
  /** Ends it, and nothing of it stays. */
  readonly cancel: () => void;
}

/** Can this browser record what a voice message may have? */
export function mayRecord(): boolean {
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  return (
    mediaDevices !== undefined && typeof MediaRecorder === "function" && findKind() !== undefined
  );
}

function findKind() {
  return kinds.find(([type]) => MediaRecorder.isTypeSupported(type));
}

/** Asks for the microphone and records. */
export async function startRecording(): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  try {
    return record(stream);
  } catch (cause) {
    release(stream);
    throw cause;
  }
}

function record(stream: MediaStream): Recorder {
  const [mimeType, ending] = findKind() ?? kinds[0];
  const media = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
  const meter = openMeter(stream);
  const state = createStore<RecorderState>({ ms: 0, levels: [], isPaused: false, isOver: false });
  const setOver = () => state.update((before) => ({ ...before, isOver: true }));
  const parts: Blob[] = [];
  let lookedAt = performance.now();
  let isEnded = false;
  media.addEventListener("dataavailable", ({ data }) => parts.push(data));
  media.addEventListener("error", setOver);
  // Removed, or its permission is taken back.
  stream.getAudioTracks()[0]?.addEventListener("ended", setOver);
  const timer = setInterval(look, LOOK_MS);
  media.start();

  function look(): void {
    const now = performance.now();
    const passed = now - lookedAt;
    lookedAt = now;
    if (media.state !== "recording" || state.getSnapshot().isOver) return;
    const level = meter.read();
    state.update(({ ms, levels, ...rest }) => ({
      ...rest,
      ms: ms + passed,
      levels: [...levels, level],
    }));
    if (state.getSnapshot().ms >= LIMIT_MS) setOver();
  }

  function end(): void {
    isEnded = true;
    clearInterval(timer);
    meter.close();
    release(stream);
  }

  return {
    state,
    pause() {
      look();
      media.pause();
      state.update((before) => ({ ...before, isPaused: true }));
    },
    resume() {
      look();
      media.resume();
      state.update((before) => ({ ...before, isPaused: false }));
    },
    async finish() {
      // It may come to the limit with this look, and be ended by that.
      look();
      if (isEnded) return undefined;
      if (media.state !== "inactive") {
        const stopped = new Promise((resolve) => media.addEventListener("stop", resolve));
        media.stop();
        end();
        await stopped;
      } else end();
      const mediaType = mimeType.split(";")[0] ?? mimeType;
      const bytes = new Blob(parts, { type: mediaType });
      if (bytes.size === 0) return undefined;
      const { ms, levels } = state.getSnapshot();
      const voice = { durationMs: Math.round(ms), wave: toWave(levels) };
      return { bytes, name: `voice-message.${ending}`, mediaType, voice };
    },
    cancel() {
      if (isEnded) return;
      if (media.state !== "inactive") media.stop();
      end();
    },
  };
}

/** How loud the microphone is at the moment. */
function openMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 2_048;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read(): number {
      analyser.getFloatTimeDomainData(samples);
      return Math.min(
        1,
        samples.reduce((top, each) => Math.max(top, Math.abs(each)), 0),
      );
    },
    close: () => void context.close(),
  };
}

/** The sign of the browser that the page listens goes out. */
function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
