import {
  API_BASE_PATH,
  API_CLIENT_VERSION,
  ELEVATION_HEADER,
  endpoints,
  errorDefinition,
  isErrorCode,
  WORKSPACE_HEADER,
  type EndpointShape,
  type ErrorCode,
} from "@colbin/protocol";
import { toInputSchema, toReplySchema, type JsonSchema } from "./openapi-schemas.ts";

/* The OpenAPI document, made from the registry of endpoints: nothing about an operation is written twice. */

const parameters = {
  ConnectionId: {
    name: "connection-id",
    in: "header",
    description: "Names this client; it survives reconnects",
    schema: { type: "string", maxLength: 64 },
  },
  WorkspaceId: {
    name: WORKSPACE_HEADER,
    in: "header",
    description: "The workspace that is meant; WORKSPACE_CHANGED when the token is of another one",
    schema: { type: "string", format: "uuid" },
  },
  Elevation: {
    name: ELEVATION_HEADER,
    in: "header",
    description:
      "The token of `revealAuth`: a proof of the last minutes that the caller is who they are. Needed wherever ELEVATION_REQUIRED may be the answer",
    schema: { type: "string", maxLength: 64 },
  },
  IdempotencyKey: {
    name: "idempotency-key",
    in: "header",
    description:
      "A UUID of the caller's own returns the first reply for 24 hours, and CONFLICT where nobody knows what became of the first call; any other key is ignored",
    schema: { type: "string", maxLength: 512 },
  },
} as const;

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

interface Answer {
  readonly description: string;
  readonly content?: Content;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly (
    | Parameter
    | { readonly $ref: string; readonly name?: undefined }
  )[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** What we write of the OpenAPI 3.1 format. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly license: object };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: object;
    readonly securitySchemes: object;
  };
}

const errorSchema: JsonSchema = {
  type: "object",
  description: "Every refusal. Decide by `code`, never by text.",
  properties: {
    code: { type: "string" },
    message: { type: "string" },
    status: { type: "integer" },
    details: { type: "object" },
  },
  required: ["code", "message", "status", "details"],
};

/** The whole document. Building it takes a moment: build it once. */
export function buildOpenApi(productName: string): OpenApi {
  const components: Record<string, JsonSchema> = { Error: errorSchema };
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, shape] of Object.entries<EndpointShape>(endpoints)) {
    const path = shape.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [shape.method.toLowerCase()]: toOperation(name, shape, components),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${productName} API`,
      version: API_CLIENT_VERSION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: API_BASE_PATH }],
    tags: [...new Set(Object.values(endpoints).map(({ group }) => group))].map((name) => ({
      name,
    })),
    paths,
    components: {
      schemas: components,
      parameters,
      securitySchemes: { accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
  };
}

function toOperation(
  name: string,
  shape: EndpointShape,
  components: Record<string, JsonSchema>,
): Operation {
  const isChange = shape.method !== "GET";
  const headers = [
    { $ref: "#/components/parameters/ConnectionId" },
    ...(shape.access === "user" ? [{ $ref: "#/components/parameters/WorkspaceId" }] : []),
    ...(isChange && shape.access === "user"
      ? [{ $ref: "#/components/parameters/IdempotencyKey" }]
      : []),
    ...(shape.elevation ? [{ $ref: "#/components/parameters/Elevation" }] : []),
  ];
  return {
    operationId: name,
    tags: [shape.group],
    summary: shape.summary,
    security: shape.access === "user" ? [{ accessToken: [] }] : [],
    parameters: [
      ...toParameters("path", shape.params),
      ...toParameters("query", shape.query),
      ...headers,
    ],
    ...toRequestBody(shape),
    responses: { ...toSuccesses(shape, components), ...toRefusals(shape) },
  };
}

function toRequestBody({ body, takesBytes }: EndpointShape): Pick<Operation, "requestBody"> {
  const schema = body ? toInputSchema(body) : { type: "string", format: "binary" };
  if (!body && takesBytes === undefined) return {};
  return { requestBody: { required: true, content: toContent(schema, takesBytes) } };
}

function toParameters(place: "path" | "query", schema: EndpointShape["query"]): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toInputSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: each,
  }));
}

function toSuccesses(
  shape: EndpointShape,
  components: Record<string, JsonSchema>,
): Record<string, Answer> {
  if (!shape.reply) return { [shape.status ?? 204]: { description: "Done" } };
  const reply = toReplySchema(shape.reply);
  Object.assign(components, reply.components);
  const statuses = [shape.status ?? 200, ...(shape.otherStatuses ?? [])];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: status === 201 ? "Created" : "Done",
        content: toContent(reply.schema, shape.mediaType),
      },
    ]),
  );
}

/** Each status once, with the codes that come with it. */
function toRefusals(shape: EndpointShape): Record<string, Answer> {
  const codes = [...shape.errors.filter(isErrorCode), ...generalCodes(shape)];
  const byStatus = Map.groupBy(new Set(codes), (code) => errorDefinition(code).status);
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [status, toRefusal(status, each)]),
  );
}

function toRefusal(status: number, codes: readonly ErrorCode[]): Answer {
  const comesAgain = status === 429 || status === 503;
  return {
    description: codes.map((code) => `${code}: ${errorDefinition(code).message}`).join("\n\n"),
    ...(comesAgain
      ? { headers: { "Retry-After": { description: "Seconds", schema: { type: "integer" } } } }
      : {}),
    content: toContent({
      allOf: [
        { $ref: "#/components/schemas/Error" },
        { type: "object", properties: { code: { enum: codes } } },
      ],
    }),
  };
}

/** What the door itself may answer before or after the handler. */
function generalCodes(shape: EndpointShape): ErrorCode[] {
  const isChange = shape.method !== "GET";
  return [
    "BAD_REQUEST",
    ...(shape.body || shape.query ? (["VALIDATION_ERROR"] as const) : []),
    ...(isChange
      ? (["MALFORMED_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const)
      : []),
    ...(shape.access === "user"
      ? ([
          "UNAUTHORIZED",
          "TOKEN_EXPIRED",
          "SESSION_ENDED",
          "FORBIDDEN",
          "WORKSPACE_ACCESS_LOST",
          "WORKSPACE_CHANGED",
        ] as const)
      : []),
    ...(isChange && shape.access === "user" ? (["IDEMPOTENCY_CONFLICT", "CONFLICT"] as const) : []),
    ...(shape.elevation ? (["ELEVATION_REQUIRED"] as const) : []),
    "RATE_LIMITED",
    "UNKNOWN_ERROR",
    "DB_UNAVAILABLE",
    "DRAINING",
    "TIMEOUT",
  ];
}

function toContent(schema: JsonSchema, mediaType = "application/json"): Content {
  return { [mediaType]: { schema } };
}
