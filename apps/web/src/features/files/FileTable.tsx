import type { File } from "@colbin/protocol";
import clsx from "clsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { FileButton } from "./FileButton.tsx";
import { FileThumb } from "./FileThumb.tsx";
import { sizeText, stateText, whenText } from "./file-words.ts";
import { fileTexts } from "./texts.ts";

interface FileTableProps {
  files: readonly File[];
  /** The one that the sheet beside them shows. */
  currentId: string | undefined;
}

const head =
  "sticky top-0 z-sticky h-8 bg-sheet px-3 text-start text-xs font-medium whitespace-nowrap text-ink-subtle shadow-[inset_0_-1px_var(--color-line)] first:ps-gutter last:pe-gutter";
const cell = "border-b border-line px-3 whitespace-nowrap first:ps-gutter last:pe-gutter";
const wide = "max-trio:hidden";

/** Files as lines, the newest first. */
export function FileTable({ files, currentId }: FileTableProps) {
  return (
    <table aria-label={t(fileTexts.title)} className="w-full table-fixed">
      <thead>
        <tr>
          <th scope="col" className={head}>
            {t(fileTexts.name)}
          </th>
          <th scope="col" className={clsx(head, wide, "w-[20%]")}>
            {t(fileTexts.room)}
          </th>
          <th scope="col" className={clsx(head, wide, "w-[20%]")}>
            {t(fileTexts.sharedBy)}
          </th>
          <th scope="col" className={clsx(head, wide, "w-22 text-end!")}>
            {t(fileTexts.size)}
          </th>
          <th scope="col" aria-sort="descending" className={clsx(head, "w-30 text-end!")}>
            {t(fileTexts.date)}
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <FileLine key={file.id} file={file} isCurrent={file.id === currentId} />
        ))}
      </tbody>
    </table>
  );
}

function FileLine({ file, isCurrent }: { file: File; isCurrent: boolean }) {
  const today = useToday();
  const { ownerId, ownerName, place } = file;
  const room = place?.roomTitle ?? t(fileTexts.onlyYou);
  return (
    <tr
      className={clsx(
        "relative h-11 text-ink-muted max-trio:h-15",
        isCurrent ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <td className={cell}>
        <FileButton file={file} isCurrent={isCurrent}>
          <FileThumb file={file} />
          <span className="min-w-0">
            <bdi className="clip-line block">{file.name}</bdi>
            <span className="clip-line block text-xs font-regular text-ink-subtle trio:hidden">
              {`${stateText(file)}, ${ownerName}, ${room}`}
            </span>
            {(file.status !== "ready" || file.isUnscanned) && (
              <span className="clip-line block text-xs font-regular text-ink-subtle max-trio:hidden">
                {stateText(file)}
              </span>
            )}
          </span>
        </FileButton>
      </td>
      <td className={clsx(cell, wide)}>
        <bdi className="clip-line block">{room}</bdi>
      </td>
      <td className={clsx(cell, wide)}>
        <span className="flex items-center gap-2">
          <PersonAvatar id={ownerId} name={ownerName} size="xs" />
          <bdi className="clip-line">{ownerName}</bdi>
        </span>
      </td>
      <td className={clsx(cell, wide, "text-end tabular-nums")}>{sizeText(file.size)}</td>
      <td className={clsx(cell, "text-end tabular-nums")}>
        <time dateTime={file.createdAt} title={formatDate(new Date(file.createdAt), "full")}>
          {whenText(file.createdAt, today)}
        </time>
      </td>
    </tr>
  );
}
