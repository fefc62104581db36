import type { MessageFile } from "@colbin/protocol";
import { DownloadLink } from "#web/features/files/DownloadLink.tsx";
import { ImageViewer, type Picture } from "./ImageViewer.tsx";
import { stateText } from "#web/features/files/file-words.ts";
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
  const { id, name, alt } = file;
  const link = <DownloadLink file={file} />;
  const words = alt ?? name;
  return {
    key: id,
    src: pictureSource(file),
    title: name,
    note: stateText(file),
    alt: words,
    link,
  };
}
