import clsx from "clsx";
import { useMediaLoad } from "#web/lib/api/use-media-load.ts";
import { t } from "#web/lib/language/i18n.ts";
import { DownloadLink } from "#web/features/files/DownloadLink.tsx";
import { sizeText } from "#web/features/files/file-words.ts";
import { fileWidth, paperHeight } from "./file-layout.ts";
import { shownTexts } from "./file-texts.ts";
import { FileIcon } from "./FileIcon.tsx";
import type { ShownFile } from "./PictureButton.tsx";
import { PictureFailed } from "./PictureFailed.tsx";
import { pictureSource } from "./picture-source.ts";

/** A PDF by the head of its first page, which opens the whole of it. */
export function Paper({ file, tabIndex, onOpen }: ShownFile & { onOpen: () => void }) {
  const { name, mediaType, size } = file;
  const src = pictureSource(file);
  const { holder, hasFailed, fail, retry } = useMediaLoad(src);
  return (
    <div
      className={clsx(
        "flex flex-col overflow-clip rounded-md border border-line-strong",
        fileWidth,
        paperHeight,
      )}
    >
      {hasFailed ? (
        <PictureFailed
          ref={holder}
          {...{ name, tabIndex }}
          className="flex-1 border-b border-line"
          onRetry={retry}
        />
      ) : (
        <button
          ref={holder}
          type="button"
          tabIndex={tabIndex}
          aria-label={t(shownTexts.openPage, { name })}
          onClick={onOpen}
          className="min-h-0 flex-1 cursor-zoom-in overflow-clip border-b border-line bg-sunken pt-4.5 focus-visible:-outline-offset-2"
        >
          <img
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={fail}
            className="mx-auto w-75 max-w-3/4 rounded-t-xs shadow-float"
          />
        </button>
      )}
      <div className="flex h-12 flex-none items-center gap-2.5 ps-2.5 pe-2">
        <FileIcon name={name} mediaType={mediaType} />
        <div className="min-w-0 flex-1">
          <p dir="auto" className="clip-line font-medium">
            {name}
          </p>
          <p className="clip-line text-xs text-ink-subtle tabular-nums">{sizeText(size)}</p>
        </div>
        <DownloadLink file={file} tabIndex={tabIndex} />
      </div>
    </div>
  );
}
