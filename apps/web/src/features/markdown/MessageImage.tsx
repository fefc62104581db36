import { imagePath } from "@colbin/protocol";
import { useState } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { imageTexts } from "./image-texts.ts";
import { ImageBox } from "./ImageBox.tsx";

const ImageViewer = lazyPart(() => import("./ImageViewer.tsx"), "ImageViewer");

interface MessageImageProps {
  href: string;
  /** Its words; empty where the author wrote none. */
  text: string;
}

/** A picture of another site, which never hears of the reader. */
export function MessageImage({ href, text }: MessageImageProps) {
  const [hasFailed, setFailed] = useState(false);
  const [opened, setOpened] = useState(0);
  if (hasFailed) {
    return (
      <ImageBox>
        <span className="px-3 text-center text-sm text-ink-subtle">
          {text || t(imageTexts.failed)}
        </span>
      </ImageBox>
    );
  }
  return (
    <ImageBox>
      <button
        type="button"
        aria-label={t(imageTexts.open, { name: text || t(imageTexts.image) })}
        onClick={() => setOpened(opened + 1)}
        className="size-full cursor-zoom-in rounded-md focus-visible:-outline-offset-2"
      >
        <img
          src={imagePath(href)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(true)}
          className="size-full rounded-md object-scale-down"
        />
      </button>
      {opened > 0 && (
        <ImageViewer need={opened} href={href} text={text} onClose={() => setOpened(0)} />
      )}
    </ImageBox>
  );
}
