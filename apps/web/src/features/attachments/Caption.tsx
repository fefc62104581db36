import { t } from "#web/lib/language/i18n.ts";
import { fileContentPath } from "@colbin/protocol";
import { stateText } from "#web/features/files/file-words.ts";
import { downloadText } from "#web/features/files/shown-texts.ts";
import type { ShownFile } from "./PictureButton.tsx";

/** Under an image or a video that stands alone: its name, which saves it, and its size. */
export function Caption({ file, isWaiting, tabIndex }: ShownFile) {
  const { id, name } = file;
  return (
    <p className="flex h-6 items-center gap-2 text-xs text-ink-subtle">
      {isWaiting ? (
        <bdi className="clip-line">{name}</bdi>
      ) : (
        <a
          href={fileContentPath(id, { isDownload: true })}
          download={name}
          tabIndex={tabIndex}
          aria-label={t(downloadText, { name })}
          className="clip-line hover:underline"
        >
          <bdi>{name}</bdi>
        </a>
      )}
      <span className="flex-none tabular-nums">{stateText(file)}</span>
    </p>
  );
}
