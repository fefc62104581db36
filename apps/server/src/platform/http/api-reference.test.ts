import { endpoints, errorDefinition, isErrorCode, type EndpointShape } from "@colbin/protocol";
import { expect, test } from "vitest";
import { openDoor } from "#test/door.ts";
import { OPENAPI_PATH } from "./api-reference.ts";

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { readonly content?: Record<string, { schema: object }> }>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object> };
}

async function readDocument(): Promise<Document> {
  await using door = await openDoor();
  const reply = await door.app.inject(OPENAPI_PATH);
  expect(reply.statusCode).toBe(200);
  return reply.json<Document>();
}

function operationOf(document: Document, shape: EndpointShape): Operation | undefined {
  const path = shape.path.replaceAll(/:(\w+)/g, "{$1}");
  return document.paths[path]?.[shape.method.toLowerCase()];
}

test("every endpoint is an operation with its reply, its errors and who may call", async () => {
  const document = await readDocument();
  expect(document.openapi).toBe("3.1.0");
  expect(document.info.version).toBe("1.0.364");
  for (const [name, shape] of Object.entries<EndpointShape>(endpoints)) {
    const operation = operationOf(document, shape);
    expect(operation?.operationId).toBe(name);
    expect(operation?.tags).toEqual([shape.group]);
    expect(operation?.security.length).toBe(shape.access === "user" ? 1 : 0);
    const content = Object.keys(operation?.requestBody?.content ?? {});
    expect(content).toEqual(shape.body ? ["application/json"] : [shape.takesBytes ?? []].flat());
    const success = operation?.responses[shape.status ?? (shape.reply ? 200 : 204)];
    expect(success?.content === undefined).toBe(shape.reply === undefined);
    for (const code of shape.errors.filter(isErrorCode)) {
      const refusal = operation?.responses[errorDefinition(code).status];
      expect(JSON.stringify(refusal?.content)).toContain(`"${code}"`);
    }
    expect(operation?.responses["500"]?.content).toBeDefined();
    const asksForElevation = shape.elevation !== undefined;
    expect(JSON.stringify(operation).includes('"ELEVATION_REQUIRED"')).toBe(asksForElevation);
    expect(JSON.stringify(operation).includes("parameters/Elevation")).toBe(asksForElevation);
  }
});

test("every reference leads somewhere", async () => {
  const document = await readDocument();
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, name = ""] of references)
    expect(Object.keys(document.components.schemas)).toContain(name);
  expect(text).not.toContain("#/$defs");
});

test("query fields are parameters of their own", async () => {
  const document = await readDocument();
  const list = document.paths["/session-room/list"]?.["get"];
  const query = list?.parameters.filter((each) => each.in === "query").map((each) => each.name);
  expect(query).toEqual([
    "page",
    "limit",
    "sortBy",
    "sortOrder",
    "status",
    "accessType",
    "accessStatus",
    "search",
    "ids",
  ]);
});

test("the readable reference names every call, field and refusal, and loads nothing", async () => {
  await using door = await openDoor();
  const page = await door.app.inject("/v1/docs");
  expect(page.statusCode).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body).toContain("<title>Colbin API</title>");
  for (const [name, shape] of Object.entries<EndpointShape>(endpoints)) {
    const path = shape.path.replaceAll(/:(\w+)/g, "{$1}");
    expect(page.body).toContain(`<article id="${name}">`);
    expect(page.body).toContain(`<code>${shape.method} /v1${path}</code>`);
    for (const code of shape.errors) expect(page.body).toContain(`<code>${code}</code>`);
  }
  expect(page.body).toContain("<code>user.identifier</code>");
  expect(page.body).not.toMatch(/<script|https?:\/\//);
});

test("every link of the reference leads to a place on it", async () => {
  await using door = await openDoor();
  const { body } = await door.app.inject("/v1/docs");
  const places = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`));
  const links = [...body.matchAll(/<a href="(#[^"]+)"/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => link === undefined || !places.has(link))).toEqual([]);
});
