import { useCustomEmoji } from "./use-custom-emoji.ts";

interface CustomEmojiProps {
  /** With its colons. */
  code: string;
  size: keyof typeof sizes;
}

const sizes = {
  chip: "block size-4",
  text: "inline-block size-[1.375em] align-[-0.3em]",
} as const;

/** The image of an emoji of the organization, whose place a reaction has from the start; a code that is none stays as it was written. */
export function CustomEmoji({ code, size }: CustomEmojiProps) {
  const known = useCustomEmoji();
  if (!known && size === "chip") return <span className={sizes.chip} />;
  const found = known?.find(({ name }) => `:${name}:` === code);
  if (!found) return code;
  return (
    <img
      src={found.address}
      alt={code}
      title={code}
      draggable={false}
      className={`${sizes[size]} object-contain`}
    />
  );
}
