import { fileContentPath, type File } from "@colbin/protocol";
import { Download } from "lucide-react";
import { IconLink } from "#web/design/button/IconLink.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { downloadText } from "./shown-texts.ts";

interface DownloadLinkProps {
  file: Pick<File, "id" | "name">;
  size?: "sm" | "md";
  tabIndex?: number;
}

/** Saves a file under its name. */
export function DownloadLink({ file: { id, name }, ...rest }: DownloadLinkProps) {
  return (
    <IconLink
      {...rest}
      label={t(downloadText, { name })}
      href={fileContentPath(id, { isDownload: true })}
      download={name}
    >
      <Download aria-hidden="true" />
    </IconLink>
  );
}
