import type { LinkPreview } from "@colbin/protocol";
import clsx from "clsx";
import { Globe } from "lucide-react";
import { useState } from "react";
import { previewHeight } from "./preview-height.ts";

/** A link as its site describes it. Its height is known before: what stands below it never moves. */
export function PreviewCard({ preview }: { preview: LinkPreview }) {
  const { url, title, description, siteName, image } = preview;
  const [isBroken, setBroken] = useState(false);
  return (
    <a
      href={url}
      title={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={clsx(
        "flex w-125 max-w-full overflow-hidden rounded-md border border-line-strong hover:bg-hover",
        previewHeight(preview),
      )}
    >
      <span className="min-w-0 flex-1 px-3.5 pt-2.25">
        <span className="flex items-center gap-1.5 text-xs leading-4 text-ink-subtle">
          <Globe className="icon-sm flex-none" aria-hidden="true" />
          <bdi className="clip-line">{siteName}</bdi>
        </span>
        <span dir="auto" className="mt-0.75 mb-0.5 block truncate text-md font-strong">
          {title}
        </span>
        {description !== undefined && (
          <span dir="auto" className="line-clamp-2 text-ink-muted">
            {description}
          </span>
        )}
      </span>
      {image && !isBroken && (
        <img
          src={image.url}
          width={image.width}
          height={image.height}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="h-full w-29 flex-none border-s border-line bg-sunken object-cover max-pair:w-21"
        />
      )}
    </a>
  );
}
