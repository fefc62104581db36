import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { OUTGOING_URL_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

export const imageErrors = defineErrors({
  IMAGE_NOT_AVAILABLE: { status: 404, message: "There is no image at this address" },
  ADDRESS_NOT_ALLOWED: { status: 400, message: "The server may not connect to this address" },
});

export const getImage = endpoint({
  ...routes.getImage,
  openToGuests: true,
  group: "messages",
  summary:
    "An image of another site: PNG, JPEG, GIF, WebP or AVIF of at most 1 MiB, fetched by the server",
  query: z.strictObject({ url: z.string().check(z.minLength(1), z.maxLength(OUTGOING_URL_MAX)) }),
  reply: z.string(),
  limit: "image",
  errors: ["ADDRESS_NOT_ALLOWED", "IMAGE_NOT_AVAILABLE"],
});
