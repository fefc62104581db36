import type { FileVariant } from "./files.fields.ts";
import { API_BASE_PATH } from "./limits.ts";
import { firstRoutes } from "./routes.first.ts";

/** Kinds of things that files are to people. */
export const fileTypes = [
  "image",
  "video",
  "audio",
  "document",
  "code",
  "archive",
  "other",
] as const;
export type FileType = (typeof fileTypes)[number];

interface Wanted {
  /** A variant of the file, in the place of its own bytes. */
  readonly variant?: FileVariant | undefined;
  /** To be saved under its name. */
  readonly isDownload?: boolean;
}

/** Where a page loads the bytes of a file; the cookie of its session says for whom. */
export function fileContentPath(id: string, { variant, isDownload = false }: Wanted = {}): string {
  const query = [
    ...(variant ? [`variant=${variant}`] : []),
    ...(isDownload ? ["download=1"] : []),
  ].join("&");
  const path = `${API_BASE_PATH}${firstRoutes.getFileContent.path.replace(":id", id)}`;
  return query === "" ? path : `${path}?${query}`;
}

/** Is it a text, whatever it would do where it is drawn? */
export function isTextFile(mediaType: string): boolean {
  return (
    mediaType.startsWith("text/") || mediaType === "image/svg+xml" || mediaType.endsWith("/xml")
  );
}
