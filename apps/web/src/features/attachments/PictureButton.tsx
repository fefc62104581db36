import type { MessageFile } from "@colbin/protocol";
import clsx from "clsx";
import { Button } from "#web/design/button/Button.tsx";
import { useMediaLoad } from "#web/lib/api/use-media-load.ts";
import { useFilePreview } from "#web/lib/device/file-previews.ts";
import { t } from "#web/lib/language/i18n.ts";
import { shownTexts } from "./file-texts.ts";
import { PictureFailed } from "./PictureFailed.tsx";
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
  const src = own ?? (isWaiting ? undefined : pictureSource(file));
  const { holder, hasFailed, fail, retry } = useMediaLoad(src);
  const words = alt || name;
  const label = t(more > 0 ? shownTexts.more : shownTexts.open, { name: words, n: more });
  if (hasFailed)
    return (
      <PictureFailed ref={holder} {...{ tabIndex, className }} name={words} onRetry={retry}>
        {/* The last one shown leads to those that are not. */}
        {more > 0 && (
          <Button size="sm" tabIndex={tabIndex} aria-label={label} onClick={onOpen}>
            +{more}
          </Button>
        )}
      </PictureFailed>
    );
  return (
    <button
      ref={holder}
      type="button"
      tabIndex={tabIndex}
      aria-disabled={isWaiting}
      aria-label={label}
      onClick={() => isWaiting || onOpen()}
      style={blur === undefined ? undefined : { backgroundImage: `url("${blur}")` }}
      className={clsx(
        "relative block min-h-0 min-w-0 cursor-zoom-in overflow-clip bg-sunken bg-cover bg-center focus-visible:z-1 focus-visible:-outline-offset-2 aria-disabled:cursor-default",
        className,
      )}
    >
      {src !== undefined && (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={fail}
          className={clsx(
            "absolute inset-0 size-full",
            isWhole ? "object-scale-down" : "object-cover",
          )}
        />
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
