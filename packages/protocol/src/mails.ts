import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime } from "./kernel/ids.ts";
import { UNSUBSCRIBE_TOKEN_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

export const mailErrors = defineErrors({
  UNSUBSCRIBE_INVALID: { status: 404, message: "This link is not valid any more" },
});

/** Kinds of mail that a person may refuse one by one; security alerts belong to none. */
export const mailGroups = ["messages", "rooms", "organizations", "account", "digest"] as const;
export type MailGroup = (typeof mailGroups)[number];

/** The subject of a link to unsubscribe. */
export const mailScopes = [...mailGroups, "all"] as const;
export type MailScope = (typeof mailScopes)[number];

const mailState = z.object({
  /** Null where the account has no verified address. */
  address: z.nullable(z.string()),
  /** The address refused several mails at this moment, and gets none since then. */
  addressOffAt: z.nullable(isoTime),
  /** Kinds of mail that the person has refused by a link in a mail. */
  groupsOff: z.array(z.enum(mailGroups)),
});
export type MailState = z.infer<typeof mailState>;

export const getMailState = endpoint({
  ...routes.getMailState,
  group: "notifications",
  summary: "Whether mails reach the caller, and which ones they have refused",
  reply: mailState,
  errors: [],
});

export const updateMailState = endpoint({
  ...routes.updateMailState,
  group: "notifications",
  summary: "Uses an address again that refused mails, or changes which kinds of mail are refused",
  body: z.strictObject({
    isAddressOn: z.optional(z.literal(true)),
    groupsOff: z.optional(z.array(z.enum(mailGroups)).check(z.maxLength(mailGroups.length))),
  }),
  reply: mailState,
  errors: [],
});

const params = z.strictObject({ token: z.string().check(z.maxLength(UNSUBSCRIBE_TOKEN_MAX)) });
const unsubscribeState = z.object({
  scope: z.enum(mailScopes),
  /** The address, most of its characters hidden. */
  address: z.string(),
  isOff: z.boolean(),
});

export const getUnsubscribe = endpoint({
  ...routes.getUnsubscribe,
  group: "notifications",
  summary: "What a link in a mail would switch off; a browser is led to the page that asks",
  params,
  reply: unsubscribeState,
  otherStatuses: [303],
  errors: ["UNSUBSCRIBE_INVALID"],
});

export const unsubscribe = endpoint({
  ...routes.unsubscribe,
  group: "notifications",
  summary: "Switches off what a link in a mail is about, at once and signed out as well (RFC 8058)",
  params,
  reply: unsubscribeState,
  errors: ["UNSUBSCRIBE_INVALID"],
});
