import clsx from "clsx";
import { Archive, ShieldAlert } from "lucide-react";
import { uploads } from "#web/lib/device/uploads.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { DownloadLink } from "#web/features/files/DownloadLink.tsx";
import { FileIcon } from "./FileIcon.tsx";
import { stateText } from "#web/features/files/file-words.ts";
import type { ShownFile } from "./PictureButton.tsx";
import { UploadBar } from "./UploadBar.tsx";
import { uploadText } from "#web/features/files/upload-text.ts";

/** A file by its name, which saves it; one that cannot be had says why. */
export function FileCard({ file, isWaiting, tabIndex }: ShownFile) {
  const { id, name, mediaType, status } = file;
  const upload = useStore(uploads.store, (all) => (isWaiting ? all.get(id) : undefined));
  const isWithheld = status !== "ready";
  const isHeld = status === "quarantined";
  return (
    <div
      className={clsx(
        "relative flex h-15 w-90 max-w-full items-center gap-3 rounded-md ps-3 pe-2 inset-ring",
        isHeld ? "bg-danger-soft inset-ring-danger-line" : "inset-ring-line-strong",
        status === "deleted" && "bg-sunken",
      )}
    >
      {isHeld || status === "deleted" ? (
        <span
          aria-hidden="true"
          className={clsx(
            "grid size-9 flex-none place-items-center rounded-md inset-ring",
            isHeld
              ? "text-danger-ink inset-ring-danger-line"
              : "text-ink-subtle inset-ring-line-strong",
          )}
        >
          {isHeld ? <ShieldAlert /> : <Archive />}
        </span>
      ) : (
        <FileIcon name={name} mediaType={mediaType} />
      )}
      <div className="min-w-0 flex-1">
        <p dir="auto" className={clsx("clip-line", !isWithheld && "font-medium")}>
          {name}
        </p>
        <p
          className={clsx(
            "line-clamp-2 text-xs leading-4 tabular-nums",
            isHeld ? "text-danger-ink" : "text-ink-subtle",
          )}
        >
          {!isWithheld && upload ? uploadText(upload) : stateText(file)}
        </p>
      </div>
      {!isWithheld && !isWaiting && <DownloadLink file={file} tabIndex={tabIndex} />}
      {upload && !upload.type && (
        <UploadBar file={upload} className="absolute inset-x-3 bottom-1" />
      )}
    </div>
  );
}
