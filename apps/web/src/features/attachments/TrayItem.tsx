import type { Upload } from "@colbin/client";
import clsx from "clsx";
import { CircleAlert, Pause, Play, RotateCw, WifiOff, X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { TextButton } from "#web/design/button/TextButton.tsx";
import { uploads } from "#web/lib/device/uploads.ts";
import { t } from "#web/lib/language/i18n.ts";
import { FileThumb } from "./FileThumb.tsx";
import { trayTexts } from "#web/features/files/tray-texts.ts";
import { UploadBar } from "./UploadBar.tsx";
import { uploadState, uploadText } from "#web/features/files/upload-text.ts";

interface TrayItemProps {
  file: Upload;
  onRemove: () => void;
  onDescribe: () => void;
}

/** One file of the tray: how far it has come, and what can be done with it. */
export function TrayItem({ file, onRemove, onDescribe }: TrayItemProps) {
  const { name, type, alt, mediaType } = file;
  const state = uploadState(file);
  const isImage = mediaType.startsWith("image/");
  return (
    <li
      className={clsx(
        "relative grid min-h-16 flex-none grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-2.5 rounded-md py-2 ps-2 pe-1 inset-ring",
        state === "failed" ? "bg-danger-soft inset-ring-danger-line" : "bg-sunken inset-ring-line",
      )}
    >
      <FileThumb file={file} />
      <div className="min-w-0 pb-1">
        <p dir="auto" className="clip-line font-medium">
          {name}
        </p>
        <p
          className={clsx(
            "flex min-h-5 flex-wrap items-center gap-x-1.25 text-xs tabular-nums",
            tone[state],
          )}
        >
          {signs[state]}
          {uploadText(file)}
          {isImage && (
            <TextButton
              className="max-w-full truncate"
              aria-label={
                alt === undefined
                  ? t(trayTexts.altOf, { name })
                  : t(trayTexts.withAlt, { alt, name })
              }
              onClick={onDescribe}
            >
              {alt ?? t(trayTexts.alt)}
            </TextButton>
          )}
        </p>
      </div>
      <div className="flex self-start">
        {state === "failed" ? (
          <IconButton label={t(trayTexts.retry, { name })} onClick={() => uploads.retry([file.id])}>
            <RotateCw className="icon-sm" aria-hidden="true" />
          </IconButton>
        ) : (
          !type && <PauseButton file={file} />
        )}
        <IconButton data-remove="" label={t(trayTexts.remove, { name })} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {!type && state !== "failed" && (
        <UploadBar file={file} className="absolute inset-x-2 bottom-1.5" />
      )}
    </li>
  );
}

const tone = {
  failed: "text-danger-ink",
  cut: "text-warning-ink",
  paused: "text-ink-subtle",
  waiting: "text-ink-subtle",
  sending: "text-ink-subtle",
  done: "text-ink-subtle",
} as const;

const icon = "icon-sm flex-none";
const signs: Partial<Record<keyof typeof tone, ReactNode>> = {
  failed: <CircleAlert className={icon} aria-hidden="true" />,
  cut: <WifiOff className={icon} aria-hidden="true" />,
};

/** One button for both, so that the focus stays. */
function PauseButton({ file: { id, name, isPaused } }: { file: Upload }) {
  const label = t(isPaused ? trayTexts.resume : trayTexts.pause, { name });
  return (
    <IconButton label={label} onClick={() => (isPaused ? uploads.resume(id) : uploads.pause(id))}>
      {isPaused ? (
        <Play className="icon-sm" aria-hidden="true" />
      ) : (
        <Pause className="icon-sm" aria-hidden="true" />
      )}
    </IconButton>
  );
}
