import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";
import { AppError } from "../app-error.ts";
import { isLocalCaller } from "../http/callers.ts";
import type { DevOutbox } from "./dev-outbox.ts";
import { OUTBOX_PATH } from "./outbox-path.ts";
import { renderOutbox } from "./outbox-page.ts";

type OutboxDeps = Pick<Config, "productName" | "allowDevOtp"> & { readonly outbox: DevOutbox };

/** Shows the outbox to this machine alone, unless the operator allowed more in words (rules-identity 13). */
export function registerOutbox(
  app: FastifyInstance,
  { outbox, productName, allowDevOtp }: OutboxDeps,
): void {
  app.get(OUTBOX_PATH, (request, reply) => {
    if (allowDevOtp === undefined && !isLocalCaller(request.ip, request.headers))
      throw new AppError("NOT_FOUND");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(renderOutbox(productName, outbox.list()));
  });
}
