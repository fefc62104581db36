import * as z from "zod/mini";

/** A link of a message as its site describes it; all texts are text, and never markup (rules-messages 48, 62). */
export const linkPreview = z.object({
  /** As it stands in the message. */
  url: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  siteName: z.string(),
  image: z.optional(
    z.object({
      /** A path of this server (`imagePath`). */
      url: z.string(),
      width: z.int(),
      height: z.int(),
    }),
  ),
});
export type LinkPreview = z.infer<typeof linkPreview>;

/** Part of a message whose author let the server look at its links; absent where there is nothing to show. */
export const previewFields = { previews: z.optional(z.array(linkPreview)) };
