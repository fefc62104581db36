import clsx from "clsx";
import { hueOf, toInitials } from "./identity.ts";
import { Picture } from "./Picture.tsx";

interface AvatarProps {
  id: string;
  name: string;
  picture?: string | null;
  presence?: "online" | "away" | "busy" | "offline";
  size?: "xs" | "row" | "message" | "card" | "profile";
  className?: string;
}

/** Spelled out, since the style sheet is made from the class names that stand in the source. */
const hues = [
  "bg-hue-1-soft text-hue-1-ink",
  "bg-hue-2-soft text-hue-2-ink",
  "bg-hue-3-soft text-hue-3-ink",
  "bg-hue-4-soft text-hue-4-ink",
  "bg-hue-5-soft text-hue-5-ink",
  "bg-hue-6-soft text-hue-6-ink",
  "bg-hue-7-soft text-hue-7-ink",
  "bg-hue-8-soft text-hue-8-ink",
];

const sizes = {
  xs: "size-avatar-xs text-initials-xs",
  row: "size-7 text-2xs max-pair:size-8.5 max-pair:text-sm",
  message: "size-avatar text-sm",
  card: "size-10 text-md",
  profile: "size-avatar-lg text-xl presence-large",
};

/** Always beside the name that it stands for, so it is silent. */
export function Avatar({ id, name, picture, presence, size = "message", className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      data-mark=""
      data-presence={presence}
      className={clsx("presence relative flex-none", sizes[size], className)}
    >
      <span
        className={clsx(
          "presence-face grid size-full place-items-center overflow-hidden rounded-full leading-none font-strong",
          hues[hueOf(id) - 1],
        )}
      >
        <Picture src={picture} className="size-full object-cover">
          {toInitials(name)}
        </Picture>
      </span>
    </span>
  );
}
