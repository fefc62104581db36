import * as z from "zod/mini";
import { apiKeyScopes } from "./api-keys.scopes.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, workspaceId } from "./kernel/ids.ts";
import { API_KEY_DAYS, API_KEY_DAYS_MAX, API_KEY_NAME_MAX } from "./limits.ts";
import { routes } from "./routes.ts";
import { personText } from "./users.ts";

/* Keys with which a program acts as a person, in one workspace and within its scopes (rules-identity 82). */

export const apiKeyErrors = defineErrors({
  API_KEY_NOT_FOUND: { status: 404, message: "API key not found" },
  API_KEY_LIMIT: { status: 409, message: "You have as many API keys as you can have" },
});

const scopes = z
  .array(z.enum(apiKeyScopes))
  .check(z.minLength(1), z.maxLength(apiKeyScopes.length), z.overwrite(withoutDoubles));

function withoutDoubles<T>(values: T[]): T[] {
  return [...new Set(values)];
}

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The last characters, by which its person knows it again. */
  hint: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  workspaceId,
  /** Null in Personal. */
  organization: z.nullable(z.string()),
  createdAt: isoTime,
  expiresAt: isoTime,
  /** To the minute; null where it was never used. */
  usedAt: z.nullable(isoTime),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint({
  ...routes.listApiKeys,
  group: "auth",
  summary: "The API keys of the caller, in all workspaces; also those whose time is over",
  reply: z.object({ keys: z.array(apiKey), max: z.int() }),
  errors: [],
});

export const createApiKey = endpoint({
  ...routes.createApiKey,
  group: "auth",
  summary: "A key for the workspace of the session; its secret is in this reply and nowhere else",
  elevation: "always",
  body: z.strictObject({
    name: personText(1, API_KEY_NAME_MAX),
    scopes,
    expiresInDays: z._default(
      z.int().check(z.minimum(1), z.maximum(API_KEY_DAYS_MAX)),
      API_KEY_DAYS,
    ),
  }),
  reply: z.object({ key: apiKey, secret: z.string() }),
  isReplayed: false,
  errors: ["API_KEY_LIMIT"],
});

export const deleteApiKey = endpoint({
  ...routes.deleteApiKey,
  group: "auth",
  summary: "Ends a key at once",
  params: z.strictObject({ id: z.uuid() }),
  errors: ["API_KEY_NOT_FOUND"],
});
