import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime } from "./kernel/ids.ts";
import { PUSH_ENDPOINT_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

/* Web Push (RFC 8030, 8291, 8292): the browsers of a person that are told of something while the app is closed. */

export const pushErrors = defineErrors({
  PUSH_ENDPOINT_INVALID: { status: 400, message: "This device cannot receive notifications" },
});

/** A browser that is pushed to, as long as the session lives in which it was added. Its endpoint is a secret and is never shown. */
export const pushDevice = z.object({
  id: z.uuid(),
  /** Of the session that asks. */
  isCurrent: z.boolean(),
  userAgent: z.nullable(z.string()),
  createdAt: isoTime,
  /** A push was taken for it, or it was added again. */
  usedAt: isoTime,
});
export type PushDevice = z.infer<typeof pushDevice>;

export const listPushSubscriptions = endpoint({
  ...routes.listPushSubscriptions,
  group: "notifications",
  summary:
    "The browsers of the caller that are pushed to, and the key that a new one subscribes with",
  reply: z.object({
    /** The server's VAPID key: an uncompressed point of P-256 in base64url. */
    publicKey: z.string(),
    devices: z.array(pushDevice),
  }),
  errors: [],
});

export const addPushSubscription = endpoint({
  ...routes.addPushSubscription,
  group: "notifications",
  summary:
    "Has this session's browser pushed to, in place of what the session had before; of too many the one that was unused the longest goes",
  body: z.strictObject({
    endpoint: z.string().check(z.maxLength(PUSH_ENDPOINT_MAX)),
    keys: z.strictObject({
      /** The browser's own key: a point of P-256 in base64url. */
      p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
      auth: z.string().check(z.regex(/^[\w-]{22}(?:==)?$/)),
    }),
  }),
  reply: pushDevice,
  errors: ["PUSH_ENDPOINT_INVALID"],
});

export const removePushSubscription = endpoint({
  ...routes.removePushSubscription,
  group: "notifications",
  summary: "Has a browser of the caller pushed to no more; one that is not there changes nothing",
  params: z.strictObject({ id: z.uuid() }),
  errors: [],
});

/** The text of a push for the service worker of a browser. */
export type PushWords =
  | {
      readonly kind: "show";
      /** Names this push: the same one that comes again changes nothing. */
      readonly id: string;
      readonly title: string;
      readonly body: string;
      /** A path of the app. */
      readonly url: string;
      /** A later one with the same tag takes its place. */
      readonly tag: string;
      readonly icon: string | null;
    }
  | { readonly kind: "withdraw"; readonly tag: string };
