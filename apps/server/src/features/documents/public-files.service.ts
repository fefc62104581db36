import type { InputOf } from "@colbin/protocol";
import { getShownContent, type ContentDeps } from "#server/features/files/content.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { StoredReply } from "#server/platform/http/stored-replies.ts";
import { isFileKey } from "./link-keys.service.ts";
import { requireLink } from "./public.service.ts";
import { showsFile } from "./references.queries.ts";

export type PublicFileDeps = ContentDeps & { readonly clock: Clock };

/**
 * The bytes of a file that the document of a link shows now, for whoever has the link, and the key where it has a password. Every other
 * file is FILE_NOT_FOUND.
 */
export async function getPublicDocumentFile(
  deps: PublicFileDeps,
  { token, fileId }: InputOf<"getPublicDocumentFile">["params"],
  { variant, download, key = "" }: InputOf<"getPublicDocumentFile">["query"],
): Promise<StoredReply> {
  const link = await requireLink(deps, token);
  if (!isFileKey(link, key, deps.clock.now())) throw new AppError("LINK_PASSWORD_REQUIRED");
  const { documentId, workspaceId } = link;
  if (!(await showsFile(deps.db, documentId, fileId))) throw new AppError("FILE_NOT_FOUND");
  return getShownContent(deps, workspaceId, fileId, {
    variant,
    isDownload: download !== undefined,
  });
}
