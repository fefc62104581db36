import { imageSize } from "image-size";

/* Pages show raster images alone of other sites, which run nothing. The bytes of an image say its kind. */

export interface ImageKind {
  readonly mediaType: string;
  /** Of the file, without a point. */
  readonly ending: string;
  readonly width: number;
  readonly height: number;
}

interface Format extends Pick<ImageKind, "mediaType" | "ending"> {
  readonly signature: RegExp;
  /** In which the size stands, or it is not looked for: a hostile file makes the search a long one. */
  readonly headBytes: number;
}

const HEAD_BYTES = 512 * 1024;
const BOXES_BYTES = 32 * 1024;
/** A small file may unfold to an image that no device has the memory for. */
const PIXELS_MAX = 40_000_000;
const SIGNATURE_BYTES = 16;
/** From this one on an image lies on its side (EXIF). */
const ON_ITS_SIDE = 5;

const formats: readonly Format[] = [
  {
    signature: /^\x89PNG\r\n\x1a\n/,
    mediaType: "image/png",
    ending: "png",
    headBytes: HEAD_BYTES,
  },
  { signature: /^\xff\xd8\xff/, mediaType: "image/jpeg", ending: "jpg", headBytes: HEAD_BYTES },
  { signature: /^GIF8[79]a/, mediaType: "image/gif", ending: "gif", headBytes: HEAD_BYTES },
  { signature: /^RIFF[^]{4}WEBP/, mediaType: "image/webp", ending: "webp", headBytes: HEAD_BYTES },
  { signature: /^[^]{4}ftypavif/, mediaType: "image/avif", ending: "avif", headBytes: BOXES_BYTES },
];

/** The kind and size of an image; undefined for everything that is not shown. */
export function toImageKind(bytes: Uint8Array): ImageKind | undefined {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString("latin1");
  const format = formats.find(({ signature }) => signature.test(start));
  const size = format && readSize(bytes.subarray(0, format.headBytes));
  if (!format || !size || size.type !== format.ending) return undefined;
  const isOnItsSide = (size.orientation ?? 1) >= ON_ITS_SIDE;
  const [width, height] = isOnItsSide ? [size.height, size.width] : [size.width, size.height];
  if (!(width >= 1 && height >= 1 && width * height <= PIXELS_MAX)) return undefined;
  const { mediaType, ending } = format;
  return { mediaType, ending, width, height };
}

/** The library throws at what it cannot read. */
function readSize(bytes: Uint8Array): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(bytes);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}
