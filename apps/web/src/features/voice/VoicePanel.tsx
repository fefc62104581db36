import type { OutgoingFile, SendOptions } from "@colbin/client";
import { toClock } from "@colbin/protocol";
import clsx from "clsx";
import { ArrowUp, Mic, Pause, RotateCw, Square, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { trayTexts } from "#web/features/files/tray-texts.ts";
import { uploadText } from "#web/features/files/upload-text.ts";
import { errorText } from "#web/lib/api/error-text.ts";
import { useFilePreview } from "#web/lib/device/file-previews.ts";
import { trays, type Tray } from "#web/lib/device/trays.ts";
import { uploads } from "#web/lib/device/uploads.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import type { Recorder } from "./recorder.ts";
import { recordingTexts } from "./recording-texts.ts";
import { Track } from "./Track.tsx";
import { Wave } from "./Wave.tsx";

/** So many of the last levels are drawn while it records. */
const SHOWN_LEVELS = 56;
const none: readonly number[] = Array<number>(SHOWN_LEVELS).fill(0);

interface VoicePanelProps {
  /** The composer's field, which it covers. */
  surface: HTMLElement;
  /** Where the recording stays until it is sent. */
  place: string;
  recorder: Recorder | undefined;
  recorded: Tray | undefined;
  /** Ends the recording; resolves when it is in its place. */
  finish: () => Promise<void>;
  onDiscard: () => void;
  onSend: (text: string, how?: SendOptions) => Promise<void>;
  onClose: () => void;
}

/** In the place of the field while a voice message is recorded, and until it is sent. */
export function VoicePanel(props: VoicePanelProps) {
  const { surface, place, recorder, recorded, finish, onDiscard, onSend, onClose } = props;
  const [isSending, setSending] = useState(false);
  const [file] = recorded?.files ?? [];
  const panel = useCovering(surface, recorder !== undefined, file !== undefined);

  async function send(): Promise<void> {
    setSending(true);
    await finish();
    const tray = trays.getSnapshot().get(place);
    tray?.hold(true);
    onClose();
    try {
      if (tray) await onSend("", { files: tray.files });
    } catch (cause) {
      tray?.hold(false);
      toast({ title: errorText(cause), variant: "destructive" });
    } finally {
      setSending(false);
    }
  }

  return createPortal(
    <div
      ref={panel}
      role="group"
      aria-label={t(recorder ? recordingTexts.recording : recordingTexts.recorded)}
      className="absolute inset-0 z-sticky flex items-center gap-2.5 rounded-lg bg-field px-3 inset-ring-[1.5px] inset-ring-focus max-pair:gap-1.5 max-pair:rounded-[0.875rem] max-pair:px-1.5"
    >
      <IconButton label={t(recordingTexts.discard)} onClick={onDiscard}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {recorder ? (
        <Recording recorder={recorder} onStop={() => void finish()} />
      ) : (
        file && <Recorded file={file} />
      )}
      <button
        type="button"
        aria-disabled={isSending}
        aria-label={t(recordingTexts.send)}
        data-tooltip={t(recordingTexts.send)}
        onClick={() => isSending || void send()}
        className="grid h-8 w-9 flex-none place-items-center rounded-sm bg-accent text-on-accent transition-[background-color] duration-fast hover:bg-accent-hover active:bg-accent-pressed max-pair:h-10 max-pair:w-11 max-pair:rounded-lg"
      >
        <ArrowUp aria-hidden="true" />
      </button>
    </div>,
    surface,
  );
}

/** Nothing beneath can be reached meanwhile: a focus that was there, or on a button that has gone, moves to the panel. */
function useCovering(surface: HTMLElement, isBegun: boolean, isRecorded: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(isBegun);
  useEffect(() => {
    const others = [...surface.children].filter(
      (each): each is HTMLElement => each instanceof HTMLElement && each !== panel.current,
    );
    const isBeneath = others.some((each) => each.contains(document.activeElement));
    for (const each of others) each.inert = true;
    if (takesFocus.current || isBeneath) focusFirst(panel.current);
    return () => {
      for (const each of others) each.inert = false;
    };
  }, [surface]);
  useEffect(() => {
    if (isRecorded && document.activeElement === document.body) focusFirst(panel.current);
  }, [isRecorded]);
  return panel;
}

function focusFirst(panel: HTMLElement | null): void {
  panel?.querySelector<HTMLElement>("[data-first]")?.focus();
}

function Recording({ recorder, onStop }: { recorder: Recorder; onStop: () => void }) {
  const seconds = useStore(recorder.state, ({ ms }) => Math.floor(ms / 1_000));
  const levels = useStore(recorder.state, (now) => now.levels);
  const isPaused = useStore(recorder.state, (now) => now.isPaused);
  const points = levels.slice(-SHOWN_LEVELS).map((level) => Math.sqrt(level) * 100);
  const rest = none.slice(points.length);
  return (
    <>
      <span
        role="timer"
        className="inline-flex flex-none items-center gap-2 text-md font-medium tabular-nums max-pair:me-1.5"
      >
        <i
          className={clsx("size-2.25 rounded-full", isPaused ? "bg-control" : "bg-danger")}
          aria-hidden="true"
        />
        {toClock(seconds * 1_000)}
      </span>
      <span className="flex h-8 min-w-0 flex-1">
        <Wave points={[...points, ...rest]} heard={isPaused ? 0 : points.length} />
      </span>
      <p role="status" className="sr-only">
        {t(isPaused ? recordingTexts.paused : recordingTexts.recording)}
      </p>
      <IconButton
        label={t(isPaused ? recordingTexts.resume : recordingTexts.pause)}
        onClick={isPaused ? recorder.resume : recorder.pause}
      >
        {isPaused ? (
          <Mic className="text-danger-ink" aria-hidden="true" />
        ) : (
          <Pause aria-hidden="true" />
        )}
      </IconButton>
      <IconButton data-first="" label={t(recordingTexts.stop)} onClick={onStop}>
        <Square className="icon-sm fill-current" aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** One that was refused tells why in the place of its sound. */
function Recorded({ file }: { file: OutgoingFile }) {
  const { id, name, voice } = file;
  const src = useFilePreview(id, true);
  const upload = useStore(uploads.store, (all) => all.get(id));
  if (upload?.failure)
    return (
      <>
        <p role="alert" className="min-w-0 flex-1 text-xs text-danger-ink">
          {uploadText(upload)}
        </p>
        <IconButton label={t(trayTexts.retry, { name })} onClick={() => uploads.retry([id])}>
          <RotateCw className="icon-sm" aria-hidden="true" />
        </IconButton>
      </>
    );
  return <Track {...{ id, src }} durationMs={voice?.durationMs ?? 0} wave={voice?.wave} />;
}
