import type { SendOptions } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { Mic } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { toast } from "#web/design/overlay/toast.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { trays } from "#web/lib/device/trays.ts";
import { uploads } from "#web/lib/device/uploads.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { mayRecord, startRecording, type Recorder } from "./recorder.ts";
import { voiceTexts } from "./texts.ts";

const VoicePanel = lazyPart(() => import("./VoicePanel.tsx"), "VoicePanel");

interface VoiceButtonProps {
  /** The name of the composer's draft. */
  at: string;
  roomId: RoomId;
  isDisabled: boolean;
  onSend: (text: string, how?: SendOptions) => Promise<void>;
}

/** Among the tools of a composer, where the browser can record. */
export function VoiceButton(props: VoiceButtonProps) {
  // A recording stays in the place where it was begun.
  return mayRecord() ? <Voice key={props.at} {...props} /> : null;
}

function Voice({ at, roomId, isDisabled, onSend }: VoiceButtonProps) {
  const place = `${at} voice`;
  const recorded = useStore(trays, (all) => all.get(place));
  const [recorder, setRecorder] = useState<Recorder>();
  const [isAsking, setAsking] = useState(false);
  const isGone = useRef(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const surface = button?.closest<HTMLElement>("[data-surface]");

  async function finish(): Promise<void> {
    const added = await recorder?.finish();
    if (added) uploads.add({ place, roomId }, [added]);
    setRecorder(undefined);
  }

  const handleEnd = useEffectEvent(() => void finish());
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => {
    if (!recorder) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    const unfollow = recorder.state.subscribe(() => {
      if (recorder.state.getSnapshot().isOver) handleEnd();
    });
    return () => {
      window.removeEventListener("beforeunload", ask);
      unfollow();
      // The person goes somewhere else: it waits for them here.
      void recorder.finish().then((added) => added && uploads.add({ place, roomId }, [added]));
    };
  }, [recorder, place, roomId]);

  async function start(): Promise<void> {
    setAsking(true);
    try {
      const started = await startRecording();
      if (isGone.current) started.cancel();
      else setRecorder(started);
    } catch (cause) {
      tell(cause);
    } finally {
      setAsking(false);
    }
  }

  function close(): void {
    setRecorder(undefined);
    requestAnimationFrame(() => button?.focus());
  }

  return (
    <>
      <IconButton
        ref={setButton}
        label={t(voiceTexts.record)}
        disabled={isDisabled}
        isBusy={isAsking}
        onClick={() => void start()}
      >
        <Mic aria-hidden="true" />
      </IconButton>
      {surface && !isDisabled && (recorder ?? recorded) && (
        <VoicePanel
          surface={surface}
          place={place}
          recorder={recorder}
          recorded={recorded}
          finish={finish}
          onDiscard={() => {
            recorder?.cancel();
            if (recorded) uploads.cancel(recorded.files.map(({ id }) => id));
            close();
          }}
          onSend={onSend}
          onClose={close}
        />
      )}
    </>
  );
}

function tell(cause: unknown): void {
  const { name } = cause as Error;
  const [title, description] =
    name === "NotAllowedError"
      ? [voiceTexts.refused, voiceTexts.refusedAdvice]
      : name === "NotFoundError"
        ? [voiceTexts.missing, voiceTexts.missingAdvice]
        : [voiceTexts.failed, voiceTexts.failedAdvice];
  toast({ title: t(title), description: t(description), variant: "warning" });
}
