import clsx from "clsx";
import {
  FileArchive,
  FileCode,
  FileSpreadsheet,
  FileText,
  File as FileSign,
  Image,
  Music,
  Presentation,
  Video,
  type LucideIcon,
} from "lucide-react";

/** By the name where people know the kind by that, else by the content. */
const byEnding: readonly (readonly [RegExp, LucideIcon])[] = [
  [/\.(?:csv|xlsx?|xlsm|ods|tsv)$/i, FileSpreadsheet],
  [/\.(?:pptx?|odp|key)$/i, Presentation],
  [/\.(?:zip|7z|rar|t?gz|tar|xz|bz2|zst)$/i, FileArchive],
  [
    /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|c|h|cc|cpp|cs|php|sh|sql|html?|css|xml|json|ya?ml)$/i,
    FileCode,
  ],
];
const byKind: Readonly<Record<string, LucideIcon>> = {
  image: Image,
  video: Video,
  audio: Music,
  text: FileText,
};

interface FileIconProps {
  name: string;
  mediaType: string;
  className?: string;
}

/** The kind of a file, as a sign. */
export function FileIcon({ name, mediaType, className }: FileIconProps) {
  const found = byEnding.find(([ending]) => ending.test(name))?.[1];
  const isDocument = /pdf|word|opendocument\.text|rtf/.test(mediaType);
  const Sign = found ?? byKind[mediaType.split("/")[0] ?? ""] ?? (isDocument ? FileText : FileSign);
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "grid size-9 flex-none place-items-center rounded-md bg-hover text-ink-muted",
        className,
      )}
    >
      <Sign />
    </span>
  );
}
