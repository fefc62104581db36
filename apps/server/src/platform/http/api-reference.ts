import { API_BASE_PATH } from "@colbin/protocol";
import type { FastifyInstance } from "fastify";
import { JSON_TYPE } from "./replies.ts";

/*
 * `/v1/openapi.json` for programs and `/v1/docs` for people. Both are made when the first reader comes: a start of the
 * server should not wait for a page that few open.
 */

/** Where programs find the document. */
export const OPENAPI_PATH = `${API_BASE_PATH}/openapi.json`;

const DOCS_PATH = `${API_BASE_PATH}/docs`;

/** Adds both; the page loads nothing from anywhere else. */
export function registerApiReference(app: FastifyInstance, productName: string): void {
  const make = async () => {
    const [{ buildOpenApi }, { renderApiPage }] = await Promise.all([
      import("./openapi.ts"),
      import("./api-page.ts"),
    ]);
    const document = buildOpenApi(productName);
    return { json: JSON.stringify(document), page: renderApiPage(document) };
  };
  let made: ReturnType<typeof make> | undefined;

  app.get(OPENAPI_PATH, async (_request, reply) => {
    const { json } = await (made ??= make());
    return reply.header("cache-control", "no-cache").type(JSON_TYPE).send(json);
  });
  app.get(DOCS_PATH, async (_request, reply) => {
    const { page } = await (made ??= make());
    return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(page);
  });
}
