import { imagePath } from "@colbin/protocol";
import { ExternalLink, X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { useState } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { giveBack, useEscape } from "#web/design/overlay/dialog-keys.ts";
import { useWayBack } from "#web/design/overlay/use-way-back.ts";
import { t } from "#web/lib/language/i18n.ts";
import { imageTexts } from "./image-texts.ts";

interface ImageViewerProps {
  href: string;
  /** Its words; empty where the author wrote none. */
  text: string;
  onClose: () => void;
}

/** The whole window for one picture. Pictures are judged on dark, so it is dark in both themes. */
export function ImageViewer({ href, text, onClose }: ImageViewerProps) {
  const [opener] = useState(() => document.activeElement);
  const content = useEscape(onClose);
  useWayBack(true, onClose);
  const { host } = new URL(href);
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Content
          ref={content}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveBack(opener);
          }}
          data-surface=""
          className="animate-appear fixed inset-0 z-dialog grid grid-rows-[auto_minmax(0,1fr)] bg-canvas text-ink scheme-dark focus:outline-none"
        >
          <header className="flex min-h-14 items-center gap-1 ps-4 pe-2.5 max-pair:ps-3">
            <div className="min-w-0 flex-1">
              <Primitive.Title dir="auto" className="clip-line text-body font-strong">
                {text || t(imageTexts.image)}
              </Primitive.Title>
              <p className="clip-line text-xs text-ink-subtle">{host}</p>
            </div>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              aria-label={t(imageTexts.original, { host })}
              data-tooltip={t(imageTexts.original, { host })}
              className="grid size-control-md place-items-center rounded-sm text-ink-subtle hover:bg-hover hover:text-ink"
            >
              <ExternalLink aria-hidden="true" />
            </a>
            <Primitive.Close asChild>
              <IconButton label={t(imageTexts.close)}>
                <X aria-hidden="true" />
              </IconButton>
            </Primitive.Close>
          </header>
          <div className="grid min-h-0 place-items-center overflow-clip px-18 pt-1 pb-3 max-pair:p-0">
            <img
              src={imagePath(href)}
              alt={text}
              className="max-h-full max-w-full rounded-xs object-contain max-pair:rounded-none"
            />
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
