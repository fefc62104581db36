import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { isoTime } from "./kernel/ids.ts";
import { routes } from "./routes.ts";

export const exportErrors = defineErrors({
  EXPORT_LIMIT_REACHED: { status: 429, message: "You can export twice a day" },
  EXPORT_NOT_FOUND: { status: 404, message: "This export is over. Please ask for a new one." },
});

export const requestExport = endpoint({
  ...routes.requestExport,
  group: "users",
  summary: "The right to download all data of the caller for 24 hours; twice a day",
  elevation: "always",
  reply: z.object({ id: z.uuid(), expiresAt: isoTime }),
  isReplayed: false,
  errors: ["EXPORT_LIMIT_REACHED"],
});

/** The archive is written as it is read: what changes meanwhile may be in it or not. */
export const getExport = endpoint({
  ...routes.getExport,
  group: "users",
  summary:
    "A ZIP with the data of the caller as JSON, described in its README.txt, and their files",
  params: z.strictObject({ id: z.uuid() }),
  errors: ["EXPORT_NOT_FOUND"],
});
