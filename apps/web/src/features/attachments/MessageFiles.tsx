import type { VisibleMessage } from "@colbin/client";
import type { MessageFile } from "@colbin/protocol";
import { Download } from "lucide-react";
import { useState } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { fileWidth, gridOf, layoutOf } from "./file-layout.ts";
import { t } from "#web/lib/language/i18n.ts";
import { downloadAll } from "./download-all.ts";
import { unscannedText } from "#web/features/files/shown-texts.ts";
import { FileCard } from "./FileCard.tsx";
import { shownTexts } from "./file-texts.ts";
import { Paper } from "./Paper.tsx";
import { PictureButton } from "./PictureButton.tsx";
import { PictureAlone } from "./PictureAlone.tsx";
import { Film } from "./Film.tsx";
import { Sound } from "./Sound.tsx";

const FileViewer = lazyPart(() => import("./FileViewer.tsx"), "FileViewer");

/** So many images of a message are seen in the list. */
const SHOWN_MAX = 4;

export interface MessageFilesProps {
  message: Pick<VisibleMessage, "clientMessageId" | "status" | "metadata">;
  files: readonly MessageFile[];
  isTabStop: boolean;
  /** The message is not to be sent. */
  onCancel: (clientMessageId: string) => void;
}

/** The files of a message, or of one that waits for them: those of this device then. */
export function MessageFiles({ message, files, isTabStop, onCancel }: MessageFilesProps) {
  const { clientMessageId, metadata } = message;
  const isWaiting = clientMessageId !== null;
  const { pictures, films, sounds, paper, others } = layoutOf(files, isWaiting);
  const [opened, setOpened] = useState<{ readonly at: number; readonly need: number }>();
  const tabIndex = isTabStop ? 0 : -1;
  const each = { isWaiting, tabIndex };
  const open = (at: number): void => setOpened({ at, need: (opened?.need ?? 0) + 1 });
  const [only] = pictures;
  const ready = files.filter(({ status }) => status === "ready");
  return (
    <div className="grid grid-cols-1 gap-1.5 py-1">
      {only && pictures.length === 1 && (
        <PictureAlone {...each} file={only} onOpen={() => open(0)} />
      )}
      {pictures.length > 1 && (
        <div
          className={`grid gap-0.75 overflow-clip rounded-md ${fileWidth} ${gridOf(Math.min(SHOWN_MAX, pictures.length))}`}
        >
          {pictures.slice(0, SHOWN_MAX).map((file, at) => (
            <PictureButton
              key={file.id}
              {...each}
              file={file}
              more={at === SHOWN_MAX - 1 ? pictures.length - SHOWN_MAX : 0}
              onOpen={() => open(at)}
              className={pictures.length === 3 && at === 0 ? "row-span-2" : undefined}
            />
          ))}
        </div>
      )}
      {films.map((file) => (
        <Film key={file.id} {...each} file={file} />
      ))}
      {sounds.map((file) => (
        <Sound key={file.id} {...each} file={file} voice={metadata.voice} />
      ))}
      {paper && <Paper {...each} file={paper} onOpen={() => open(pictures.length)} />}
      {others.map((file) => (
        <FileCard key={file.id} {...each} file={file} />
      ))}
      {files.length > 1 && (
        <p className="flex h-6 items-center gap-2 text-xs text-ink-subtle coarse:h-touch">
          {!isWaiting && ready.length > 1 && (
            <TextButton
              tabIndex={tabIndex}
              className="inline-flex items-center gap-1.25"
              onClick={() => downloadAll(ready)}
            >
              <Download className="icon-sm" aria-hidden="true" />
              {t(shownTexts.downloadAll, { n: ready.length })}
            </TextButton>
          )}
          {pictures.length > 1 && pictures.some((file) => file.isUnscanned) && t(unscannedText)}
        </p>
      )}
      {isWaiting && message.status === "sending" && (
        <p className="text-xs">
          <TextButton tabIndex={tabIndex} onClick={() => onCancel(clientMessageId)}>
            {t(shownTexts.cancel)}
          </TextButton>
        </p>
      )}
      {opened && !isWaiting && (
        <FileViewer
          need={opened.need}
          files={paper ? [...pictures, paper] : pictures}
          start={opened.at}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  );
}
