import { imagePath } from "@colbin/protocol";
import { ExternalLink } from "lucide-react";
import { ImageViewer } from "#web/features/attachments/ImageViewer.tsx";
import { IconLink } from "#web/design/button/IconLink.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { imageTexts } from "./image-texts.ts";

interface SiteImageViewerProps {
  href: string;
  /** Its words; empty where the author wrote none. */
  text: string;
  onClose: () => void;
}

/** A picture of another site, which hears of the reader only where they open it there. */
export function SiteImageViewer({ href, text, onClose }: SiteImageViewerProps) {
  const { host } = new URL(href);
  const link = (
    <IconLink
      label={t(imageTexts.original, { host })}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      <ExternalLink aria-hidden="true" />
    </IconLink>
  );
  const title = text || t(imageTexts.image);
  return (
    <ImageViewer
      pictures={[{ key: href, src: imagePath(href), title, note: host, alt: text, link }]}
      onClose={onClose}
    />
  );
}
