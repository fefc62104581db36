import { LRUCache } from "lru-cache";
import { AppError } from "#server/platform/app-error.ts";
import type { FileReply } from "#server/platform/http/handler.ts";
import {
  createOutgoing,
  OutgoingFailed,
  type Outgoing,
  type OutgoingDeps,
} from "#server/platform/outgoing/outgoing.ts";
import { toImageKind, type ImageKind } from "./image-kinds.service.ts";

/*
 * Images of other sites (rules-messages 60): a page loads them from its own server, so that no site learns who reads a message, and
 * when. Those asked for last stay in the memory of this process; a room full of people asks for each once.
 */

const CACHE_BYTES = 32 * 1024 * 1024;
const CACHE_MS = 60 * 60_000;
/** An address without an image costs a request a minute, however many people look at it. */
const MISS_MS = 60_000;
/** Of an entry beside its bytes. */
const ENTRY_BYTES = 1_024;
const BROWSER_S = 24 * 60 * 60;
const ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif";

interface RemoteImage extends ImageKind {
  readonly bytes: Buffer;
}

export interface Images {
  /** The image at this address; ADDRESS_NOT_ALLOWED, or IMAGE_NOT_AVAILABLE where there is none that may be shown. */
  read(address: string): Promise<RemoteImage>;
}

type Found =
  | { readonly image: RemoteImage }
  | { readonly code: "ADDRESS_NOT_ALLOWED" | "IMAGE_NOT_AVAILABLE" };

/** The guard of one process, and what images it brings. */
export function openImages(settings: OutgoingDeps): {
  readonly outgoing: Outgoing;
  readonly images: Images;
} {
  const outgoing = createOutgoing(settings);
  return { outgoing, images: createImages(outgoing) };
}

function createImages(outgoing: Outgoing): Images {
  const cache = new LRUCache<string, Found>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (found) => ENTRY_BYTES + ("image" in found ? found.image.bytes.length : 0),
    ttl: CACHE_MS,
    // Requests that come while an answer is on its way wait for the same one.
    fetchMethod: async (address, _stale, { options }) => {
      const found = await findImage(outgoing, address);
      if (!("image" in found)) options.ttl = MISS_MS;
      return found;
    },
  });
  return {
    async read(address) {
      const found = await cache.fetch(address);
      if (found && "image" in found) return found.image;
      throw new AppError(found?.code ?? "IMAGE_NOT_AVAILABLE");
    },
  };
}

async function findImage(outgoing: Outgoing, address: string): Promise<Found> {
  try {
    const { status, body: bytes } = await outgoing.get(address, { accept: ACCEPT });
    const kind = status === 200 ? toImageKind(bytes) : undefined;
    return kind ? { image: { ...kind, bytes } } : { code: "IMAGE_NOT_AVAILABLE" };
  } catch (error) {
    if (error instanceof OutgoingFailed) return { code: "IMAGE_NOT_AVAILABLE" };
    if (error instanceof AppError && error.code === "ADDRESS_NOT_ALLOWED")
      return { code: "ADDRESS_NOT_ALLOWED" };
    throw error;
  }
}

/** An image of another site for a page, which keeps it for a day. */
export async function getImage(
  { images }: { readonly images: Images },
  url: string,
): Promise<FileReply> {
  const { bytes, mediaType, ending } = await images.read(url);
  return { name: `image.${ending}`, content: bytes, mediaType, shownForS: BROWSER_S };
}
