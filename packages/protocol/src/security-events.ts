import * as z from "zod/mini";
import { auditFacts } from "./audit.ts";
import { endpoint } from "./kernel/endpoint.ts";
import { isoTime } from "./kernel/ids.ts";
import { routes } from "./routes.ts";

/** Events of an account that its person is shown (rules-identity 84). */
export const securityEventKinds = [
  "sign-in",
  "failed sign-in",
  // A wrong code or password where somebody was asked whether it is still they.
  "failed elevation",
  // A wrong code for an address of their own.
  "failed verification",
  "sign-out",
  "session ended",
  "token reuse",
  "password",
  "identifier",
  "second factor",
  "api key",
  "export",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

export const securityEvent = z.object({
  id: z.uuid(),
  at: isoTime,
  kind: z.enum(securityEventKinds),
  /** Network address; null where the server did it. */
  address: z.nullable(z.string()),
  details: auditFacts,
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const listSecurityEvents = endpoint({
  ...routes.listSecurityEvents,
  group: "auth",
  summary: "What happened to the caller's account within 90 days: the newest hundred events",
  reply: z.object({ events: z.array(securityEvent) }),
  errors: [],
});
