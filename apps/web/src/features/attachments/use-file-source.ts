import { useFilePreview } from "#web/lib/device/file-previews.ts";
import { fileContentPath } from "@colbin/protocol";
import type { ShownFile } from "./PictureButton.tsx";

/** Where a video or a sound is played from: the bytes of this device where it was added here. */
export function useFileSource({ file: { id }, isWaiting }: ShownFile): string | undefined {
  const own = useFilePreview(id, isWaiting);
  return own ?? (isWaiting ? undefined : fileContentPath(id));
}
