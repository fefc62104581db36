import { fileContentPath, type File } from "@colbin/protocol";
import clsx from "clsx";
import { useState } from "react";
import { thumbOf, typeLooks } from "./file-words.ts";

interface FileThumbProps {
  file: File;
  /** Fills its place, in a grid. */
  isLarge?: boolean;
}

/** A small image of the file, else the icon of its type. Always beside its name, so it is silent. */
export function FileThumb({ file, isLarge = false }: FileThumbProps) {
  const [hasFailed, setFailed] = useState(false);
  const thumb = hasFailed ? undefined : thumbOf(file);
  const { icon: Icon, className } = typeLooks[file.type];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "relative grid flex-none place-items-center overflow-clip",
        isLarge ? "aspect-4/3 w-full rounded-md [&>svg]:size-7" : "size-7.5 rounded-sm",
        thumb ? "bg-sunken" : className,
      )}
    >
      {thumb ? (
        <img
          src={fileContentPath(thumb.id, thumb)}
          alt=""
          loading="lazy"
          onError={() => setFailed(true)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <Icon />
      )}
    </span>
  );
}
