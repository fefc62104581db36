import type { OutgoingFile } from "@colbin/client";
import { useState } from "react";
import { useFilePreview } from "#web/lib/device/file-previews.ts";
import { FileIcon } from "./FileIcon.tsx";

/** A file of this device: the image itself, or the sign of its kind. */
export function FileThumb({ file }: { file: OutgoingFile }) {
  const { id, name, mediaType, width } = file;
  const [isBroken, setBroken] = useState(false);
  // The browser has shown it already, to measure it.
  const url = useFilePreview(id, width !== undefined && mediaType.startsWith("image/"));
  if (url === undefined || isBroken) return <FileIcon name={name} mediaType={mediaType} />;
  return (
    <img
      src={url}
      alt=""
      onError={() => setBroken(true)}
      className="size-9 flex-none rounded-md bg-hover object-cover"
    />
  );
}
