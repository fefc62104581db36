import type { File } from "@colbin/protocol";
import clsx from "clsx";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { FileButton } from "./FileButton.tsx";
import { FileThumb } from "./FileThumb.tsx";
import { stateText, whenText } from "./file-words.ts";
import { fileTexts } from "./texts.ts";

interface FileGridProps {
  files: readonly File[];
  /** The one that the sheet beside them shows. */
  currentId: string | undefined;
}

/** Files as tiles. */
export function FileGrid({ files, currentId }: FileGridProps) {
  return (
    <ul
      aria-label={t(fileTexts.title)}
      className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2 px-gutter py-1 max-pair:px-4"
    >
      {files.map((file) => (
        <li
          key={file.id}
          className={clsx(
            "relative rounded-lg p-2",
            file.id === currentId ? "bg-accent-soft" : "hover:bg-hover",
          )}
        >
          <FileTile file={file} isCurrent={file.id === currentId} />
        </li>
      ))}
    </ul>
  );
}

function FileTile({ file, isCurrent }: { file: File; isCurrent: boolean }) {
  const today = useToday();
  return (
    <FileButton file={file} isCurrent={isCurrent}>
      <span className="min-w-0 flex-1">
        <FileThumb file={file} isLarge />
        <bdi className="clip-line mt-2 block" title={file.name}>
          {file.name}
        </bdi>
        <span className="clip-line block text-xs font-regular text-ink-muted">
          {`${stateText(file)}, ${whenText(file.createdAt, today)}`}
        </span>
      </span>
    </FileButton>
  );
}
