import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { pictureId } from "./kernel/ids.ts";
import { routes } from "./routes.ts";

/* Small pictures that are made of what people upload: avatars and emoji of their own. */

export const smallPictureErrors = defineErrors({
  PICTURE_NOT_FOUND: { status: 404, message: "Picture not found" },
  PICTURE_NOT_READABLE: { status: 400, message: "This cannot be read as a picture" },
});

/** What a call may answer that takes the bytes of one. */
export const takesPicture = ["FILE_TOO_LARGE", "PICTURE_NOT_READABLE", "STORAGE_FULL"] as const;

export const getSmallPicture = endpoint({
  ...routes.getSmallPicture,
  openToGuests: true,
  group: "files",
  summary:
    "An avatar or an emoji, by the address that stands where it is shown; another picture has another address",
  params: z.strictObject({ id: pictureId }),
  reply: z.string(),
  errors: ["PICTURE_NOT_FOUND"],
});
