import { voiceText, type MessageFile, type Voice } from "@colbin/protocol";

/* The places of files in a message are known before anything of them is loaded: what stands below never moves. */

/** The width of most of them. */
export const fileWidth = "w-115 max-w-full";

/** An image alone is no higher. */
const HEIGHT_MAX = 320;
const WIDTH_MAX = 460;

interface Layout {
  /** Shown together, as a grid. */
  readonly pictures: readonly MessageFile[];
  readonly films: readonly MessageFile[];
  readonly sounds: readonly MessageFile[];
  /** The only file of another kind, where it is a PDF whose first page is seen. */
  readonly paper: MessageFile | undefined;
  /** Cards with their names. */
  readonly others: readonly MessageFile[];
}

/**
 * Files by how they are shown. An image is seen once the server has made one of it that a page shows, and before it is sent as this
 * device has it; of sounds and videos those that browsers play.
 */
export function layoutOf(files: readonly MessageFile[], isWaiting: boolean): Layout {
  const by = Map.groupBy(files, (file) => kindOf(file, isWaiting));
  const of = (kind: string): readonly MessageFile[] => by.get(kind) ?? [];
  const others = of("other");
  const [paper] = others.length === 1 ? others.filter(hasPage) : [];
  return {
    pictures: of("image"),
    films: of("video"),
    sounds: of("audio"),
    paper,
    others: paper ? [] : others,
  };
}

function hasPage({ status, variants }: MessageFile): boolean {
  return status === "ready" && variants.includes("pdfPage");
}

function kindOf({ status, mediaType, variants }: MessageFile, isWaiting: boolean): string {
  if (status !== "ready") return "other";
  const [, kind = "other"] = shown.exec(mediaType) ?? [];
  const isSeen = kind !== "image" || isWaiting || variants.includes("preview1280");
  return isSeen ? kind : "other";
}

const shown = /^(image|video|audio)\/(?:jpeg|png|gif|webp|avif|mp4|webm|mpeg|ogg|wav)$/;

/** The place of an image or a video alone; one of unknown size has a usual one. */
export function frameOf({ width = 16, height = 9 }: MessageFile): React.CSSProperties {
  const ratio = Math.min(4, Math.max(0.5, width / height));
  const natural = width > 16 ? Math.max(120, width) : WIDTH_MAX;
  return { aspectRatio: ratio, width: Math.min(WIDTH_MAX, natural, HEIGHT_MAX * ratio) };
}

/** The first page, and the name under it. */
export const paperHeight = "h-71 max-pair:h-62";

/** The grid of two, of three, or of four and more. */
export function gridOf(count: number): string {
  if (count === 2) return "aspect-2/1 grid-cols-2";
  return count === 3
    ? "aspect-5/3 grid-cols-[2fr_1fr] grid-rows-2"
    : "aspect-4/3 grid-cols-2 grid-rows-2";
}

/** Does the text say nothing but what the files are, as the server writes it where there is none? */
export function saysNamesOnly(
  content: string,
  files: readonly MessageFile[],
  voice: Voice | undefined,
): boolean {
  const written = voice ? voiceText(voice.durationMs) : files.map(({ name }) => name).join(", ");
  return content === "" || content === written;
}
