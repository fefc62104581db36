import { FILE_TRASH_DAYS } from "@colbin/protocol";
import { FolderOpen, SearchX, Trash2 } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { EmptyState } from "#web/design/page/EmptyState.tsx";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { Spinner } from "#web/design/page/Spinner.tsx";
import { TableBones } from "#web/design/table/TableBones.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useNearEnd } from "#web/lib/react/use-near-end.ts";
import { useFileKeys } from "./file-keys.ts";
import { isNarrowed, type FileFilter } from "./file-filter.ts";
import { fileTexts } from "./texts.ts";
import type { FileList } from "./use-files.ts";

interface FileListingProps {
  list: FileList;
  filter: FileFilter;
  /** Said where the room has none. */
  isOfRoom?: boolean;
  /** Draws the files. */
  children: ReactNode;
}

/** How a list of files stands, and the files. */
export function FileListing({ list, filter, isOfRoom = false, children }: FileListingProps) {
  const { files, error } = list;
  if (!files && error)
    return (
      <Middle>
        <ErrorState title={t(fileTexts.loadFailed)} text={errorText(error)} onRetry={list.retry} />
      </Middle>
    );
  if (!files) return <TableBones label={t(fileTexts.title)} />;
  if (files.length === 0 && !list.isOld)
    return (
      <Middle>
        <div role="status">
          <None filter={filter} isOfRoom={isOfRoom} />
        </div>
      </Middle>
    );
  return <Filled list={list}>{children}</Filled>;
}

function Filled({ list, children }: Pick<FileListingProps, "list" | "children">) {
  const region = useRef<HTMLDivElement>(null);
  useFileKeys(region);
  const { hasMore, isLoadingMore, error } = list;
  const mark = useNearEnd(hasMore && !isLoadingMore && !error, list.more);
  return (
    <div ref={region} aria-busy={list.isOld} className="scroll-area min-h-0 flex-1 pb-3">
      {children}
      <div ref={mark} className="grid justify-items-center px-3 py-2 text-ink-subtle">
        {isLoadingMore && <Spinner />}
        {error && (
          <p role="alert" className="flex items-center gap-3 text-danger-ink">
            {t(fileTexts.moreFailed)}
            <TextButton onClick={list.retry}>{t(fileTexts.tryAgain)}</TextButton>
          </p>
        )}
      </div>
    </div>
  );
}

function None({ filter, isOfRoom }: Pick<FileListingProps, "filter" | "isOfRoom">) {
  if (isNarrowed(filter))
    return (
      <EmptyState icon={SearchX} title={t(fileTexts.noneFound)} text={t(fileTexts.noneFoundText)} />
    );
  if (filter.isTrash)
    return (
      <EmptyState
        icon={Trash2}
        title={t(fileTexts.noneTrash)}
        text={t(fileTexts.noneTrashText, { days: FILE_TRASH_DAYS })}
      />
    );
  if (isOfRoom) return <EmptyState icon={FolderOpen} title={t(fileTexts.noneInRoom)} />;
  return <EmptyState icon={FolderOpen} title={t(fileTexts.none)} text={t(fileTexts.noneText)} />;
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="scroll-area grid min-h-0 flex-1 place-items-center py-6">{children}</div>;
}
