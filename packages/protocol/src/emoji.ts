import * as z from "zod/mini";
import { emojiNamePattern } from "./emoji.rules.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { workspaceId } from "./kernel/ids.ts";
import { CUSTOM_EMOJI_BYTES_MAX, CUSTOM_EMOJI_MAX } from "./limits.ts";
import { organizationParams } from "./organizations.ts";
import { routes } from "./routes.ts";
import { takesPicture } from "./small-pictures.ts";

export const emojiErrors = defineErrors({
  EMOJI_NOT_FOUND: { status: 404, message: "Emoji not found" },
  EMOJI_NAME_TAKEN: { status: 409, message: "Another emoji has this name" },
  EMOJI_NAME_RESERVED: { status: 409, message: "A standard emoji has this name" },
  EMOJI_LIMIT_REACHED: { status: 409, message: "There is no room for more emoji" },
});

/** An emoji of an organization's own; it is written `:name:`. */
export const customEmoji = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Where a page loads its image. */
  address: z.string(),
});
export type CustomEmoji = z.infer<typeof customEmoji>;

export const listEmoji = endpoint({
  ...routes.listEmoji,
  openToGuests: true,
  group: "organizations",
  summary: "The emoji of an organization's own, by name",
  params: organizationParams,
  reply: z.object({ results: z.array(customEmoji) }),
  errors: ["ORGANIZATION_NOT_FOUND"],
});

export const addEmoji = endpoint({
  ...routes.addEmoji,
  bytesMax: CUSTOM_EMOJI_BYTES_MAX,
  isReplayed: false,
  limit: "upload",
  group: "organizations",
  summary: `Adds an emoji, of which an organization has ${CUSTOM_EMOJI_MAX}: the body is a PNG, GIF or WebP; by its OWNER and ADMINs`,
  params: organizationParams,
  query: z.strictObject({ name: z.string().check(z.regex(emojiNamePattern)) }),
  reply: customEmoji,
  status: 201,
  errors: [
    "ORGANIZATION_NOT_FOUND",
    "EMOJI_NAME_TAKEN",
    "EMOJI_NAME_RESERVED",
    "EMOJI_LIMIT_REACHED",
    "FILE_TYPE_BLOCKED",
    ...takesPicture,
  ],
});

export const deleteEmoji = endpoint({
  ...routes.deleteEmoji,
  group: "organizations",
  summary:
    "Removes an emoji; reactions and messages keep its name as text; by the OWNER and ADMINs of the organization",
  params: z.strictObject({ orgId: workspaceId, emojiId: z.uuid() }),
  errors: ["ORGANIZATION_NOT_FOUND", "EMOJI_NOT_FOUND"],
});
