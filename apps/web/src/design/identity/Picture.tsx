import { useState, type ReactNode } from "react";

interface PictureProps {
  src: string | null | undefined;
  /** In the place of the look that it has in a line: people are round, places are square. */
  className?: string;
  /** Stands for a picture that is not there, or that does not load. */
  children: ReactNode;
}

const inLine = "size-avatar-xs flex-none rounded-xs object-cover";

/** Always beside the name of the person or the place that it shows, so it is silent. */
export function Picture({ src, className = inLine, children }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  if (!src || src === broken) return children;
  return <img src={src} alt="" className={className} onError={() => setBroken(src)} />;
}
