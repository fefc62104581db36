import { FileCard } from "./FileCard.tsx";
import { fileWidth } from "./file-layout.ts";
import type { ShownFile } from "./PictureButton.tsx";
import { useFileSource } from "./use-file-source.ts";

/** A sound, with the browser's own controls. */
export function Sound(shown: ShownFile) {
  const { file, tabIndex } = shown;
  return (
    <div className={`grid h-24 grid-cols-1 content-start ${fileWidth}`}>
      <FileCard {...shown} />
      <audio
        src={useFileSource(shown)}
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
