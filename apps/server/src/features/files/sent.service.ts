import {
  VOICE_MAX_S,
  voiceMediaTypes,
  voiceText,
  type FileInput,
  type MessageFile,
  type MessageMetadataInput,
  type Voice,
} from "@colbin/protocol";
import type { SentFiles } from "#server/features/messages/messages.service.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { listShown, listUsable } from "./files.queries.ts";
import { filesPart, toMessageFile } from "./files.view.ts";

/** The files of messages that are sent. */
export function createSentFiles({ db }: { readonly db: Db }): SentFiles {
  return {
    bit: filesPart.bit,
    async require({ files: listed, voice: asked }, into, isRepeated) {
      const files: readonly FileInput[] | undefined = asked ? [{ fileId: asked.fileId }] : listed;
      if (!files) return undefined;
      const usable = new Map((await listUsable(db, into, files)).map((row) => [row.id, row]));
      const shown: MessageFile[] = [];
      for (const { fileId, alt } of files) {
        const row = usable.get(fileId);
        if (row && !shown.some(({ id }) => id === fileId)) shown.push(toMessageFile(row, alt));
        else if (!(await isRepeated())) throw new AppError("FILE_NOT_USABLE", { fileId });
      }
      const [file] = shown;
      const voice = asked && file && toVoice(asked, file);
      const text = voice ? voiceText(voice.durationMs) : shown.map(({ name }) => name).join(", ");
      return { files, shown, voice, text };
    },
    async copy(source) {
      const from = { roomId: source.roomId, messageId: source.id };
      const shown = (await listShown(db, [source]))
        .map((row) => toMessageFile(row, row.alt))
        .filter(({ status }) => status === "ready" || status === "scanning");
      if (shown.length === 0) return undefined;
      const files = shown.map(({ id: fileId, alt }) => ({ fileId, ...(alt && { alt }), from }));
      return { files, shown, voice: source.metadata.voice, text: "" };
    },
  };
}

/** The facts of a recording; FILE_NOT_USABLE where the file is none, VALIDATION_ERROR where it is too long. */
function toVoice(
  { fileId, wave }: NonNullable<MessageMetadataInput["voice"]>,
  { mediaType, durationMs }: MessageFile,
): Voice {
  const isVoice = voiceMediaTypes.some((each) => each === mediaType);
  if (!isVoice || durationMs === undefined) throw new AppError("FILE_NOT_USABLE", { fileId });
  if (durationMs > VOICE_MAX_S * 1_000) throw notAllowed("metadata.voice");
  return { fileId, durationMs, ...(wave && { wave }) };
}
