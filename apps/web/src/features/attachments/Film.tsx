import { Caption } from "./Caption.tsx";
import { fileContentPath } from "@colbin/protocol";
import { frameOf } from "./file-layout.ts";
import type { ShownFile } from "./PictureButton.tsx";
import { SentBar } from "./SentBar.tsx";
import { useFileSource } from "./use-file-source.ts";

/** A video, with the browser's own controls. */
export function Film(shown: ShownFile) {
  const { file, isWaiting, tabIndex } = shown;
  const poster = file.variants.includes("poster")
    ? fileContentPath(file.id, { variant: "poster" })
    : file.blur;
  return (
    <div className="max-w-full">
      <div style={frameOf(file)} className="relative max-w-full overflow-clip rounded-md bg-sunken">
        <video
          src={useFileSource(shown)}
          poster={poster}
          controls
          preload={poster === undefined ? "metadata" : "none"}
          playsInline
          tabIndex={tabIndex}
          aria-label={file.alt ?? file.name}
          className="size-full"
        >
          <track kind="captions" />
        </video>
        {isWaiting && <SentBar id={file.id} className="absolute inset-x-2 bottom-2" />}
      </div>
      <Caption {...shown} />
    </div>
  );
}
