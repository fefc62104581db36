import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime, sessionId } from "./kernel/ids.ts";
import { SESSION_NAME_MAX } from "./limits.ts";
import { routes } from "./routes.ts";

/* Where a person is signed in (rules-identity 38). */

export const sessionErrors = defineErrors({
  SESSION_NOT_FOUND: { status: 404, message: "Session not found" },
});

export const session = z.object({
  id: sessionId,
  /** Of the request that asks. */
  isCurrent: z.boolean(),
  /** The person's own name for the device; null where they gave none. */
  name: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** The address from which it was used last. */
  address: z.nullable(z.string()),
  createdAt: isoTime,
  /** Its tokens were renewed then: a page that is open does that once an hour. */
  usedAt: isoTime,
  /** It ends by itself then, unless it is used before. */
  expires: isoTime,
});
export type Session = z.infer<typeof session>;

export const listSessions = endpoint({
  ...routes.listSessions,
  group: "auth",
  summary: "Where the caller is signed in, the current session first, then the last used one",
  reply: z.object({ sessions: z.array(session) }),
  errors: [],
});

export const renameSession = endpoint({
  ...routes.renameSession,
  group: "auth",
  summary: "Names the device of a session of the caller; null takes the name away",
  params: z.strictObject({ id: sessionId }),
  body: z.strictObject({
    name: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(SESSION_NAME_MAX))),
  }),
  reply: session,
  errors: ["SESSION_NOT_FOUND"],
});

export const endSession = endpoint({
  ...routes.endSession,
  group: "auth",
  summary: "Ends a session of the caller with its sockets and pushes",
  params: z.strictObject({ id: sessionId }),
  errors: ["SESSION_NOT_FOUND"],
});

export const endOtherSessions = endpoint({
  ...routes.endOtherSessions,
  group: "auth",
  summary: "Ends all sessions of the caller but the current one",
  reply: z.object({ ended: z.int() }),
  errors: [],
});
