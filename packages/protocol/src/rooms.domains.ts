import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { userId } from "./kernel/ids.ts";
import { pageOf, pageQuery } from "./kernel/paging.ts";
import { DOMAIN_BATCH, DOMAIN_MAX, EMAIL_MAX_LENGTH, MEMBER_SEARCH_MAX } from "./limits.ts";
import { domainName } from "./organizations.ts";
import { userSummary } from "./people.ts";
import { changeAccessType } from "./rooms.changes.ts";
import { roomParams } from "./rooms.ts";
import { routes } from "./routes.ts";

export const domainSuggestionGaps = ["PUBLIC_PROVIDER", "NO_VERIFIED_EMAIL"] as const;

export const suggestDomain = endpoint({
  ...routes.suggestDomain,
  group: "session-rooms",
  summary: "A domain to propose for a room: that of the caller's verified address",
  reply: z.object({
    domain: z.nullable(z.string()),
    /** Why there is none. */
    reason: z.nullable(z.enum(domainSuggestionGaps)),
  }),
  errors: [],
});

const isDomain = (text: string) => z.safeParse(domainName, text).success;

export const changeRoomDomain = endpoint({
  ...routes.changeRoomDomain,
  group: "session-rooms",
  summary: "Only people with a verified address there may enter without being asked; null: anybody",
  params: roomParams,
  body: z.strictObject({
    organizationDomain: z.nullable(
      z
        .string()
        .check(
          z.trim(),
          z.toLowerCase(),
          z.maxLength(DOMAIN_MAX, { error: "DOMAIN_INVALID_FOR_ROOM" }),
          z.refine(isDomain, { error: "DOMAIN_INVALID_FOR_ROOM" }),
        ),
    ),
  }),
  reply: changeAccessType.reply,
  errors: [
    "ROOM_NOT_FOUND",
    "DOMAIN_ADMINS_ONLY",
    "ROOM_ARCHIVED",
    "ROOM_IS_GENERAL",
    "DOMAIN_INVALID_FOR_ROOM",
  ],
});

export const validateDomainAccess = endpoint({
  ...routes.validateDomainAccess,
  group: "session-rooms",
  summary: "Does the verified address of the caller lie in the domain of the room?",
  params: roomParams,
  reply: z.object({ valid: z.literal(true), domain: z.nullable(z.string()) }),
  errors: ["ROOM_NOT_FOUND", "DOMAIN_MISMATCH"],
});

export const batchValidateDomain = endpoint({
  ...routes.batchValidateDomain,
  group: "session-rooms",
  summary: "The same of addresses, compared as texts, or of people in the room",
  params: roomParams,
  body: z.union([
    z.strictObject({
      emails: z
        .array(z.string().check(z.maxLength(EMAIL_MAX_LENGTH)))
        .check(z.minLength(1), z.maxLength(DOMAIN_BATCH)),
    }),
    z.strictObject({
      userIds: z.array(userId).check(z.minLength(1), z.maxLength(DOMAIN_BATCH)),
    }),
  ]),
  reply: z.object({ results: z.array(z.object({ value: z.string(), matches: z.boolean() })) }),
  errors: ["ROOM_NOT_FOUND", "DOMAIN_BATCH_ADMINS_ONLY", "ROOM_HAS_NO_DOMAIN"],
});

export const listDomainUsers = endpoint({
  ...routes.listDomainUsers,
  group: "session-rooms",
  summary: "Members of the organization with a verified address in the domain of the room",
  params: roomParams,
  query: z.strictObject({
    ...pageQuery,
    /** A part of name or username. */
    search: z.optional(z.string().check(z.maxLength(MEMBER_SEARCH_MAX))),
  }),
  reply: pageOf(z.extend(userSummary, { isParticipant: z.boolean() })),
  errors: ["ROOM_NOT_FOUND", "NOT_A_PARTICIPANT", "ROOM_HAS_NO_DOMAIN"],
});
