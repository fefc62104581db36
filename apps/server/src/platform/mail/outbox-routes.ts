import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import type { Origins } from "../http/origins.ts";
import type { DevOutbox } from "./dev-outbox.ts";
import { OUTBOX_PATH } from "./outbox-path.ts";
import { renderOutbox } from "./outbox-page.ts";

/**
 * Shows the outbox under our own name only: a foreign name that was made to point to this machine would let its pages
 * read the codes.
 */
export function registerOutbox(
  app: FastifyInstance,
  deps: { readonly outbox: DevOutbox; readonly productName: string; readonly origins: Origins },
): void {
  app.get(OUTBOX_PATH, (request, reply) => {
    if (!deps.origins.isAllowed(`${request.protocol}://${request.host}`))
      throw new AppError("NOT_FOUND");
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .send(renderOutbox(deps.productName, deps.outbox.list()));
  });
}
