import type { Voice } from "@colbin/protocol";
import { VoicePlayer } from "#web/features/voice/VoicePlayer.tsx";
import { FileCard } from "./FileCard.tsx";
import { fileWidth } from "./file-layout.ts";
import type { ShownFile } from "./PictureButton.tsx";
import { useFileSource } from "./use-file-source.ts";

/** A sound, with the browser's own controls but for a voice message. */
export function Sound({ voice, ...shown }: ShownFile & { voice: Voice | undefined }) {
  const { file, tabIndex } = shown;
  const src = useFileSource(shown);
  if (voice) return <VoicePlayer voice={voice} src={src} tabIndex={tabIndex} />;
  return (
    <div className={`grid h-24 grid-cols-1 content-start ${fileWidth}`}>
      <FileCard {...shown} />
      <audio
        src={src}
        controls
        preload="metadata"
        tabIndex={tabIndex}
        aria-label={file.name}
        className="h-9 w-full"
      >
        <track kind="captions" />
      </audio>
    </div>
  );
}
