import type { MessageFile } from "@colbin/protocol";
import clsx from "clsx";
import { ImageOff } from "lucide-react";
import { useState } from "react";
import { useFilePreview } from "#web/lib/device/file-previews.ts";
import { t } from "#web/lib/language/i18n.ts";
import { shownTexts } from "./file-texts.ts";
import { pictureSource } from "./picture-source.ts";
import { SentBar } from "./SentBar.tsx";

export interface ShownFile {
  file: MessageFile;
  /** Its message waits for it: its id is one of this device. */
  isWaiting: boolean;
  tabIndex: number;
}

interface PictureButtonProps extends ShownFile {
  /** Further images that the list does not show. */
  more?: number;
  className?: string | undefined;
  /** Its whole is seen, with its own proportions. */
  isWhole?: boolean;
  onOpen: () => void;
}

/** An image in a message. It fills its place, so that nothing moves when it comes. */
export function PictureButton(props: PictureButtonProps) {
  const { file, isWaiting, tabIndex, more = 0, className, isWhole = false, onOpen } = props;
  const { id, name, alt = "", blur } = file;
  const own = useFilePreview(id, isWaiting);
  const [failed, setFailed] = useState<string>();
  const src = own ?? (isWaiting ? undefined : pictureSource(file));
  const words = alt || name;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-disabled={isWaiting}
      aria-label={t(more > 0 ? shownTexts.more : shownTexts.open, { name: words, n: more })}
      onClick={() => isWaiting || onOpen()}
      style={blur === undefined ? undefined : { backgroundImage: `url("${blur}")` }}
      className={clsx(
        "relative block min-h-0 min-w-0 cursor-zoom-in overflow-clip bg-sunken bg-cover bg-center focus-visible:z-1 focus-visible:-outline-offset-2 aria-disabled:cursor-default",
        className,
      )}
    >
      {src !== undefined && failed !== src ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
          className={clsx(
            "absolute inset-0 size-full",
            isWhole ? "object-scale-down" : "object-cover",
          )}
        />
      ) : (
        failed !== undefined && (
          <span className="grid size-full place-content-center justify-items-center gap-1.5 p-2 text-sm text-ink-muted">
            <ImageOff aria-hidden="true" />
            {t(shownTexts.failedToLoad)}
          </span>
        )
      )}
      {more > 0 && (
        <span
          aria-hidden="true"
          className="absolute inset-0 grid place-items-center bg-[color-mix(in_oklab,var(--color-tooltip)_74%,transparent)] text-xl font-strong text-on-tooltip"
        >
          +{more}
        </span>
      )}
      {isWaiting && <SentBar id={id} className="absolute inset-x-2 bottom-2" />}
    </button>
  );
}
