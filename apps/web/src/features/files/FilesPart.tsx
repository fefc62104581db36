import { shownMessages } from "@colbin/client";
import type { File, MessageType, RoomId } from "@colbin/protocol";
import { useState } from "react";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { useRenewal } from "#web/lib/api/use-renewal.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { FILES_PATH } from "#web/lib/routing/paths.ts";
import { noFilter, writeFilter } from "./file-filter.ts";
import { stateText, whenText } from "./file-words.ts";
import { DownloadLink } from "./DownloadLink.tsx";
import { FileButton } from "./FileButton.tsx";
import { FileFilters } from "./FileFilters.tsx";
import { FileListing } from "./FileListing.tsx";
import { FileThumb } from "./FileThumb.tsx";
import { fileTexts } from "./texts.ts";
import { useFiles } from "./use-files.ts";

interface FilesPartProps {
  slug: string;
  roomId: RoomId;
}

/** Types of the messages that are sent with files. */
const sent: ReadonlySet<MessageType> = new Set(["file", "image", "voice"]);

/** In the details of a room: the files of its messages. */
export function FilesPart({ slug, roomId }: FilesPartProps) {
  const [filter, setFilter] = useState(noFilter);
  const list = useFiles(filter, slug);
  const newestId = useStore(
    chat.store,
    (state) => shownMessages(state, roomId).findLast(({ type }) => sent.has(type))?.id,
  );
  useRenewal("listFilesOfRoom", String(newestId));
  return (
    <>
      <FileFilters
        filter={filter}
        onChange={(change) => setFilter((before) => ({ ...before, ...change }))}
        isOfRoom
      />
      <FileListing list={list} filter={filter} isOfRoom>
        <ul aria-label={t(fileTexts.title)} className="px-2.5 max-pair:px-1.5">
          {list.files?.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      </FileListing>
      {!isLinkGuest() && (
        <div className="flex-none border-t border-line px-gutter py-3">
          <PageLink isBlock to={`${FILES_PATH}?${writeFilter("", { ...noFilter, room: slug })}`}>
            {t(fileTexts.showAll)}
          </PageLink>
        </div>
      )}
    </>
  );
}

function FileRow({ file }: { file: File }) {
  const today = useToday();
  const { name, ownerName, createdAt, status } = file;
  return (
    <li className="relative flex min-h-11 items-center gap-1 rounded-sm ps-2 pe-1 hover:bg-hover max-pair:min-h-13">
      <FileButton file={file} isCurrent={false}>
        <FileThumb file={file} />
        <span className="min-w-0">
          <bdi className="clip-line block">{name}</bdi>
          <span className="clip-line block text-xs font-regular text-ink-subtle">
            {`${stateText(file)}, ${ownerName}, ${whenText(createdAt, today)}`}
          </span>
        </span>
      </FileButton>
      {status === "ready" && <DownloadLink file={file} size="sm" />}
    </li>
  );
}
