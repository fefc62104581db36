import type { VisibleMessage } from "@colbin/client";
import type { MessageFile } from "@colbin/protocol";
import { fileWidth, frameOf, gridOf, layoutOf, paperHeight } from "./file-layout.ts";

interface FilePlacesProps {
  message: Pick<VisibleMessage, "clientMessageId" | "type">;
  files: readonly MessageFile[];
}

/** In the place of the files of a message until they can be drawn. */
export function FilePlaces({ message, files }: FilePlacesProps) {
  const { pictures, films, sounds, paper, others } = layoutOf(
    files,
    message.clientMessageId !== null,
  );
  const soundHeight = message.type === "voice" ? "h-12 max-pair:h-14" : "h-24";
  const [only] = pictures;
  return (
    <div className="grid grid-cols-1 gap-1.5 py-1">
      {only && pictures.length === 1 ? (
        <Film file={only} />
      ) : (
        pictures.length > 0 && <div className={`${fileWidth} ${gridOf(pictures.length)}`} />
      )}
      {films.map((file) => (
        <Film key={file.id} file={file} />
      ))}
      {sounds.map(({ id }) => (
        <div key={id} className={soundHeight} />
      ))}
      {paper && <div className={paperHeight} />}
      {others.map(({ id }) => (
        <div key={id} className="h-15" />
      ))}
      {files.length > 1 && <div className="h-6 coarse:h-touch" />}
    </div>
  );
}

function Film({ file }: { file: MessageFile }) {
  return (
    <div className="max-w-full pb-6">
      <div style={frameOf(file)} className="max-w-full" />
    </div>
  );
}
