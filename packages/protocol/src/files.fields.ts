import * as z from "zod/mini";
import { fileId } from "./kernel/ids.ts";
import { FILE_ALT_MAX, VOICE_WAVE_MAX } from "./limits.ts";

/** Only a file that is ready is served; `deleted` says so where it was shown (rules-collab 2D). */
export const fileStatuses = ["scanning", "ready", "quarantined", "failed", "deleted"] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** Smaller images and pages that are made of a file. */
export const fileVariants = [
  "thumb256",
  "preview1280",
  /** Of an image that moves, and that is not too large for it. */
  "motion640",
  "poster",
  "pdfPage",
  "text",
] as const;
export type FileVariant = (typeof fileVariants)[number];

/** A file as it is sent with a message (rules-messages 46). */
export const fileInput = z.strictObject({
  fileId,
  /** The words for an image, for people who do not see it. */
  alt: z.optional(z.string().check(z.maxLength(FILE_ALT_MAX))),
});
export type FileInput = z.infer<typeof fileInput>;

/** How loud a recording is over its time, in percent of the loudest. */
const wave = z.array(z.int().check(z.minimum(0), z.maximum(100)));

/** A recording as it is sent (rules-messages 47). */
export const voiceInput = z.strictObject({
  fileId,
  /** By the device that recorded it. */
  wave: z.optional(wave.check(z.maxLength(VOICE_WAVE_MAX))),
});

/** A recording as it was sent; the server tells how long it is. */
export const voice = z.object({ fileId, durationMs: z.int(), wave: z.optional(wave) });
export type Voice = z.infer<typeof voice>;

/** The facts of a file for everybody who may see it. */
export const fileFacts = {
  id: fileId,
  name: z.string(),
  /** By its content. */
  mediaType: z.string(),
  /** Bytes. */
  size: z.int(),
  status: z.enum(fileStatuses),
  /** The server scans files for malware, and has no verdict on this one that it serves. */
  isUnscanned: z.optional(z.boolean()),
  /** Its bytes were removed since the organization keeps files for so long only; it is `deleted`. */
  isExpired: z.optional(z.boolean()),
  /** Of an image or a video, as it is shown. */
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  durationMs: z.optional(z.int()),
  /** A very small image, as a data address, for the time until the image is there. */
  blur: z.optional(z.string()),
  variants: z.array(z.enum(fileVariants)),
};

/** A file of a message. */
export const messageFile = z.object({ ...fileFacts, alt: z.optional(z.string()) });
export type MessageFile = z.infer<typeof messageFile>;
