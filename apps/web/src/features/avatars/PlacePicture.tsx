import type { ReactNode } from "react";
import { Picture } from "#web/design/identity/Picture.tsx";

interface PlacePictureProps {
  src: string | null;
  /** The sign of the place, without a picture. */
  children: ReactNode;
}

/** The picture of a room or an organization, large. */
export function PlacePicture({ src, children }: PlacePictureProps) {
  return (
    <span
      aria-hidden="true"
      className="grid size-avatar-lg flex-none place-items-center overflow-hidden rounded-lg bg-hover text-xl font-strong text-ink-muted"
    >
      <Picture src={src} className="size-full object-cover">
        {children}
      </Picture>
    </span>
  );
}
