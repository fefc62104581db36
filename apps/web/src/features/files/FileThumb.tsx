import { fileContentPath, type File } from "@colbin/protocol";
import clsx from "clsx";
import { useMediaLoad } from "#web/lib/api/use-media-load.ts";
import { thumbOf, typeLooks } from "./file-words.ts";

interface FileThumbProps {
  file: File;
  /** Fills its place, in a grid. */
  isLarge?: boolean;
}

/** A small image of the file, else the icon of its type. Always beside its name, so it is silent. */
export function FileThumb({ file, isLarge = false }: FileThumbProps) {
  const thumb = thumbOf(file);
  const src = thumb && fileContentPath(thumb.id, thumb);
  const { hasFailed, fail } = useMediaLoad(src);
  const { icon: Icon, className } = typeLooks[file.type];
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "relative grid flex-none place-items-center overflow-clip",
        isLarge ? "aspect-4/3 w-full rounded-md [&>svg]:size-7" : "size-7.5 rounded-sm",
        src && !hasFailed
          ? "bg-sunken after:absolute after:inset-0 after:rounded-[inherit] after:inset-ring after:inset-ring-line"
          : className,
      )}
    >
      {src && !hasFailed ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          onError={fail}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <Icon />
      )}
    </span>
  );
}
