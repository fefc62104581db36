import { fileContentPath, type MessageFile } from "@colbin/protocol";
import { Download } from "lucide-react";
import { ImageViewer, type Picture } from "./ImageViewer.tsx";
import { ViewerLink } from "./ViewerLink.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { sizeText } from "#web/features/files/file-words.ts";
import { shownTexts } from "./file-texts.ts";
import { pictureSource } from "./picture-source.ts";

interface FileViewerProps {
  files: readonly MessageFile[];
  start: number;
  onClose: () => void;
}

/** The images of a message, one at a time. */
export function FileViewer({ files, start, onClose }: FileViewerProps) {
  return <ImageViewer pictures={files.map(toPicture)} start={start} onClose={onClose} />;
}

function toPicture(file: MessageFile): Picture {
  const { id, name, size, alt } = file;
  const link = (
    <ViewerLink
      label={t(shownTexts.download, { name })}
      href={fileContentPath(id, { isDownload: true })}
      download={name}
    >
      <Download aria-hidden="true" />
    </ViewerLink>
  );
  const words = alt ?? name;
  return { key: id, src: pictureSource(file), title: name, note: sizeText(size), alt: words, link };
}
