import { API_BASE_PATH } from "@colbin/protocol";
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { StaticDocumentSpec } from "@fastify/swagger";
import { JSON_TYPE } from "./replies.ts";
import { buildOpenApi, OPENAPI_PATH } from "./openapi.ts";
import { contentPolicy } from "./security-headers.ts";

/*
 * `/v1/openapi.json` for programs and `/v1/docs` for people. Both are made when the first reader comes: a start of the
 * server should not wait for a page that few open.
 */

const DOCS_PATH = `${API_BASE_PATH}/docs`;

/** Adds both; the page loads nothing from anywhere else. */
export function registerApiReference(app: FastifyInstance, productName: string): void {
  let text: string | undefined;
  let page: Promise<FastifyInstance> | undefined;
  const toText = () => (text ??= JSON.stringify(buildOpenApi(productName)));

  app.get(OPENAPI_PATH, (_request, reply) =>
    reply.header("cache-control", "no-cache").type(JSON_TYPE).send(toText()),
  );
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= openPage(JSON.parse(toText()) as StaticDocumentSpec["document"], `${productName} API`);
    const inner = await page;
    reply.hijack();
    inner.routing(request.raw, reply.raw);
  };
  app.get(DOCS_PATH, servePage);
  app.get(`${DOCS_PATH}/*`, servePage);
  app.addHook("onClose", async () => (await page)?.close());
}

async function openPage(
  document: StaticDocumentSpec["document"],
  title: string,
): Promise<FastifyInstance> {
  const [{ default: helmet }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import("@fastify/helmet"),
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  const app = fastify({ logger: false });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy },
    strictTransportSecurity: false,
    referrerPolicy: { policy: "no-referrer" },
  });
  await app.register(swagger, { mode: "static", specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    uiConfig: { docExpansion: "none", validatorUrl: null },
    theme: { title },
  });
  await app.ready();
  return app;
}
