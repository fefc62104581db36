import { imagePath } from "@colbin/protocol";
import { useState } from "react";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { imageTexts } from "./image-texts.ts";
import { ImageBox } from "./ImageBox.tsx";

const SiteImageViewer = lazyPart(() => import("./SiteImageViewer.tsx"), "SiteImageViewer");

interface MessageImageProps {
  href: string;
  /** Its words; empty where the author wrote none. */
  text: string;
}

/** A picture of another site, which hears of the reader only where they open it there. */
export function MessageImage({ href, text }: MessageImageProps) {
  const [failed, setFailed] = useState<string>();
  const [opened, setOpened] = useState(0);
  if (failed === href) return <Failed {...{ href, text }} />;
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
          onError={() => setFailed(href)}
          className="size-full rounded-md object-scale-down"
        />
      </button>
      {opened > 0 && (
        <SiteImageViewer need={opened} href={href} text={text} onClose={() => setOpened(0)} />
      )}
    </ImageBox>
  );
}

/** It may be there all the same: the server brings no large ones. */
function Failed({ href, text }: MessageImageProps) {
  return (
    <ImageBox>
      <span className="grid max-w-full gap-1 px-3 text-center text-sm text-ink-subtle">
        {text && <span className="line-clamp-4 font-medium wrap-anywhere">{text}</span>}
        <span>{t(imageTexts.failed)}</span>
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-link wrap-anywhere"
        >
          {t(imageTexts.original, { host: new URL(href).host })}
        </a>
      </span>
    </ImageBox>
  );
}
