import type { Handlers, UserRequestContext } from "#server/platform/http/handler.ts";
import { getFileContent, type ContentDeps } from "./content.service.ts";
import {
  deleteFile,
  getFile,
  getFileUsage,
  listFiles,
  listFilesOfRoom,
  renameFile,
  restoreFile,
  type FileDeps,
} from "./files.service.ts";
import { getSmallPicture } from "./small-pictures.service.ts";
import {
  appendUpload,
  cancelUpload,
  completeUpload,
  getUpload,
  startUpload,
  type UploadDeps,
} from "./uploads.service.ts";

/** The version of the tus protocol (https://tus.io/protocols/resumable-upload). */
const TUS_VERSION = "1.0.0";

export function filesRoutes(deps: FileDeps & UploadDeps & ContentDeps) {
  return {
    startUpload: ({ body }, { actor }) => startUpload(deps, actor, body),
    async getUpload({ params }, context) {
      const progress = await getUpload(deps, context.actor, params.id);
      tell(context, progress);
      context.setHeader("upload-length", progress.size);
    },
    async appendUpload({ params }, context) {
      const offset = toOffset(context.header("upload-offset"));
      const { actor, bytes } = context;
      tell(context, await appendUpload(deps, actor, params.id, { offset, bytes }));
    },
    async cancelUpload({ params }, context) {
      await cancelUpload(deps, context.actor, params.id);
      context.setHeader("tus-resumable", TUS_VERSION);
    },
    completeUpload: ({ params }, { actor }) => completeUpload(deps, actor, params.id),
    listFiles: ({ query }, { actor }) => listFiles(deps, actor, query),
    listFilesOfRoom: ({ params, query }, { actor }) =>
      listFilesOfRoom(deps, actor, params.slug, query),
    getFile: ({ params }, { actor }) => getFile(deps, actor, params.id),
    renameFile: ({ params, body }, { actor }) => renameFile(deps, actor, params.id, body.name),
    deleteFile: ({ params }, { actor }) => deleteFile(deps, actor, params.id),
    restoreFile: ({ params }, { actor }) => restoreFile(deps, actor, params.id),
    getFileContent: ({ params, query }, { actor }) =>
      getFileContent(deps, actor, params.id, {
        variant: query.variant,
        isDownload: query.download !== undefined,
      }),
    getSmallPicture: ({ params }) => getSmallPicture(deps, params.id),
    getFileUsage: (_input, { actor }) => getFileUsage(deps, actor),
  } satisfies Partial<Handlers>;
}

function tell(context: UserRequestContext, { offset }: { readonly offset: number }): void {
  context.setHeader("tus-resumable", TUS_VERSION);
  context.setHeader("upload-offset", offset);
}

/** A place that no upload has, where the header says none. */
function toOffset(header = ""): number {
  return /^\d{1,15}$/.test(header) ? Number(header) : Number.NaN;
}
