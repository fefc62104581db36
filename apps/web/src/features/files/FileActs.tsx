import { FILE_TRASH_DAYS, fileContentPath, type File } from "@colbin/protocol";
import { Download, MessageCircle, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { buttonLook } from "#web/design/button/button-look.ts";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { account } from "#web/lib/api/account.ts";
import { useAct } from "#web/lib/api/use-act.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { messagePath, roomPath } from "#web/lib/routing/paths.ts";
import { sidePath } from "#web/lib/routing/side.ts";
import { fileDetailsTexts } from "./details-texts.ts";
import { fileReads } from "./file-reads.ts";

const RenameDialog = lazyPart(() => import("./RenameDialog.tsx"), "RenameDialog");
const DeleteFileDialog = lazyPart(() => import("./DeleteFileDialog.tsx"), "DeleteFileDialog");

const DAY_MS = 86_400_000;

/** The acts on a file; names and the trash are its owner's. */
export function FileActs({ file }: { file: File }) {
  const place = useRef<HTMLDivElement>(null);
  const isTrashed = file.trashedAt !== null;
  const wasTrashed = useRef(isTrashed);
  useLayoutEffect(() => {
    const hasChanged = wasTrashed.current !== isTrashed;
    wasTrashed.current = isTrashed;
    // The button of the act has gone, and the focus with it.
    if (hasChanged && document.activeElement === document.body)
      place.current?.querySelector<HTMLElement>("button, a")?.focus();
  }, [isTrashed]);
  return (
    <div ref={place}>
      {file.trashedAt === null ? (
        <Acts file={file} />
      ) : (
        <Trashed file={file} trashedAt={file.trashedAt} />
      )}
    </div>
  );
}

function Acts({ file }: { file: File }) {
  const isOwn = useStore(account.session, ({ user }) => user?.id) === file.ownerId;
  const [dialog, setDialog] = useState<"rename" | "delete">();
  const close = () => setDialog(undefined);
  const { id, place, status } = file;
  return (
    <div className="grid grid-cols-2 gap-1.5">
      {status === "ready" && (
        <a
          href={fileContentPath(id, { isDownload: true })}
          download={file.name}
          className={buttonLook({})}
        >
          <Download aria-hidden="true" />
          {t(fileDetailsTexts.download)}
        </a>
      )}
      {place && (
        <PageLink to={placePath(place)}>
          <MessageCircle aria-hidden="true" />
          {t(fileDetailsTexts.show)}
        </PageLink>
      )}
      {isOwn && (
        <>
          <Button onClick={() => setDialog("rename")}>
            <Pencil aria-hidden="true" />
            {t(fileDetailsTexts.rename)}
          </Button>
          <Button onClick={() => setDialog("delete")}>
            <Trash2 aria-hidden="true" />
            {t(fileDetailsTexts.remove)}
          </Button>
        </>
      )}
      {dialog === "rename" && <RenameDialog file={file} onClose={close} />}
      {dialog === "delete" && <DeleteFileDialog file={file} onClose={close} />}
    </div>
  );
}

function placePath({ sessionRoomSlug, messageId, isInThread }: NonNullable<File["place"]>): string {
  return isInThread
    ? sidePath(roomPath(sessionRoomSlug), { name: "thread", at: messageId })
    : messagePath(sessionRoomSlug, messageId);
}

function Trashed({ file, trashedAt }: { file: File; trashedAt: string }) {
  const { act, isPending } = useAct("restoreFile", fileReads);
  const until = new Date(Date.parse(trashedAt) + FILE_TRASH_DAYS * DAY_MS);
  const restore = async (): Promise<void> => {
    await act({ params: { id: file.id } });
    toast({ title: t(fileDetailsTexts.restored, { name: file.name }) });
  };
  return (
    <div className="flex items-center gap-3 rounded-md bg-warning-soft px-3 py-2.25 text-warning-ink">
      <span className="min-w-0 flex-1">
        <span className="block font-medium">
          {t(fileDetailsTexts.trashed, { date: formatDate(until, "dayMonth") })}
        </span>
        <span className="block text-xs">{t(fileDetailsTexts.trashedText)}</span>
      </span>
      <Button
        isBusy={isPending}
        onClick={() => void tellFailure(fileDetailsTexts.restoreFailed, restore())}
      >
        <RotateCcw aria-hidden="true" />
        {t(fileDetailsTexts.restore)}
      </Button>
    </div>
  );
}
