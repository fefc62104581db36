import { LayoutGrid, List } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { BackToRooms } from "#web/features/rooms/BackToRooms.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { place } from "#web/lib/routing/history.ts";
import { useSide } from "#web/lib/routing/side.ts";
import { readFilter, writeFilter, type FileFilter } from "./file-filter.ts";
import { fileView, type FileView } from "./file-view.ts";
import { FileFilters } from "./FileFilters.tsx";
import { FileGrid } from "./FileGrid.tsx";
import { FileListing } from "./FileListing.tsx";
import { FileTable } from "./FileTable.tsx";
import { fileTexts } from "./texts.ts";
import { UsageFoot } from "./UsageFoot.tsx";
import { useFiles } from "./use-files.ts";

/** `/files`: all files that the person may see, as the address filters them. */
export function FilesPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const filter = readFilter(search);
  const list = useFiles(filter);
  const view = useStore(fileView, (value) => value);
  const side = useSide();
  const currentId = side?.name === "file" ? side.at : undefined;
  function change(next: Partial<FileFilter>): void {
    // A search comes after a pause, in which the address may have become another one.
    const { search: address } = place.getSnapshot().location;
    const changed = writeFilter(address, { ...readFilter(address), ...next });
    void navigate({ search: changed }, { replace: true });
  }
  const Files = view === "grid" ? FileGrid : FileTable;
  return (
    <>
      <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
        <BackToRooms />
        <h1 className="flex-1 text-body leading-5 font-strong max-pair:text-read">
          {t(fileTexts.title)}
        </h1>
        <ViewChoice view={view} />
      </div>
      <FileFilters filter={filter} onChange={change} />
      <FileListing list={list} filter={filter}>
        <Files files={list.files ?? []} currentId={currentId} />
      </FileListing>
      <UsageFoot />
    </>
  );
}

const icons = { list: List, grid: LayoutGrid };

function ViewChoice({ view }: { view: FileView }) {
  return (
    <div
      role="group"
      aria-label={t(fileTexts.view)}
      className="flex gap-0.5 rounded-sm bg-hover p-0.5"
    >
      {(["list", "grid"] as const).map((each) => {
        const Icon = icons[each];
        return (
          <IconButton
            key={each}
            label={t(fileTexts[each])}
            aria-pressed={view === each}
            onClick={() => fileView.update(() => each)}
          >
            <Icon className="icon-sm" aria-hidden="true" />
          </IconButton>
        );
      })}
    </div>
  );
}
