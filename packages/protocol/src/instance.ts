import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { routes } from "./routes.ts";

export const signupModes = ["open", "invite"] as const;
export type SignupMode = (typeof signupModes)[number];

/** What a screen must know before anybody signed in (rules-identity 2). */
export const publicConfig = z.object({
  productName: z.string(),
  otpLength: z.int(),
  methods: z.object({
    otp: z.boolean(),
    password: z.boolean(),
    google: z.boolean(),
    github: z.boolean(),
    passkey: z.boolean(),
  }),
  /** Codes and messages of this server reach phones. */
  hasPhones: z.boolean(),
  /** Documents can be had as PDF. */
  hasPdf: z.boolean(),
  signupMode: z.enum(signupModes),
  termsUrl: z.string(),
  privacyUrl: z.string(),
  /** Codes are shown instead of sent: every page says so. */
  devDelivery: z.boolean(),
  limits: z.object({
    messageMaxChars: z.int(),
    /** In which a deleted account comes back by signing in. */
    accountDeletionDays: z.int(),
  }),
});
export type PublicConfig = z.infer<typeof publicConfig>;

export const getPublicConfig = endpoint({
  ...routes.getPublicConfig,
  group: "instance",
  summary: "What the sign-in screen and the app must know of this server",
  reply: publicConfig,
  errors: [],
});
