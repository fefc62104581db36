import { ImageOff } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { reloadText } from "#web/features/files/shown-texts.ts";
import { shownTexts } from "./file-texts.ts";

interface PictureFailedProps {
  ref: Ref<HTMLDivElement>;
  /** The image in words. */
  name: string;
  tabIndex?: number;
  className?: string | undefined;
  onRetry: () => void;
  /** Beside the button that tries again. */
  children?: ReactNode;
}

/** In the place of an image that did not load. A place too low for all of it keeps the button. */
export function PictureFailed(props: PictureFailedProps) {
  const { ref, name, tabIndex, className, onRetry, children } = props;
  return (
    <div
      ref={ref}
      role="group"
      aria-label={name}
      className={`grid min-h-0 min-w-0 place-content-center justify-items-center gap-1.5 overflow-clip bg-sunken px-2 text-center text-sm text-ink-muted [container-type:size] ${className ?? ""}`}
    >
      <ImageOff className="[@container(max-height:6rem)]:hidden" aria-hidden="true" />
      <span className="[@container(max-height:4rem)]:sr-only">{t(shownTexts.failedToLoad)}</span>
      <span className="flex flex-wrap justify-center gap-1.5">
        <Button size="sm" tabIndex={tabIndex} onClick={onRetry}>
          {t(reloadText)}
        </Button>
        {children}
      </span>
    </div>
  );
}
